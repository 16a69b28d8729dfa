/* SPDX-License-Identifier: BSD-3-Clause
 * Disjoint teams at the same time. Row 0 of the threads broadcasts and exchanges within itself. The other threads do so
 * within their columns, many more times, inside upc_forall and between upc_notify and upc_wait. One team sleeps for a
 * while; the others must go on.
 * usage: disjoint [calls] */
#include "world.h"

static world_array_t D, S;
static int P, Q;

static upc_stride_array_t square(void) {
  size_t shape[2], block[2] = {2, 3};
  int grid[2];
  shape[0] = (size_t)P * 2, shape[1] = (size_t)Q * 3;
  grid[0] = P, grid[1] = Q;
  return upc_stride_all_alloc(2, shape, block, 4, 2, grid);
}

static int *mine(upc_stride_array_t A, int row, int column) {
  size_t at[2];
  at[0] = (size_t)row * 2, at[1] = (size_t)column * 3;
  return (int *)(shared [] int *)upc_stride_at(A, at);
}

static shared void *at(upc_stride_array_t A, int row, int column) {
  size_t index[2];
  index[0] = (size_t)row * 2, index[1] = (size_t)column * 3;
  return upc_stride_at(A, index);
}

static void expect(int call, int got, int wanted) {
  if (got != wanted) world_fail("call", call, 0, (unsigned)wanted, (unsigned)got);
}

/* A broadcast and an exchange with pieces of 1 int among `n` threads. The caller is thread `me` of them. */
static void both(upc_stride_section_t dst, upc_stride_section_t src, int *to, int *from, int call, int n, int me,
                 int root,
                 shared void *root_src) {
  int j;
  from[0] = call * 100 + me;
  upc_stride_broadcast(dst, root_src, 4, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  expect(call, to[0], call * 100 + root);
  if (n > 6) return;
  for (j = 0; j < n; j++) from[j] = call * 100 + me * 10 + j;
  upc_stride_exchange(dst, src, 4, 0);
  for (j = 0; j < n; j++) expect(call, to[j], call * 100 + j * 10 + me);
}

static void along_row(int call, int row, int column) {
  both(UPC_SECTION(D.array, UPC_STRIDE_AT(row)), UPC_SECTION(S.array, UPC_STRIDE_AT(row), UPC_STRIDE_ALL),
       mine(D.array, row, column), mine(S.array, row, column), call, Q, column, call % Q, at(S.array, row, call % Q));
}

static void along_column(int call, int row, int column) {
  int n = P - 1, root = 1 + call % n;
  both(UPC_SECTION(D.array, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_AT(column)),
       UPC_SECTION(S.array, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_AT(column)), mine(D.array, row, column),
       mine(S.array, row, column), call, n, row - 1, root - 1, at(S.array, root, column));
}

static void play(int calls) {
  int call, i, row = MYTHREAD / Q, column = MYTHREAD % Q;
  D.array = square();
  S.array = square();
  upc_notify;
  upc_forall (i = 0; i < THREADS; i++; i) {
    int times = row == 0 ? calls / 10 : column == 0 ? calls : calls / 2;
    for (call = 0; call < times; call++) {
      if (row == 0 && call == times / 2) {
        struct timespec t = {0, 30000000};
        nanosleep(&t, NULL);
      }
      if (row == 0) along_row(call, row, column);
      else along_column(call, row, column);
    }
  }
  upc_wait;
  upc_stride_all_free(D.array);
  upc_stride_all_free(S.array);
}

int main(int argc, char **argv) {
  int calls = world_start(argc, argv, 300);
  for (P = 1; P <= THREADS; P++) {
    if (THREADS % P != 0) continue;
    Q = THREADS / P;
    play(calls);
  }
  return world_verdict();
}
