#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# docs/environment.md has every variable that the sources read. upcrun -env prints them all, with the values in force.
shown=$(UPC_PATIENCE=7 "$UPCRUN" -env -n 3 -shared-heap=5M) || exit 1
status=0
fail() { echo "$*"; status=1; }
for variable in $(grep -rhE '(getenv|urtk_env_[a-z]+|upcrun_set|value|is|number)\(' src/base upc/runtime companions/*/runtime | grep -oE '"UPC_[A-Z_]+"' | tr -d '"' | sort -u); do
  case $variable in
    UPC_STRIDE_|UPC_STRIDE_TEST) continue ;; # the start of a name; for the own tests of the library
  esac
  scripts/environment names | grep -qx "\"$variable\"," || fail "docs/environment.md lacks $variable"
done
for line in UPC_PATIENCE=7 UPC_THREADS=3 UPC_SHARED_HEAP_SIZE=5M 'UPC_STRIDE_CHECK is not set; default: 0' \
    'UPC_LINK_TIMEOUT is not set; default: 30' '    values: seconds; 0: never' 'UPC_STRIDE_SCHEDULE is not set; default: by the rules'; do
  grep -qxF "$line" <<<"$shown" || fail "upcrun -env: no line '$line'"
done
of_options=$(scripts/environment | grep -c ', 1},$')
all=$(scripts/environment | grep -c .)
# Two options are given, and with them UPC_PATIENCE.
[ "$(grep -c '^UPC_' <<<"$shown")" = $((all - of_options + 2)) ] || fail "upcrun -env: not the variables of the page"
[ $((all - of_options)) -le 23 ] || fail "$((all - of_options)) variables that no option sets: they are more than 23"
exit $status
