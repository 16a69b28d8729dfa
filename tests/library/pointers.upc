/* SPDX-License-Identifier: BSD-3-Clause
 * The library's calls through function pointers, which are the functions that a program inlines otherwise: blocking and
 * split-phase, and with sections in variables. Each exchange transposes a matrix with one row a thread. */
#include "world.h"

enum { ROUNDS = 20 };

static void (*volatile blocking)(upc_stride_section_t, upc_stride_section_t, size_t, upc_flag_t);
static upc_stride_handle_t (*volatile starting)(upc_stride_section_t, upc_stride_section_t, size_t, upc_flag_t);

static upc_stride_array_t rows(void) {
  size_t shape[1], block[1];
  shape[0] = (size_t)THREADS * THREADS;
  block[0] = THREADS;
  return upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
}

static int *mine(upc_stride_array_t A) {
  size_t at[1];
  at[0] = (size_t)MYTHREAD * THREADS;
  return (int *)(shared [] int *)upc_stride_at(A, at);
}

int main(void) {
  upc_stride_array_t A = rows(), B = rows();
  upc_stride_section_t from = UPC_SECTION(A, UPC_STRIDE_ALL), to = UPC_SECTION(B, UPC_STRIDE_RANGE(0, THREADS - 1));
  upc_stride_handle_t h;
  int i;
  blocking = upc_stride_exchange, starting = upc_stride_exchange_nb;
  for (world_round = 0; world_round < ROUNDS; world_round++) {
    for (i = 0; i < THREADS; i++) mine(A)[i] = world_round * 10000 + MYTHREAD * 100 + i, mine(B)[i] = -1;
    upc_barrier;
    if (world_round % 2) {
      h = starting(to, from, sizeof(int), 0);
      upc_stride_wait(&h);
    } else {
      blocking(to, from, sizeof(int), 0);
    }
    for (i = 0; i < THREADS; i++)
      if (mine(B)[i] != world_round * 10000 + i * 100 + MYTHREAD)
        world_fail("exchange by pointer", MYTHREAD, (size_t)i, (unsigned)(world_round * 10000 + i * 100 + MYTHREAD),
                   (unsigned)mine(B)[i]);
  }
  upc_stride_all_free(A), upc_stride_all_free(B);
  return world_verdict();
}
