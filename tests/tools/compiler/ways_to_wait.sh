#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# tests/upc/run/ways_to_wait.upc at the levels of optimisation, its threads near and, where the conduit can, far.
#   tests/tools/compiler/ways_to_wait.sh CONDUIT LEVEL ...
. "$(dirname "$0")/../common.sh"
conduit=$1
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
shift
near=("UPC_NEAR=2")
case $conduit in
  mpi* | gasnet*) near=("UPC_NEAR=no" "UPC_NEAR=2") ;;
  sim) near=("UPC_MACHINE=flat" "UPC_MACHINE=flat,threads-per-node=2") ;;
esac
for level; do
  "$UPCC" "-$level" -network="$conduit" "$top/tests/upc/run/ways_to_wait.upc" -o p || die "-$level: upcc"
  for how in "${near[@]}"; do
    limited 120 env "$how" "$UPCRUN" -n 2 ./p >out 2>&1 || die "-$level $how: $(grep waits: out | tail -1)"
  done
done
echo PASS
