#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An application with far threads, on a conduit other than smp: far.sh CONDUIT[:THREADS] APP 'ARGUMENTS'... The first
# ARGUMENTS are two runs, on 3 threads if no number is given, that must pass their check: with all threads far from each
# other, and with two on each node. Each further one is a run in one of both ways, in turn.
. "$(dirname "$0")/../common.sh"
conduit=${1%:*} app=$2 threads=3
[ "$1" = "$conduit" ] || threads=${1#*:}
shift 2
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
# shellcheck disable=SC2046 # words
"$UPCC" -network="$conduit" -O1 $("$top/apps/parts" "$app") -o "$app" || die "$app does not compile"
ways='no 2'
for arguments in "$@"; do
  for near in $ways; do
    # shellcheck disable=SC2086 # words
    UPC_NEAR=$near limited 100 "$UPCRUN" -n "$threads" "./$app" $arguments --check >out 2>&1 || die "$app $arguments: $(cat out)"
    grep -q ' PASS$' out || die "$app $arguments: $(cat out)"
  done
  [ "$near" = 2 ] && ways=no || ways=2
done
