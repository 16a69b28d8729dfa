/* SPDX-License-Identifier: BSD-3-Clause
 * Mistakes that only the team can find. The last thread makes one mistake a run. In checked mode the program ends
 * within a second with a line that names thread and argument. Without a CASE there is no mistake, and checked mode
 * reports none.
 * usage: disagree [CASE] */
#include "world.h"

#include <limits.h>

static upc_stride_array_t A, B;
static int wrong;                                  /* 1 on the thread that makes the mistake */

static upc_stride_section_t row(int i) { return UPC_SECTION(A, UPC_STRIDE_AT(i), UPC_STRIDE_ALL); }

static shared void *block(upc_stride_array_t X, int i, int j) {
  size_t at[2];
  at[0] = (size_t)i, at[1] = (size_t)j * 64;
  return upc_stride_at(X, at);
}

static void wait_long(void) {
  struct timespec t = {20, 0};
  nanosleep(&t, NULL);
}

static void less(const void *in, void *inout, size_t n) {
  const int *x = in;
  int *y = inout;
  for (; n > 0; n--, x++, y++) *y = *x < *y ? *x : *y;
}

static void greater(const void *in, void *inout, size_t n) {
  const int *x = in;
  int *y = inout;
  for (; n > 0; n--, x++, y++) *y = *x > *y ? *x : *y;
}

static void play(const char *c) {
  int *perm = malloc(sizeof(int) * THREADS), i;
  size_t *counts = malloc(sizeof(size_t) * THREADS);
  upc_stride_section_t b = UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_ALL);
  for (i = 0; i < THREADS; i++) perm[i] = i, counts[i] = 4;
  if (strcmp(c, "len") == 0) upc_stride_broadcast(row(0), block(B, 0, 0), wrong ? 16 : 8, 0);
  if (strcmp(c, "root") == 0) upc_stride_broadcast(row(0), block(B, 0, wrong), 8, 0);
  if (strcmp(c, "section") == 0) upc_stride_broadcast(row(wrong), block(B, 0, 0), 8, 0);
  if (strcmp(c, "flags") == 0) upc_stride_exchange(row(0), b, 8, wrong ? UPC_IN_MYSYNC : 0);
  if (strcmp(c, "op") == 0) upc_stride_reduce(block(A, 0, 0), b, 2, wrong ? UPC_MAX : UPC_ADD, UPC_INT, NULL, 0);
  if (strcmp(c, "perm") == 0) {
    if (wrong) perm[0] = 1, perm[1] = 0;
    upc_stride_permute(row(0), b, perm, 8, 0);
  }
  if (strcmp(c, "counts") == 0) {
    counts[0] += (size_t)wrong;
    upc_stride_gatherv(block(A, 0, 0), b, counts, NULL, 0);
  }
  if (strcmp(c, "operation") == 0 && wrong) upc_stride_scatter(row(0), block(B, 0, 0), 8, 0);
  if (strcmp(c, "operation") == 0 && !wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  if (strcmp(c, "split") == 0) {
    upc_stride_handle_t h = upc_stride_broadcast_nb(row(0), block(B, 0, 0), wrong ? 16 : 8, 0);
    while (!upc_stride_test(&h)) {}
  }
  if (strcmp(c, "barrier") == 0) {
    if (!wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    upc_barrier;
    wait_long();
  }
  if (strcmp(c, "alloc") == 0) { /* the library has no work for the runtime, which sleeps */
    if (!wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
    upc_all_alloc(THREADS, 8);
  }
  if (strcmp(c, "func") == 0)
    upc_stride_reduce(block(A, 0, 0), b, 2, UPC_FUNC, UPC_INT, wrong ? greater : less, 0);
  if (strcmp(c, "exit") == 0 && wrong) exit(0);
  if (strcmp(c, "next") == 0 && wrong) upc_stride_gather(block(A, 0, 0), b, 8, 0);
  if (strcmp(c, "exit") == 0 || strcmp(c, "next") == 0) upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  if (strcmp(c, "other") == 0) { /* by its arguments it is no member */
    upc_stride_section_t some = UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(0, THREADS - 1 - wrong));
    upc_stride_broadcast(some, block(B, 0, 0), 8, 0);
    upc_barrier;
    wait_long();
  }
  if (strcmp(c, "order") == 0) /* three pairs of threads 0, 1 and 2: each waits for the next */
    for (i = 0; i < 2 && MYTHREAD < 3; i++) {
      int x = (int)(MYTHREAD - i + 3) % 3, y = (x + 1) % 3;
      upc_stride_exchange(UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_STEP(x, y - x, y)),
                          UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_STEP(x, y - x, y)), 8, 0);
    }
  if (strcmp(c, "overlap") == 0) upc_stride_exchange(row(0), UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_ALL), 4, 0);
  if (strcmp(c, "second") == 0) /* into the block that contains it, which is not the first of its thread */
    upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_ALL), (shared void *)((shared [] char *)block(A, 1, 0) + 4), 8, 0);
  if (strcmp(c, "slots") == 0) /* pieces of other threads into the blocks that are read */
    upc_stride_gather_all(UPC_SECTION(A, UPC_STRIDE_ALL), row(1), 4, 0);
  if (strcmp(c, "type") == 0) upc_stride_reduce(block(A, 0, 0), b, 2, UPC_ADD, wrong ? UPC_FLOAT : UPC_INT, NULL, 0);
  if (strcmp(c, "nelems") == 0) upc_stride_prefix_reduce(row(0), b, 2 + (size_t)wrong, UPC_ADD, UPC_INT, NULL, 0);
  if (strcmp(c, "displs") == 0) {
    size_t *displs = malloc(sizeof(size_t) * THREADS);
    for (i = 0; i < THREADS; i++) displs[i] = 8 * (size_t)i + (i == 1 && wrong ? 4 : 0);
    upc_stride_gather_allv(row(0), b, counts, displs, 0);
  }
  if (strcmp(c, "elements") == 0) {
    upc_stride_interval_t some = UPC_STRIDE_RANGE(wrong, wrong + 64 * THREADS - 2);
    upc_stride_copy(UPC_SECTION(A, UPC_STRIDE_AT(0), some),
                    UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(0, 64 * THREADS - 2)), 0);
  }
  if (strcmp(c, "alpha") == 0 || strcmp(c, "beta") == 0 || strcmp(c, "dims") == 0) {
    static const int same[2] = {0, 1}, swapped[2] = {1, 0};
    const int one = 1, two = 2;
    upc_stride_interval_t rows = UPC_STRIDE_RANGE(0, 1), columns = UPC_STRIDE_STEP(0, 128, 128); /* threads 0, 2 */
    upc_stride_section_t D = UPC_SECTION(A, rows, columns), S = UPC_SECTION(B, rows, columns);
    const int *alpha = wrong && c[0] == 'a' ? &two : &one, *beta = wrong && c[0] == 'b' ? &two : NULL;
    upc_stride_transform(D, S, wrong && c[0] == 'd' ? swapped : same, alpha, beta, UPC_INT, 0);
  }
  if (strcmp(c, "array") == 0) upc_stride_exchange(wrong ? b : row(0), wrong ? row(0) : b, 8, 0);
  if (strcmp(c, "view") == 0 || strcmp(c, "view_grid") == 0) { /* the same memory in other blocks */
    size_t all[2] = {6, 60}, cut[2] = {1, 20};
    int grid[2], gridded = strcmp(c, "view_grid") == 0;
    upc_stride_array_t V;
    grid[0] = wrong ? 1 : THREADS, grid[1] = wrong ? THREADS : 1;
    if (wrong && !gridded) cut[0] = 2, cut[1] = 10;
    V = upc_stride_view(block(A, 0, 0), 2, all, cut, 1, 2 * gridded, grid);
    upc_stride_broadcast(UPC_SECTION(V, UPC_STRIDE_RANGE(0, 2), UPC_STRIDE_RANGE(0, 2)), block(B, 0, 0), 8, 0);
  }
  if (strcmp(c, "wide") == 0) /* bounds of an empty section may be any numbers */
    upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_RANGE(1, 0), UPC_STRIDE_STEP(0, -1, LLONG_MIN)), block(B, 0, 0), 8,
                         0);
  if (strcmp(c, "empty") == 0) { /* one thread has nothing to do and enters a barrier */
    upc_stride_broadcast(wrong ? UPC_SECTION(A, UPC_STRIDE_RANGE(1, 0)) : row(0), block(B, 0, 0), 8, 0);
    upc_barrier;
    wait_long();
  }
  if (strcmp(c, "lock") == 0) { /* its owner waits in the call */
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) upc_lock(lock);
    upc_barrier;
    if (wrong) upc_lock(lock);
    upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  }
  if (strcmp(c, "free") == 0) {
    if (!wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
    upc_stride_all_free(A);
    upc_barrier;
    wait_long();
  }
  if (strcmp(c, "twice") == 0) {
    upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
    if (wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  }
  if (strcmp(c, "line") == 0) { /* the same call on another line */
    upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
    if (!wrong) upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_ALL), block(B, 0, 0), 8, 0);
  }
  if (strcmp(c, "upc_all") == 0) upc_all_broadcast(block(A, 0, 0), block(B, 0, 0), wrong ? 16 : 8, 0);
  if (strcmp(c, "upc_permute") == 0) {
    static shared int p[2][THREADS];
    p[0][MYTHREAD] = p[1][MYTHREAD] = MYTHREAD;
    upc_all_permute(block(A, 0, 0), block(B, 0, 0), &p[wrong][0], 8, 0);
  }
  if (strcmp(c, "time") == 0) {
    if (wrong) wait_long();
    upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  }
  upc_barrier;
  free(perm);
  free(counts);
}

int main(int argc, char **argv) {
  size_t shape[2], each[2] = {1, 64};
  int grid[2];
  shape[0] = 2, shape[1] = (size_t)THREADS * 64;
  grid[0] = 1, grid[1] = THREADS;
  A = upc_stride_all_alloc(2, shape, each, 4, 2, grid);
  B = upc_stride_all_alloc(2, shape, each, 4, 2, grid);
  wrong = argc > 1 && MYTHREAD == THREADS - 1;
  play(argc > 1 ? argv[1] : "len");
  if (argc < 2) play("flags"), play("op"), play("perm"), play("counts"), play("func"), play("wide");
  if (MYTHREAD == 0) puts(argc < 2 ? "PASS" : "nothing was found wrong");
  return 0;
}
