#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Several sources, objects and libraries in one command; C files are UPC too.
. "$(dirname "$0")/../common.sh"
echo '#include <upc.h>
shared int counter[THREADS]; int twice(int x); int thrice(int x);
#include <stdio.h>
int main(void) { counter[MYTHREAD] = twice(MYTHREAD) + thrice(MYTHREAD); upc_barrier;
  if (MYTHREAD == 0) printf("%d\n", counter[THREADS - 1]); return 0; }' >main.upc
echo 'int twice(int x) { return SCALE * x; }' >twice.c
echo '#include <upc.h>
extern shared int counter[THREADS]; int thrice(int x) { return 3 * x + (upc_threadof(&counter[0]) != 0); }' >thrice.upc
"$UPCC" -DSCALE=2 -c twice.c && ar rcs libtwice.a twice.o && "$UPCC" -c thrice.upc || exit 1
"$UPCC" main.upc thrice.o -L. -ltwice -o a1 && same "$("$UPCRUN" -n 3 ./a1)" 10
"$UPCC" -DSCALE=2 main.upc twice.c thrice.upc -o a2 && same "$("$UPCRUN" -n 3 ./a2)" 10
"$UPCC" -link-with="clang-${LLVM:-19} -v" main.upc twice.o thrice.o -o a3 2>err && same "$("$UPCRUN" -n 3 ./a3)" 10
grep -q 'clang version' err || die '-link-with= was not used'
"$UPCC" -shared-heap=3MB main.upc twice.o thrice.o -o a4 && same "$("$UPCRUN" -n 3 ./a4)" 10
"$UPCC" -T 3 -c thrice.upc -o thrice3.o && "$UPCC" -T 2 main.upc twice.o thrice3.o -o a5 && ./a5 2>err && die '-T 2 and -T 3 together'
grep -q 'main.upc was compiled for 2 threads (-T 2) and thrice.upc for 3' err || die "expected another message than $(cat err)"
"$UPCC" main.upc twice.o thrice3.o -o a6 && same "$(./a6)" 10 # any number of threads and three is three
echo 'int f(void); int main(void) { return f(); }' >cmain.c && "clang-${LLVM:-19}" -c cmain.c || exit 1
echo '#include <upc.h>
shared int y[THREADS]; int f(void) { y[MYTHREAD] = 0; return y[0]; }' >f.upc
"$UPCC" cmain.o f.upc -o a7 && ./a7 2>err && die 'a main of another compiler was taken'
grep -q 'main is not compiled by upcc' err || die "expected another message than $(cat err)"
"$UPCC" cmain.c f.upc -o a8 && ./a8 || die 'main in C'
