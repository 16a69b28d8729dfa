#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -gdb attaches gdb to all threads; gdb's commands for UPC show threads, stacks, shared variables and
# pointers-to-shared, also of other threads. The argument is the conduit, smp if none.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" gdb || exit 77
gdb -batch -ex 'python print(1)' >/dev/null 2>&1 || { echo "this gdb has no Python"; exit 77; }
BUILD=$build "$tools/has_conduit" "${1:-smp}" || exit 77
cp "$here/gdb.upc" .
"$UPCC" -network="${1:-smp}" -g gdb.upc -o prog || die "gdb.upc does not compile"
line=$(grep -n '// here' gdb.upc | cut -d: -f1)

cat >commands <<EOF
set pagination off
set schedule-multiple on
break gdb.upc:$line
continue
echo ==threads\n
upc threads
echo ==where\n
upc where
echo ==values\n
upc print A[3][5]
upc print A[7][i+1]
upc print P[21]
upc print P[6].y
upc print *p
upc print p[i].x
upc print p
upc print cursor
upc print &A[3][5]
upc print &A[7][7]
upc print &P[6].y
upc print &p->y
upc print p->x
upc print p + 2
upc print *(p + 2)
upc print (*p).x
upc print *&P[21]
upc print A[3][5] + 7
upc print P[21].y * 2
upc whatis A
upc whatis P
upc whatis cursor
print p
print S
upc print i + 40
EOF
printf 'set pagination off\nbreak gdb.upc:%s\ncontinue\nupc print A[8][0]\n' "$line" >wrong

UPC_GDB="gdb -batch -nx -x commands" limited 60 "$UPCRUN" -n 4 -gdb ./prog >out 2>err || die "status $?: $(cat out err)"
has() { grep -qxF -- "$1" out || die "no line '$1' in: $(cat out err)"; }
like() { grep -qE -- "$1" out || die "no line like '$1' in: $(cat out err)"; }
for t in 0 1 2 3; do like "^thread $t  inferior $((t + 1)), process [0-9]+  "; done
like "^  #[0-9]+ +look at gdb.upc:$line$"
like "^  #[0-9]+ +main at gdb.upc:$(grep -n 'return look' gdb.upc | cut -d: -f1)$"
like "^threads? [0-3]"
same "$(sed -n '/^==where/,/^==values/p' out | grep '^thread' | grep -o '[0-9]-[0-9]\|[0-9]' |
  while read -r r; do seq ${r%-*} ${r#*-}; done | sort | tr -d '\n')" 0123
has 'A[3][5] = 35  (thread 0)'
has 'A[7][i+1] = 73  (thread 2)'
has 'P[21] = {x = 21, y = 10.5}  (thread 1, phase 1)'
has 'P[6].y = 3  (thread 1, phase 2)'
has '*p = {x = 5, y = 2.5}  (thread 1, phase 1)'
has 'p[i].x = 7  (thread 1, phase 3)'
like '^p = \(shared \[4\] struct pair \*\) thread 1, phase 1 at 0x[0-9a-f]+$'
like '^cursor = \(shared int \*\) thread 3, phase 0 at 0x[0-9a-f]+$'
like '^&A\[3\]\[5\] = \(shared \[\] int \*\) thread 0, phase 0 at 0x[0-9a-f]+$'
like '^&A\[7\]\[7\] = \(shared \[\] int \*\) thread 3, phase 0 at 0x[0-9a-f]+$'
like '^&P\[6\]\.y = \(shared \[\] double \*\) thread 1, phase 0 at 0x[0-9a-f]+$'
like '^&p->y = \(shared \[\] double \*\) thread 1, phase 0 at 0x[0-9a-f]+$'
like '^p \+ 2 = \(shared \[4\] struct pair \*\) thread 1, phase 3 at 0x[0-9a-f]+$'
has '*(p + 2) = {x = 7, y = 3.5}  (thread 1, phase 3)'
has 'p->x = 5  (thread 1, phase 1)'
has '(*p).x = 5  (thread 1, phase 1)'
has '*&P[21] = {x = 21, y = 10.5}  (thread 1, phase 1)'
like '^\$[0-9]+ = 42$'
like '^\$[0-9]+ = 21$'
has 'type = shared [2][3] int [8][8]: blocks of 2x3, dealt out to 4 threads in turn'
has 'type = shared [4] struct pair [16*THREADS]: blocks of 4, dealt out to 4 threads in turn'
has 'type = shared int *'
like '^\$[0-9]+ = \{thread 1, phase 1 at 0x[0-9a-f]+\}$'
like '^\$[0-9]+ = section <0, :> of array A, 8x8 elements of 4 bytes in blocks of 2x3, dealt out to 4 threads in turn'
like '^\$[0-9]+ = 42$'

UPC_GDB="gdb -batch -nx -x wrong" limited 60 "$UPCRUN" -n 2 -gdb ./prog >out 2>&1
grep -q 'subscript 0 of A is 8, must be in 0..7' out || die "$(cat out)"

# gdb's own run, of one thread
gdb -batch -nx -ex 'set follow-fork-mode child' -ex "break gdb.upc:$line" -ex run -ex bt ./prog >out 2>&1 </dev/null
grep -q 'hit Breakpoint 1, look ' out || die "gdb ./prog: $(cat out)"
objcopy -O binary --only-section=.debug_gdb_scripts --set-section-flags .debug_gdb_scripts=alloc prog script 2>/dev/null
tr -d '\0\1' <script | grep -qx '.*/upc-gdb.py' || die "prog does not name the script"
[ -r "$(tr -d '\0\1' <script)" ] || die "there is no $(tr -d '\0\1' <script)"
echo PASS
