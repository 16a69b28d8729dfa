#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The simulator's report counts the far accesses of a line that are made one at a time: as many as the program says; none
# where they are made together.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >chain.upc <<'U'
#include <stdio.h>
#include <upc_collective.h>
shared int A[100 * THREADS], far_reads[THREADS], all_far;
int main(void) {
  int k = MYTHREAD, sum = 0, far = 0, n = 100 * THREADS;
  for (int i = MYTHREAD; i < n; i += THREADS) A[i] = (i * 7 + 3) % n;
  upc_barrier;
  for (int i = 0; i < 500; i++) {
    far += upc_threadof(&A[k]) != MYTHREAD;
    sum += k = A[k];
  }
  upc_barrier;
  for (int i = 0; i < n; i++) sum += A[i];
  if (MYTHREAD == 1)
    for (int i = 0; i < 30; i++) {
      A[i * THREADS] = sum;
      upc_fence;
    }
  far_reads[MYTHREAD] = far;
  upc_all_reduceI(&all_far, far_reads, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0) printf("%d\n", all_far);
}
U
"$UPCC" -network=sim -O2 chain.upc -o chain || die 'chain.upc does not compile'
"$UPCRUN" -n 4 -machine=flat,host-factor=0 ./chain >out 2>report || die "chain ended with status $?"
{ echo "chain.upc:10: $(cat out)"; echo 'chain.upc:16: 30'; } | sort >expected
sed -n 's/^  \(.*\) far accesses, one at a time$/\1/p' report | sort >counted
same "$(cat counted)" "$(cat expected)"
# Two accesses of which LLVM makes one have no line; the next one is near enough.
cat >joined.upc <<'U'
#include <stdio.h>
#include <upc.h>
shared int A[4 * THREADS], B[4 * THREADS];
int main(int n, char **words) {
  int x;
  if (n > 1)
    x = A[n];
  else
    x = B[n + 1];
  printf("%d\n", x);
}
U
"$UPCC" -network=sim -O2 joined.upc -o joined || die 'joined.upc does not compile'
"$UPCRUN" -n 2 -machine=flat,host-factor=0 ./joined >out 2>report || die "joined ended with status $?"
grep -q '^  joined.upc:10: 1 far accesses' report || die "$(cat report)"
# What is fetched from one thread in several requests takes the time of one answer: a message each way, 1 s each.
cat >fetched.upc <<'U'
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
enum { ELEMENTS = 8000 };
static size_t list[ELEMENTS];
static double values[ELEMENTS];
int main(void) {
  const size_t shape = 2 * ELEMENTS, block = ELEMENTS;
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &block, sizeof(double), 0, NULL);
  for (int i = 0; i < ELEMENTS; i++) list[i] = (size_t)(ELEMENTS + i);
  upc_barrier;
  upc_tick_t began = upc_ticks_now();
  if (MYTHREAD == 0) {
    upc_stride_fetch(values, A, list, ELEMENTS, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    printf("%.0f s\n", (double)upc_ticks_to_ns(upc_ticks_now() - began) / 1e9);
  }
  upc_barrier;
  return 0;
}
U
"$UPCC" -network=sim -O2 fetched.upc -o fetched || die 'fetched.upc does not compile'
same "$("$UPCRUN" -n 2 -machine=flat,host-factor=0,link-latency=1s ./fetched 2>/dev/null)" '2 s'
