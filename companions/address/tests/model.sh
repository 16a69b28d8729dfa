#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The verdicts on random accesses are those of a model (programs/model.upc).
#   model.sh CONDUIT THREADS ACCESSES SEED...
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=$1 threads=$2 accesses=$3
for option in -O2 -O0; do
  "$UPCC" "-network=$conduit" -fsanitize=shared-address $option "$top/companions/address/tests/programs/model.upc" -o model \
    >messages 2>&1 || { cat messages; exit 1; }
  for seed in "${@:4}"; do
    UPC_ASAN=report "$UPCRUN" -n "$threads" ./model "$seed" "$accesses" >output 2>errors </dev/null
    status=$?
    { [ $status = 67 ] && same "$(grep -c '^PASS' output)" "$threads"; } ||
      { cat output; tail -n 20 errors; die "$option, seed $seed: status $status"; }
  done
done
echo "PASS $(awk '/^PASS/ { n += $4; f += $6 } END { print n, "accesses of the last seed,", f, "of them faults" }' output)"
