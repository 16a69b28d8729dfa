#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-compare --change: the times of both machines, the links, the fastest schedule of each, and the bars. What is right
# follows from the machine's words: 10^7 bytes take 10 ms at 1 GB/s. A broadcast to 15 others, of messages that take the
# root 10 us each, takes 150 us and a latency from the root alone; by a binomial tree 40 us and four latencies. The fastest map
# changes with a word too.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$top/companions/sim/tests/compare.upc" -o compare || die 'compare.upc'
compared() { limited 120 "$build/bin/upc-stride-compare" "$@" >out 2>err || { cat out err; die "$*"; }; }
cell() { awk -F ' *\\| *' -v row="$1" -v column="$2" '$2 == row { print $(column + 1) }' out; }
near() { # NUMBER WANTED
  awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a >= 0.99 * b && a <= 1.01 * b) }' || { cat out; die "$3: $1, expected $2"; }
}

compared -n 2 --machines 'flat,link-bandwidth=1GB/s' --change link-bandwidth=500MB/s --plot bars.svg ./compare put
near "$(cell 'by rules' 3)" 0.010 'as given'
near "$(cell 'by rules' 5)" 0.020 'half the bandwidth'
near "$(cell 'by rules' 7)" 100 'the difference'
link=$(cell 'by rules' 4) changed=$(cell 'by rules' 6)
[ -n "$link" ] && [ "$link" != - ] && [ "${link%%,*}" = "${changed%%,*}" ] || { cat out; die "the busiest link: $link, $changed"; }
[ "$(grep -c '<rect' bars.svg)" = 2 ] || die 'not two bars'
sed -n 's/.*<rect.* width="\([0-9.]*\)".*/\1/p' bars.svg >widths
near "$(sed -n 2p widths)" "$(awk 'NR == 1 { print 2 * $1 }' widths)" 'the second bar'

compared -n 16 --machines 'flat,send-time=10us,receive-time=0,link-latency=1us,barrier-round-time=1us' --change link-latency=1ms \
  --schedules 'broadcast=flat broadcast=binomial' ./compare broadcast
grep -q '^fastest as given: broadcast=binomial, ' out || { cat out; die 'as given, the tree is faster'; }
grep -q '^fastest with link-latency=1ms: broadcast=flat, ' out || { cat out; die 'with a long latency, the root alone is'; }
for schedule in flat binomial; do
  grep -q "^| broadcast=$schedule | - |" out || { cat out; die "no row of $schedule"; }
done

# The schedules that rules choose: one list where they are the same, two where the word changes them.
by_rules() { sed -n "/^by rules$1:\$/,/^\$\|^by/p" out | sed -n 's/^  //p'; }
same "$(by_rules '')" "broadcast of 8 bytes among 16 threads: $(UPC_STRIDE_VERBOSE=1 "$build/bin/upcrun" -machine=flat -n 16 \
  ./compare broadcast 2>&1 | sed -n 's/^upc_stride_broadcast: 8 bytes, team of 16: \([^ ]*\) .*/\1/p')" || { cat out; die 'by rules'; }
compared -n 16 --machines flat --change threads-per-node=4 ./compare broadcast
grep -q ': hierarchical' <<<"$(by_rules ', with threads-per-node=4')" && ! grep -q ': hierarchical' <<<"$(by_rules ', as given')" ||
  { cat out; die 'with four threads on a node, the leaders of nodes take part first'; }

# The best map of a program: in X,T pairs share a node, in T,X threads that are half the job apart. On a ring of four nodes with
# two threads each, the first takes 10^7 bytes at 4 GB/s, and 1,000 puts with an answer over two links. The second takes 10^7
# bytes of both threads of a node at 1 GB/s.
ring='flat,torus=4,threads-per-node=2,link-latency=1us,link-bandwidth=1GB/s,near-bandwidth=4GB/s,send-time=0,receive-time=0'
compared -n 8 --machines "$ring" \
  --change link-latency=20us --maps 'X,T T,X' ./compare grid
of_map() { awk -F ' *\\| *' -v map="$1" -v column="$2" '$3 == map { print $(column + 1) }' out; }
near "$(of_map X,T 3)" 0.0065 'X,T as given'
near "$(of_map T,X 3)" 0.020 'T,X as given'
near "$(of_map X,T 5)" 0.0825 'X,T with a long latency'
near "$(of_map T,X 5)" 0.020 'T,X with a long latency'
grep -q '^fastest as given: by rules, X,T, ' out || { cat out; die 'as given, the pairs should share a node'; }
grep -q '^fastest with link-latency=20us: by rules, T,X, ' out || { cat out; die 'with a long latency, the short puts should stay in it'; }

for wrong in '--maps XT' '--plot bars.svg' '--change link-bandwidth=fast' '--change x --machines flat\ lassen' '--change x --plot bars.png'; do
  eval "limited 60 \"$build/bin/upc-stride-compare\" -n 2 $wrong ./compare put" >out 2>err && { cat out; die "accepts $wrong"; }
  [ "$(wc -l <err)" = 1 ] || { cat err; die "$wrong: not one line"; }
done
echo PASS
