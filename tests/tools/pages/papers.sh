#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# scripts/papers: one page with all figures; one figure alone; each figure of docs/published.csv is in it; what is not there is refused.
. "$(dirname "$0")/../common.sh"
"$top/scripts/papers" all.html || die 'all figures'
"$top/scripts/papers" --figure P8 one.html || die 'one figure'
[ "$(grep -c '<h2' one.html)" = 1 ] || die 'one figure: not one heading'
for figure in $(sed '1d; s/,.*//' "$top/docs/published.csv" | sort -u); do
  grep -q "<h2 id=\"$figure\">" all.html || die "no figure $figure"
done
grep -q '<td>28.8' all.html || die 'P8: no 28.8 TFlop/s'
grep -q '<td>0.856' one.html || die 'P8: not the part of the peak that docs/torus.csv gives'
"$top/scripts/papers" --figure P99 none.html 2>message && die 'a figure that is not there'
grep -q 'there is no figure P99, must be one of: P8 ' message || die "$(cat message)"
echo PASS
