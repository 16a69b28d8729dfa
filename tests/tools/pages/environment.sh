#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# docs/environment.md has every variable that the sources read. upcrun -env prints them all, with the values in force.
shown=$(UPC_PATIENCE=7 "$UPCRUN" -env -n 3 -shared-heap=5M) || exit 1
status=0
fail() { echo "$*"; status=1; }
for variable in $(grep -rohE '"UPC_[A-Z_]+"' src/base upc/runtime/base upc/runtime/job | tr -d '"' | sort -u); do
  case $variable in
    UPC_STRIDE_|UPC_STRIDE_TEST) continue ;; # the start of a name; for the own tests of the library
  esac
  grep -qE "^$variable(=| is not set; default: .)" <<<"$shown" || fail "upcrun -env: no $variable; docs/environment.md lacks it"
done
for line in UPC_PATIENCE=7 UPC_THREADS=3 UPC_SHARED_HEAP_SIZE=5M 'UPC_STRIDE_CHECK is not set; default: 0' \
    'UPC_LINK_TIMEOUT is not set; default: 30' '    values: seconds; 0: never' 'UPC_STRIDE_GATHER is not set; default: by the rules'; do
  grep -qxF "$line" <<<"$shown" || fail "upcrun -env: no line '$line'"
done
[ "$(grep -c '^UPC_' <<<"$shown")" = "$(scripts/environment | grep -c .)" ] || fail "upcrun -env: not as many lines as the page"
exit $status
