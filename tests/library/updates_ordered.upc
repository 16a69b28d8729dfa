/* SPDX-License-Identifier: BSD-3-Clause
 * Updates of integers of 8 bytes, which take the short way, and fetches, in numbers about the limits inside: those that
 * are kept back (16), those whose elements are on their way (24), and more than all that may be under way (128 KB). The
 * operation changes at each fence, and once between two fences too. So an update that is applied before or after its
 * fence gives another result.
 * usage: updates_ordered [most [seed]]: `most` updates of a thread between two fences at most */
#include "world.h"

#include <stdint.h>

enum { CELLS = 61 };                    /* on each thread: that of a number n is n % THREADS, as with blocks of one */

static upc_stride_array_t table;
static uint64_t *expected;              /* of all cells */
static uint64_t *values;
static size_t *list;

static shared void *cell(size_t i) { return upc_stride_at(table, &i); }

/* Number n of a thread's updates; `same`: all of them are of few cells of one thread. */
static size_t cell_of(int thread, int n, int same) {
  uint64_t bits = (random_state + (unsigned)thread * 7919u + (unsigned)n) * 0x9E3779B97F4A7C15u;
  if (same) return (size_t)((unsigned)world_round % THREADS + (size_t)(bits >> 40) % 2 * THREADS);
  return (size_t)(bits >> 33) % (size_t)(CELLS * THREADS);
}
static uint64_t value_of(int thread, int n) {
  return ((unsigned)thread * 1000003u + (unsigned)n) * 0xBF58476D1CE4E5B9u;
}

static void compare(int n) {
  int i;
  for (i = 0; i < n; i++)
    if (values[i] != expected[list[i]])
      world_fail("cell", (int)list[i], (size_t)i, (unsigned)expected[list[i]], (unsigned)values[i]);
}

/* n updates of each thread by one operation, then a fence; and n elements fetched. */
static void phase(int n, int same, upc_op_t op) {
  int t, i;
  for (t = 0; t < THREADS; t++)
    for (i = 0; i < n; i++) {
      uint64_t *at = &expected[cell_of(t, i, same)];
      *at = op == UPC_ADD ? *at + value_of(t, i) : *at ^ value_of(t, i);
    }
  for (i = 0; i < n; i++) {
    uint64_t value = value_of(MYTHREAD, i);
    upc_stride_update(cell(cell_of(MYTHREAD, i, same)), op, UPC_UINT64, &value);
  }
  upc_stride_update_fence();
  for (i = 0; i < n; i++) list[i] = cell_of((MYTHREAD + 1) % THREADS, i, same);
  upc_stride_fetch(values, table, list, (size_t)n, 0); /* nobody updates before all have their elements */
  compare(n);
}

/* Between two fences three operations on cells of the next thread: of 4 bytes, and both short ways. */
static void mixed(int n) {
  int t, i;
  for (t = 0; t < THREADS; t++)
    for (i = 0; i < n; i++) {
      size_t at = (size_t)((t + 1) % THREADS) + (size_t)(i % 20) * THREADS;
      uint32_t half = (uint32_t)value_of(t, i), old;
      memcpy(&old, &expected[at], sizeof old);
      old += half;
      memcpy(&expected[at], &old, sizeof old);
      expected[at + 20 * THREADS] += value_of(t, i);
      expected[at + 40 * THREADS] ^= value_of(t, i);
    }
  for (i = 0; i < 3 * n; i++) {
    size_t at = (size_t)((MYTHREAD + 1) % THREADS) + (size_t)(i % n % 20) * THREADS;
    uint64_t value = value_of(MYTHREAD, i % n);
    uint32_t half = (uint32_t)value;
    if (i < n) upc_stride_update(cell(at), UPC_ADD, UPC_UINT32, &half);
    else if (i < 2 * n) upc_stride_update(cell(at + 20 * THREADS), UPC_ADD, UPC_UINT64, &value);
    else upc_stride_update(cell(at + 40 * THREADS), UPC_XOR, UPC_UINT64, &value);
  }
  upc_stride_update_fence();
}

static void compare_all(void) {
  int i;
  for (i = 0; i < CELLS * THREADS; i++) list[i] = (size_t)i;
  upc_stride_fetch(values, table, list, CELLS * THREADS, 0);
  compare(CELLS * THREADS);
}

int main(int argc, char **argv) {
  static const int counts[] = {0, 1, 2, 15, 16, 17, 18, 23, 24, 25, 26, 47, 48, 49, 65, 340, 341, 342, 343, 683};
  enum { COUNTS = sizeof counts / sizeof counts[0] };
  size_t shape[1] = {(size_t)CELLS * THREADS}, block[1] = {1};
  int most = world_start(argc, argv, 30000), least = counts[COUNTS - 1], enough;
  if (least < CELLS * THREADS) least = CELLS * THREADS;
  enough = most > least ? most : least;
  table = upc_stride_all_alloc(1, shape, block, sizeof(uint64_t), 0, NULL);
  expected = calloc(shape[0], sizeof *expected);
  values = malloc((size_t)enough * sizeof *values);
  list = malloc((size_t)enough * sizeof *list);
  for (world_round = 0; world_round < 2 * COUNTS; world_round++) {
    int n = counts[world_round % COUNTS], same = world_round >= COUNTS;
    world_dawdle();
    phase(n, same, UPC_ADD);
    phase(n, same, UPC_XOR);
    if (n > 0) mixed(n);
  }
  for (; world_round < 2 * COUNTS + 4; world_round++) {
    phase(most, world_round % 2, UPC_ADD);
    phase(most - 1, world_round % 2, UPC_XOR);
  }
  compare_all();
  return world_verdict();
}
