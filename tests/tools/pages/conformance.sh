#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Each test that a row of docs/conformance.md names is in tests/list, and each row names one. The tests are in the columns
# from the first on whose head begins with "Tests".
cd "$(dirname "$0")/../../.." || exit 1
bad=0 rows=0
while IFS='|' read -r section names; do
  rows=$((rows + 1))
  [ -n "${names//[ ,]/}" ] || { echo "no test: $section"; bad=1; }
  for name in ${names//,/ }; do
    case $name in
      runtime/* | tools/* | library/*) path=tests/$name ;;
      refuse/* | warn/* | fail/*) path=tests/upc/$name.upc ;;
      multi/* | c/*) path=tests/upc/$name ;;
      *) path=tests/upc/run/$name.upc ;;
    esac
    [ -e "$path" ] && { grep -Eq "^[a-z]+ .*[[:space:]]$path([[:space:]]|\$)" tests/list || grep -Fq " ${path%/*}/*." tests/list; } ||
      { echo "not in tests/list: $path ($section)"; bad=1; }
  done
done < <(awk -F ' *[|] *' '
  !/^[|]/ { first = 0; next }
  !first { for (first = 2; first < NF && $first !~ /^Tests/;) first++; next }
  first < NF && !/^[|]---/ { names = ""; for (c = first; c < NF; c++) names = names $c ", "; print $2 "|" names }
' docs/conformance.md)
echo "$rows rows"
[ $bad = 0 ] && [ $rows -gt 0 ]
