/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A shared counter with load balance, as NGA_Read_inc of Global Arrays: pieces of work of very different size. A thread
 * that has done one takes the number of the next piece from the counter. So nobody waits while there are pieces left.
 */
#include <stdio.h>
#include <upc_stride.h>

#define PIECES 2000

/* Collatz's steps from n to 1. */
static long work(long n) {
  long steps = 0;
  for (; n > 1; steps++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main(void) {
  const size_t one_element[] = {1}, first[] = {0};
  const long one = 1;
  long piece, done = 0, steps = 0, expected = 0;
  upc_stride_init(NULL);
  upc_stride_array_t A = upc_stride_all_alloc(1, one_element, one_element, sizeof(long), 0, NULL);
  const upc_stride_pointer_t counter = upc_stride_at(A, first);
  for (;;) {
    upc_stride_fetch_op(&piece, counter, UPC_ADD, UPC_LONG, &one);
    if (piece >= PIECES) break;
    steps += work(piece);
    done++;
  }
  steps = upc_stride_sum(steps);
  done = upc_stride_max(done);
  for (piece = 0; piece < PIECES; piece++) expected += work(piece);
  if (upc_stride_mythread() == 0)
    printf("a thread did %ld of %d pieces at most\n%s\n", done, PIECES, steps == expected ? "PASS" : "FAIL");
  upc_stride_finalize();
  return steps != expected;
}
