// SPDX-License-Identifier: BSD-3-Clause
// race: 27 29
// Elements that are changed at once have no race among each other. What comes before a post is ordered with what comes
// behind an await of it, and what comes before a wait of a pair with what comes behind it. A plain read of a counter
// that others change has a race.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

shared int data[THREADS], more[THREADS];
shared long counter, plain;
shared unsigned long event[THREADS];

int main(void) {
  const int left = (MYTHREAD + THREADS - 1) % THREADS, right = (MYTHREAD + 1) % THREADS;
  const int neighbours[] = {left, right}, count = left == right ? 1 : 2;
  const long one = 1;
  long before;
  upc_stride_fetch_op(&before, &counter, UPC_ADD, UPC_LONG, &one);
  upc_stride_compare_swap(NULL, &counter, UPC_LONG, &before, &one);
  data[right] = MYTHREAD;
  upc_stride_post(&event[right]);
  upc_stride_await(&event[MYTHREAD], 1);
  int sum = data[MYTHREAD];
  more[MYTHREAD] = sum;
  upc_stride_sync_threads(neighbours, count);
  sum += more[left] + more[right];
  if (MYTHREAD == 0) upc_stride_fetch_op(NULL, &plain, UPC_ADD, UPC_LONG, &one);
  ORDER(upc_barrier);
  if (MYTHREAD == THREADS - 1) sum += (int)plain;
  return upc_stride_sum(sum) < 0;
}
