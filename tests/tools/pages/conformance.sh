#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Each test that a row of docs/conformance.md names is in tests/list or in a companion's list, and each row names one. The tests are in the columns
# from the first on whose head begins with "Tests".
cd "$(dirname "$0")/../../.." || exit 1
bad=0 rows=0
# at PATH: there, or below tests/ of a companion.
at() {
  local found
  found=$(ls "tests/upc/$1" companions/*/tests/"$1" 2>/dev/null | head -1)
  echo "${found:-tests/upc/$1}"
}
lists=$(tests/lists tests/list)
while IFS='|' read -r section names; do
  rows=$((rows + 1))
  [ -n "${names//[ ,]/}" ] || { echo "no test: $section"; bad=1; }
  for name in ${names//,/ }; do
    case $name in
      runtime/* | tools/* | library/*) path=tests/$name ;;
      *.sh) path=$(ls companions/*/tests/"$name" 2>/dev/null | head -1) ;;
      refuse/* | warn/* | fail/*) path=$(at "$name.upc") ;;
      multi/* | c/*) path=tests/upc/$name ;;
      *) path=$(at "run/$name.upc") ;;
    esac
    [ -e "$path" ] && { grep -Eq "^[a-z]+ .*[[:space:]]$path([[:space:]]|\$)" $lists || grep -Fq " ${path%/*}/*." $lists; } ||
      { echo "in no list: ${path:-$name} ($section)"; bad=1; }
  done
done < <(awk -F ' *[|] *' '
  !/^[|]/ { first = 0; next }
  !first { for (first = 2; first < NF && $first !~ /^Tests/;) first++; next }
  first < NF && !/^[|]---/ { names = ""; for (c = first; c < NF; c++) names = names $c ", "; print $2 "|" names }
' docs/conformance.md)
echo "$rows rows"
[ $bad = 0 ] && [ $rows -gt 0 ]
