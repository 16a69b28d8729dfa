#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -trace on two hosts: one timeline has the threads of both, each host as a process of its own, and the table sums over
# all threads. Where a host has no common folder a line says whose records are not here.
#   trace_hosts.sh CONDUIT   (tests/tools/hosts)
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../../../tests/tools/common.sh"
cp "$here/trace.upc" .
"$UPCC" -network="$conduit" -O2 trace.upc -o prog || die "trace.upc does not compile"
limited 60 "$UPCRUN" -hosts=host0,host1 -n 4 -trace ./prog >out 2>err
same "$?" 7
python3 - <<'PYTHON' || { cat err; exit 1; }
import json
events = json.load(open('prog.trace.json'))['traceEvents']
hosts = {e['pid']: e['args']['name'] for e in events if e['name'] == 'process_name'}
threads = {e['tid']: hosts[e['pid']] for e in events if e['name'] == 'thread_name'}
assert threads == {0: 'host0', 1: 'host0', 2: 'host1', 3: 'host1'}, threads
for t in threads:
    mine = [e for e in events if e.get('tid') == t and e['ph'] == 'X' and e['name'] == 'upc_stride_broadcast']
    assert len(mine) == 3 and all(-1e6 < e['ts'] < 60e6 for e in mine), (t, mine)
PYTHON
grep -Eq "^ +[0-9.]+ +[0-9.]+ +[0-9.]+ +12 +[0-9]+ +[0-9]+  upc_stride_broadcast at trace.upc:35$" err || die "no row: $(cat err)"
same "$(echo prog.trace*)" prog.trace.json
limited 60 "$UPCRUN" -hosts=host0,host1 -n 4 -tracefile=/tmp/t.json ./prog >out 2>err # each host has its own /tmp
same "$?" 7
grep -q 'the records of 2 of 4 threads are not here: their hosts have no common folder' err || die "$(cat err)"
"$UPCRUN" -hosts=host0,host1 -n 4 -gdb ./prog >out 2>&1
same "$? $(cat out)" '2 upcrun: -gdb: gdb attaches to threads of this host alone'
echo PASS
