#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# companions/papers/run: makes a small figure for real, keeps its results, and goes on after an interruption; what is not there is refused.
# With a launcher of which the times are known, the page has the speed-up that these times give.
. "$(dirname "$0")/../../../tests/tools/common.sh"
papers() { BUILD=${launcher:-$build} "$top/companions/papers/run" --results "$dir/results.csv" "$@"; }
numbers() { tail -n +2 "$dir/results.csv" | wc -l; }
forget() { sed -i "$1" "$dir/results.csv"; }
run_again() { papers --small --figure P7 again.html >/dev/null 2>log; sed -n 's/^0 of .*; \([0-9]*\) to run.*/\1/p; s/^[1-9].* results; \([0-9]*\) to run.*/\1/p' log; }

# Three programs run and pass; three numbers are counted. They are kept, and judged: nothing of P7 needs data.
papers --small --figure P7 one.html >/dev/null 2>log || die "P7: $(tail -1 log)"
same "$(numbers)" 6
same "$(grep -c ',PASS,1,' results.csv)" 3
same "$(grep -c 'not run yet' one.html)" 0
same "$(grep -c '<h3' one.html)" 1
grep -q 'Values' one.html || die 'P7: no table'
same "$(run_again)" ''
forget '/figure11,PASS/d'
same "$(run_again)" 1
same "$(numbers)" 6
forget 's/^\(.*figure7,PASS,1,\)[0-9a-f]*/\10123456789ab/; s/^\(.*figure12,PASS,1,.*\),[^,]* cores of [^,]*/\1,3 cores of another/'
same "$(run_again)" 2
forget '$d'
printf 'build/bin/upcrun -n 4 build/examples/figure12,PA' >>results.csv
same "$(run_again)" 1
same "$(numbers)" 6

# A simulated figure: the printed products, and the faster forms.
if BUILD=$build "$tools/has_conduit" sim; then
  papers --small --minutes 10 --figure P1 one.html >/dev/null 2>log || die "P1: $(tail -1 log)"
  for program in printed-1 printed-7 'matmul.sim .*--plain'; do
    grep -q -- "-n 4 build/papers/$program.*,gflops,[1-9]" results.csv || die "P1: no rate of $program"
  done
fi

# A launcher whose programs take 6 s on one thread, 3 s on two; the peer fails.
mkdir -p fake/bin fake/apps
cat >fake/bin/upcrun <<'END'
#!/bin/bash
case "$*" in *apps/tasks*) echo "{\"app\": \"tasks\", \"seconds_min\": $((6 / $2)).0}" ;; *) echo 'no such program' >&2; exit 3 ;; esac
END
chmod +x fake/bin/upcrun
touch fake/apps/tasks
mkdir fake/bench
printf '#!/bin/sh\nexit 3\n' >fake/bench/tasks_gcc
chmod +x fake/bench/tasks_gcc
launcher=$dir/fake
rm results.csv
papers --figure TT2 fake.html >/dev/null 2>log && die 'commands that fail: status 0'
grep -q 'the conduit sim is not built' log || die "what is not built: $(tail -1 log)"
[ "$(nproc)" = 1 ] || grep -q '<td>here, near threads<td>speed-up<td class="n">1<td class="n">2\(<\|$\)' fake.html || die 'a speed-up of 2 is not in the table'
sed -i '/-n 2/s/,[^,]* cores of [^,]*/,3 cores of another/' results.csv
papers --figure TT2 --minutes 0 fake.html >/dev/null 2>&1
! grep -q 'here, near threads<td>speed-up<td class="n">1<td class="n">[0-9]' fake.html || die 'a speed-up from two machines'
papers --figure TT2 --minutes 0 fake.html >/dev/null 2>&1 || die 'without time: a failure'

# An interrupted run ends with a page and what it has.
cat >fake/bin/upcrun <<'END'
#!/bin/bash
[ -e "$FIRST" ] && exec sleep 100
touch "$FIRST"
echo PASS
END
export FIRST=$dir/first
mkdir fake/examples
touch fake/examples/figure{7,11,12}
rm results.csv
(export BUILD=$launcher; exec "$top/companions/papers/run" --results "$dir/results.csv" --figure P7 cut.html >/dev/null 2>log) &
running=$!
for ((i = 0; i < 300; i++)); do [ -e results.csv ] && grep -q '^2 of' log && break; sleep 0.1; done
kill -INT $running
wait $running
same $? 130
grep -q '<h3 id="P7">' cut.html || die 'an interrupted run: no page'
same "$(numbers)" 1
unset launcher

# All figures from what is kept: each that has published numbers; these numbers; a figure that is not there.
papers --minutes 0 all.html >/dev/null 2>&1 || die 'all figures'
for figure in $(sed '1d; s/,.*//' "$top/companions/papers/published.csv" | sort -u); do
  grep -q "<h3 id=\"$figure\">" all.html || die "no figure $figure"
done
grep -q '<td class="n">28.8' all.html || die 'P8: no 28.8 TFlop/s'
! grep -q '<script\|<link\|src=\|href="[^#]' all.html || die 'the page needs the network'
papers --figure P99 none.html 2>message && die 'a figure that is not there'
grep -q 'there is no figure P99, must be one of: P1 ' message || die "$(cat message)"
echo PASS
