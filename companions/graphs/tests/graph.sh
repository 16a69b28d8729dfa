#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The picture of a graph of steps, and its timeline by upcrun -trace.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$UPCC" -O1 "$here/drawn.upc" -o prog || die "graph.upc does not compile"
limited 60 "$UPCRUN" -n 3 -trace ./prog picture.dot >out 2>&1 || die "prog: $(cat out)"
for line in 's1 [shape=box, label="mean\n6 parts, in each iteration"];' \
  's0 -> s1 [label="old\n4 messages, 32 bytes"];' 's1 -> s1 [label="new\n4 messages, 32 bytes", style=dashed];' \
  's1 -> s2 [label="new\n4 messages, 120 bytes"];'; do
  grep -qF -- "$line" picture.dot || die "the picture lacks: $line. It is: $(cat picture.dot)"
done
python3 - prog.trace.json <<'EOF2' || die "the timeline: $(cat out)"
import json, sys
events = [e for e in json.load(open(sys.argv[1]))['traceEvents'] if e['ph'] == 'X' and e['cat'] == 'call']
for thread in range(3):
    mine = [e['name'] for e in events if e['tid'] == thread]
    for name, count in ('fill', 2), ('mean', 10), ('report', 1 if thread == 0 else 0):
        if mine.count(name) != count: sys.exit('thread %d has %d of %s, not %d' % (thread, mine.count(name), name, count))
# The last iteration sends only what the last step needs: 8 of the 32 bytes are also for it.
sent = sum(e['args']['sent'] for e in events if e['name'] == 'mean')
if sent != 4 * 32 + 8 + 120: sys.exit('the steps have sent %d bytes' % sent)
EOF2
"$(dirname "$UPCC")/upc-stride-show" --flow picture.dot --trace prog.trace.json >shown || die "--flow: $(cat shown)"
for line in 'b  mean: 6 parts, in each iteration' '-> b mean   new: 4 messages, 32 bytes (to the next iteration)' \
  '-> c report   new: 4 messages, 120 bytes' '3 threads in'; do
  grep -qF -- "$line" shown || die "--flow lacks: $line. It has: $(cat shown)"
done
grep -qE '^ +0 \|[abc. ]{72}\|$' shown || die "the timeline of thread 0: $(cat shown)"

# A name with a colon and quotes.
sed 's/"mean"/"pass 1: the \\"mean\\""/' "$here/drawn.upc" >named.upc
"$UPCC" -O1 "-I$here" named.upc -o named || die "named.upc does not compile"
limited 60 "$UPCRUN" -n 3 -trace ./named named.dot >out 2>&1 || die "named: $(cat out)"
grep -qF 'pass 1: the "mean"' out || die "the table: $(cat out)"
"$(dirname "$UPCC")/upc-stride-show" --flow named.dot --trace named.trace.json >shown || die "--flow: $(cat shown)"
for line in 'b  pass 1: the "mean": 6 parts, in each iteration' '-> b pass 1: the "mean"   old: 4 messages, 32 bytes'; do
  grep -qF -- "$line" shown || die "--flow lacks: $line. It has: $(cat shown)"
done
grep -qE '^ +[0-9] \|.*b.*\|$' shown || die "the step has no letter in the timeline: $(cat shown)"

# Names with quotes, and waits by the thread that they are for.
cat >quoted.dot <<'EOF2'
digraph {
  s0 [shape=box, label="a \"b\" \\c\n1 part, first"];
  s1 [shape=box, label="d\n2 parts, last"];
  s0 -> s1 [label="v\n1 message, 8 bytes"];
}
EOF2
cat >quoted.json <<'EOF2'
{"ph":"X","pid":0,"tid":0,"ts":1.000,"dur":9.000,"name":"d","cat":"call"},
{"ph":"X","pid":0,"tid":1,"ts":2.000,"dur":3.500,"name":"waits for thread 0","cat":"wait"},
{"ph":"X","pid":0,"tid":1,"ts":6.000,"dur":1.000,"name":"waits for thread 2","cat":"wait"},
{"ph":"X","pid":0,"tid":2,"ts":1.000,"dur":9.000,"name":"d","cat":"call"},
EOF2
"$(dirname "$UPCC")/upc-stride-show" --flow quoted.dot --trace quoted.json >shown || die "--flow: $(cat shown)"
for line in 'a  a "b" \c: 1 part, first' 'thread 1 waits 3.500 us for thread 0, 1.000 us for thread 2'; do
  grep -qF -- "$line" shown || die "--flow lacks: $line. It has: $(cat shown)"
done
echo PASS
