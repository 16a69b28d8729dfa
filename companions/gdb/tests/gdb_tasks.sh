#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# gdb shows the frames of a task up to its begin, on a stack of its own and on that of a function that waits for it, and
# the stacks of what does not run: main, which waits, and a task that is ready to go on.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" gdb || exit 77
gdb -batch -ex 'python print(1)' >/dev/null 2>&1 || { echo "this gdb has no Python"; exit 77; }
cp "$here/gdb_tasks.upc" .
"$UPCC" -w -g gdb_tasks.upc -o prog || die "gdb_tasks.upc does not compile"
line=$(grep -n '// here' gdb_tasks.upc | cut -d: -f1)
printf 'set pagination off\nbreak gdb_tasks.upc:%s\ncontinue\nbacktrace\nupc where\nupc tasks\ncontinue\nupc where\nupc tasks\n' "$line" >commands
UPC_GDB="gdb -batch -nx -x commands" limited 60 "$UPCRUN" -n 1 -gdb ./prog >out 2>err || die "status $?: $(cat out err)"
like() { grep -qE -- "$1" out || die "no line like '$1' in: $(cat out err)"; }
like_in() { grep -qE -- "$1" || die "no line like '$1' there: $(cat out err)"; }
like "^  #0 +deeper at gdb_tasks.upc:$line$"
like "^  #1 +task in main at gdb_tasks.upc:$(grep -n 'deeper(1)' gdb_tasks.upc | cut -d: -f1)$"
like "^  #2 +\(a task begins here\)$"
like "^  #1 +task in main at gdb_tasks.upc:$(grep -n 'deeper(2)' gdb_tasks.upc | cut -d: -f1)$"
like "^  #[0-9]+ +main at gdb_tasks.upc:"
first=$(grep -n '  first; ' gdb_tasks.upc | cut -d: -f1) waits=$(grep -n 'first = deeper(1)' gdb_tasks.upc | cut -d: -f1)
grep -A1 '^thread 0: main waits for a synchronisation variable to be full$' out | like_in "^  #0 +main at gdb_tasks.upc:$first$"
grep -A2 '^thread 0: a task is ready to go on$' out | like_in "^  #0 +task in main at gdb_tasks.upc:$waits$"
grep -q 'corrupt\|not saved\|inner to this frame' out && die "$(cat out)"
echo PASS
