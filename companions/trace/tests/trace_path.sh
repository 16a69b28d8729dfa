#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The critical path of upcrun -trace: each program has one cause of its time, which a line names with its thread and its call; the steps
# are the whole time, one after the other, in the table and in the timeline. The argument is the conduit, smp if none.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" "${1:-smp}" || exit 77
"$UPCC" -network="${1:-smp}" -O1 "$here/trace_path.upc" -o prog || die trace_path.upc

# once PROGRAM THREADS THREAD TEXT
once() {
  local call line
  call="trace_path.upc:$(grep -n "// $1\$" "$here/trace_path.upc" | cut -d: -f1): "
  limited 60 "$UPCRUN" -n "$2" -trace ./prog "$1" "$3" 2>err || { cat err; die "$1: it fails"; }
  line=$(sed -n '/critical path/,$ s/^  \([0-9]*%: \)\?//p' err | grep -v '^  ' | head -1)
  [[ $line = *"$4"* ]] || { cat err; die "$1: the line is '$line', and not '$4'"; }
  [ "$1" = even ] || [[ $line = *"$call"* ]] || { cat err; die "$1: the line is '$line', without $call"; }
  python3 - "$2" <<'EOF' || { cat err; die "$1: the timeline"; }
import json, sys
steps = [e for e in json.load(open('prog.trace.json'))['traceEvents'] if e.get('cat') == 'critical path']
told = [line for line in open('err') if 'critical path of' in line][0]
whole = float(told.split(' of ')[1].split()[0]) * 1e6
parts = sum(float(word.split('%')[0]) for word in told.split(': ', 2)[2].split(', '))
if not steps or any(not 0 <= e['tid'] < int(sys.argv[1]) for e in steps): sys.exit('no path of these threads')
if abs(steps[0]['ts']) > 0.01 or abs(steps[-1]['ts'] + steps[-1]['dur'] - whole) > 1: sys.exit('not the whole time')
if any(abs(a['ts'] + a['dur'] - b['ts']) > 0.01 for a, b in zip(steps, steps[1:])): sys.exit('a gap, or an overlap')
if not 99.4 < parts < 100.6: sys.exit(f'parts are {parts}%')
EOF
}

# The times are real ones: another program that takes the core of a thread is a cause, too. So there are five tries.
planted() {
  local try
  for try in 1 2 3 4 5; do (once "$@") >tried && return; done
  cat tried
  exit 1
}

planted slow_barrier 4 2 'thread 2 is late'
planted slow_barrier 3 0 'thread 0 is late'
planted slow_parts 3 1 'thread 1 is late'
planted root_is_late 4 0 'thread 0 is late'
planted in_turn 4 0 'computations of 4 threads follow each other'
planted even 3 0 'threads compute evenly nearly all the time'

# A timeline without its later events has no path.
UPC_TRACE_EVENTS=2 limited 60 "$UPCRUN" -n 2 -trace ./prog slow_barrier 2>err || die 'few events'
! grep 'critical path' err || die 'a path of few events'
echo PASS
