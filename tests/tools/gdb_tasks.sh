#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# gdb shows the frames of a task up to its begin, on a stack of its own and on that of a function that waits for it.
. "$(dirname "$0")/common.sh"
command -v gdb >/dev/null && gdb -batch -ex 'python print(1)' >/dev/null 2>&1 || { echo "gdb with Python is not installed"; exit 77; }
cp "$tools/gdb_tasks.upc" .
"$UPCC" -w -g gdb_tasks.upc -o prog || die "gdb_tasks.upc does not compile"
line=$(grep -n '// here' gdb_tasks.upc | cut -d: -f1)
printf 'set pagination off\nbreak gdb_tasks.upc:%s\ncontinue\nbacktrace\nupc where\ncontinue\nupc where\n' "$line" >commands
UPC_GDB="gdb -batch -nx -x commands" limited 60 "$UPCRUN" -n 1 -gdb ./prog >out 2>err || die "status $?: $(cat out err)"
like() { grep -qE -- "$1" out || die "no line like '$1' in: $(cat out err)"; }
like "^  #0 +deeper at gdb_tasks.upc:$line$"
like "^  #1 +task in main at gdb_tasks.upc:$(grep -n 'deeper(1)' gdb_tasks.upc | cut -d: -f1)$"
like "^  #2 +\(a task begins here\)$"
like "^  #1 +task in main at gdb_tasks.upc:$(grep -n 'deeper(2)' gdb_tasks.upc | cut -d: -f1)$"
like "^  #[0-9]+ +main at gdb_tasks.upc:"
grep -q 'corrupt\|not saved\|inner to this frame' out && die "$(cat out)"
echo PASS
