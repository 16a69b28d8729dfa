#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What far threads send to solve two systems of 480 equations: MB between the four hosts of a simulated machine.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/solve_bytes.upc" -lopenblas -o solve || die "solve_bytes.upc does not compile"
sends() { # LEAST MOST CALL...
  local mb
  UPC_MACHINE=flat,threads-per-node=1 limited 60 "$UPCRUN" -n 4 ./solve "${@:3}" >out 2>err || die "$*: $(cat out err)"
  mb=$(sed -n 's/^machine .* messages, \([0-9.]*\) MB.*/\1/p' err)
  echo "${*:3}: $mb MB"
  awk -v mb="${mb:-0}" -v least="$1" -v most="$2" 'BEGIN { exit !(mb > least && mb <= most) }' ||
    die "${mb:-?} MB, must be above $1, and $2 at most"
}
# The factor goes to three others: 2.8 MB. Panels stay where A is, if its columns (its rows, for U) go round the threads.
sends 2.5 3.1 posv L columns
sends 2.5 3.1 posv U rows
sends 2.5 3.2 gesv U columns
# Else 5/8 of A come to the panels, and go back; so they do if blocks have more than 144 columns.
sends 3.2 4.7 posv L rows
sends 3.2 4.7 posv U columns
sends 4.2 5.2 posv L columns 160
echo PASS
