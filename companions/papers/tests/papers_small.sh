#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The small version of all figures of the papers: each command runs, but those of a conduit or a peer that is not there.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$top/companions/papers/run" --small --minutes 60 --results "$dir/results.csv" page.html >/dev/null 2>log || die "$(grep -v ' left: ' log | tail -3)"
commands=$(grep ' left: ' log | sed 's/.* left: //' | sort -u | wc -l) absent=$(grep -c '^  not run: .* is not built$' log)
same "$(grep -c '^  ' log)" "$absent"
same "$(python3 -c 'import csv; print(len({row["command"] for row in csv.DictReader(open("results.csv"))}))')" $((commands - absent))
[ "$absent" -lt $((commands / 2)) ] || die "$absent of $commands commands were not run"
for figure in $(sed "1d; s/,.*//" "$top/companions/papers/published.csv" | sort -u); do grep -q "<h3 id=\"$figure\">" page.html || die "no figure $figure"; done
echo PASS
