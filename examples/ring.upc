/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A ring, as with Fortran's coarrays: each thread writes a number into the next one's memory and posts an event there.
 * It waits for its two neighbours alone. So each number comes to all threads.
 *
 *   upcc ring.upc -o ring && upcrun -n 4 ./ring
 */
#include <stdio.h>
#include <upc_stride_coll.h>

shared int passed[THREADS];                           /* integer :: passed[*]                     */
shared unsigned long arrived[THREADS], read[THREADS]; /* type(event_type) :: arrived[*], read[*]  */

int main(void) {
  const int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
  int number = MYTHREAD, sum = MYTHREAD, step;
  for (step = 1; step < THREADS; step++) {
    if (step > 1) upc_stride_await(&read[MYTHREAD], 1); /* the next thread has read the number before */
    passed[next] = number;                            /* passed[next] = number                    */
    upc_stride_post(&arrived[next]);                  /* event post (arrived[next])               */
    upc_stride_await(&arrived[MYTHREAD], 1);          /* event wait (arrived)                     */
    number = passed[MYTHREAD];
    upc_stride_post(&read[last]);
    sum += number;
  }
  printf("thread %d: the sum is %d\n", MYTHREAD, sum);
  return sum != THREADS * (THREADS - 1) / 2;
}
