#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -trace: the timeline is JSON with each call, wait and byte of each thread at its line; the table sums them; the
# program's status is upcrun's; nothing is left behind. The argument is the conduit, smp if none.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" "${1:-smp}" || exit 77
cp "$here/trace.upc" .
"$UPCC" -network="${1:-smp}" -O2 trace.upc -o prog || die "trace.upc does not compile"

check() { # FILE THREADS: the timeline holds what the program does
  python3 - "$@" <<'EOF'
import json, sys
from collections import Counter
events = json.load(open(sys.argv[1]))['traceEvents']
threads = int(sys.argv[2])
def need(what, condition):
    if not condition: sys.exit('FAILED: ' + what)
names = [e['args']['name'] for e in events if e['ph'] == 'M' and e['name'] == 'thread_name']
need('a row for each thread', names == ['thread %d' % t for t in range(threads)])
for t in range(threads):
    mine = [e for e in events if e.get('tid') == t and e['ph'] != 'M']
    calls = Counter((e['name'], e['args']['at']) for e in mine if e['ph'] in 'Xb' and e['cat'] != 'wait')
    need('3 broadcasts of thread %d: %s' % (t, calls), calls['upc_stride_broadcast', 'trace.upc:35'] == 3)
    need('the split-phase one: %s' % calls, calls['upc_stride_broadcast_nb', 'trace.upc:39'] == 1)
    need('a barrier: %s' % calls, calls['upc_barrier', 'trace.upc:47'] == 1)
    need('a wait: %s' % calls, calls['upc_wait', 'trace.upc:45'] == 1)
    need('times', all(e['ts'] > -1e6 and e.get('dur', 0) >= 0 for e in mine))
    begun, ended = ([e['id'] for e in mine if e['ph'] == p] for p in 'be')
    need('ends of split-phase calls', sorted(begun) == sorted(ended))
    first = [e for e in mine if e['name'] == 'upc_stride_broadcast'][0]
    if threads > 1 and t:
        waited = [e for e in mine if e['cat'] == 'wait' and first['ts'] <= e['ts'] < first['ts'] + first['dur']]
        need('thread %d waits in its first broadcast' % t, waited)
    if t == 1:  # as long as the thread itself has seen
        seen = float(open('out').read().split()[0])
        need('the first broadcast takes 0.1 s, %s of %s us' % (first['dur'], seen), 95e3 < first['dur'] < 1.001 * seen + 5)
if threads > 1:
    moved = sum(e['args']['sent'] + e['args']['received'] for e in events if e.get('name') == 'upc_stride_broadcast')
    need('bytes: %d' % moved, moved >= 3 * (threads - 1) * 4096)
EOF
}

for n in 1 2 3 4; do
  limited 60 "$UPCRUN" -n $n -trace ./prog >out 2>err
  same "$?" "$([ $n = 1 ] && echo 0 || echo 7)"
  check prog.trace.json $n || { cat err; exit 1; }
  grep -q "upcrun: .*/prog.trace.json has the timeline of $n thread" err || die "no line: $(cat err)"
  grep -Eq "^ +[0-9.]+ +[0-9.]+ +[0-9.]+ +$((3 * n)) +[0-9]+ +[0-9]+  upc_stride_broadcast at trace.upc:35$" err ||
    die "no row for the broadcasts: $(cat err)"
  grep -Eq "^ +([0-9.]+) +\\1 .* upc_barrier at trace.upc:47$" err || die "a barrier does not wait all its time: $(cat err)"
  same "$(echo prog.trace*)" prog.trace.json
done

# What a job had recorded when it ended at once is there; the file's name is a choice; events beyond the room are counted.
UPC_TRACE_EVENTS=2 limited 60 "$UPCRUN" -n 3 -tracefile=t.json ./prog end >out 2>err
same "$?" 3
grep -q "the timeline has no room for [0-9]* later events" err || die "no word of lost events: $(cat err)"
grep -q "upc_stride_broadcast at trace.upc:35" err || die "no row: $(cat err)"
python3 -c 'import json; json.load(open("t.json"))' || die "t.json is not JSON"

"$UPCRUN" -n 2 -tracefile=/nowhere/t.json ./prog >out 2>err
same "$?" 2
grep -q "the trace /nowhere/t.json: No such file" err || die "$(cat err)"
"$UPCRUN" -n 2 -tracefile=none.json -notrace ./prog >out 2>err
test ! -e none.json || die "-notrace behind -tracefile= still writes a trace"
"$UPCRUN" -n 2 -t -trace ./prog >out 2>err || die "-t: $(cat err)"
grep -q 'UPC_TRACE=' out || die "-t does not show UPC_TRACE: $(cat out)"
echo PASS
