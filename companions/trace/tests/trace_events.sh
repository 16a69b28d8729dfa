#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -trace records a program's own events (pupc.h): from start to end, moments, and nothing while pupc_control says
# so. A number that no event has ends a traced program.
. "$(dirname "$0")/../../../tests/tools/common.sh"
cp "$here/trace_events.upc" .
"$UPCC" -O2 trace_events.upc -o prog || die "trace_events.upc does not compile"
limited 60 "$UPCRUN" -n 2 -trace ./prog 2>err || die "status $?: $(cat err)"
python3 - <<'EOF' || { cat err; exit 1; }
import json, sys
from collections import Counter
events = json.load(open('prog.trace.json'))['traceEvents']
for t in 0, 1:
    mine = [e for e in events if e.get('tid') == t and e['ph'] != 'M']
    found = Counter((e['ph'], e['name']) for e in mine)
    wanted = {('b', 'outer "event"'): 1, ('e', 'outer "event"'): 1, ('b', 'inner'): 3, ('e', 'inner'): 3,
              ('i', 'moment'): 1, ('X', 'upc_barrier'): 1}
    for key in wanted:
        if found[key] != wanted[key]: sys.exit('FAILED: %s %d times on thread %d, not %d' % (key, found[key], t, wanted[key]))
    time = {p: [e['ts'] for e in mine if e['ph'] == p and e['name'] == 'inner'] for p in 'be'}
    if min(time['e']) - max(time['b']) < 20000: sys.exit('FAILED: the inner events last %s' % time)
    if any(e['cat'] != 'event' for e in mine if e['ph'] in 'bei'): sys.exit('FAILED: a category')
EOF
grep -Eq '^ +[0-9.]+ +[0-9.]+ +[0-9.]+ +6 +0 +0  inner$' err || die "no row for the inner events: $(cat err)"
for n in 0 24; do
  limited 60 "$UPCRUN" -n 1 -trace ./prog $n 2>err
  same "$?" 1
  grep -q "pupc_event_start: pupc_create_event has returned no event $n" err || die "$(cat err)"
done
limited 60 "$UPCRUN" -n 1 ./prog 24 2>err || die "without a trace: $(cat err)"
same "$(cat err)" ''
echo PASS
