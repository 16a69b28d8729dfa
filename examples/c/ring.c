/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A ring, as with coarrays: each thread writes a number into the next one's memory and posts an event there. It waits
 * for its two neighbours alone. So each number comes to all threads. */
#include <stdio.h>
#include <upc_stride.h>

static upc_stride_pointer_t on(upc_stride_array_t A, int thread) {
  const size_t index[] = {(size_t)thread};
  return upc_stride_at(A, index);
}

int main(void) {
  upc_stride_init(NULL);
  const int p = upc_stride_threads(), me = upc_stride_mythread(), next = (me + 1) % p, last = (me + p - 1) % p;
  const size_t threads[] = {(size_t)p}, one[] = {1};
  upc_stride_array_t passed = upc_stride_all_alloc(1, threads, one, sizeof(int), 0, NULL);      /* int passed[*] */
  upc_stride_array_t arrived = upc_stride_all_alloc(1, threads, one, sizeof(unsigned long), 0, NULL);
  upc_stride_array_t read = upc_stride_all_alloc(1, threads, one, sizeof(unsigned long), 0, NULL);
  int number = me, sum = me, step;
  for (step = 1; step < p; step++) {
    if (step > 1) upc_stride_await(on(read, me), 1); /* the next thread has read the number before */
    upc_stride_put(on(passed, next), &number, sizeof number);
    upc_stride_post(on(arrived, next));
    upc_stride_await(on(arrived, me), 1);
    upc_stride_get(&number, on(passed, me), sizeof number);
    upc_stride_post(on(read, last));
    sum += number;
  }
  const int least = upc_stride_min(sum), most = upc_stride_max(sum);
  const int right = least == p * (p - 1) / 2 && most == least;
  if (me == 0) puts(right ? "PASS" : "FAIL");
  return upc_stride_finalize() || !right;
}
