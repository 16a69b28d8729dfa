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

static upc_stride_section_t sources(void) { return UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_ALL); }

static void broadcast(size_t len) { upc_stride_broadcast(row(0), block(B, 0, 0), len, 0); }

/* Threads that had no part in a call wait here until the check ends the job. */
static void barrier_and_wait(void) {
  upc_barrier;
  wait_long();
}

/* ---- one argument differs ---- */

static void len(void) { broadcast(wrong ? 16 : 8); }
static void root(void) { upc_stride_broadcast(row(0), block(B, 0, wrong), 8, 0); }
static void section(void) { upc_stride_broadcast(row(wrong), block(B, 0, 0), 8, 0); }
static void flags(void) { upc_stride_exchange(row(0), sources(), 8, wrong ? UPC_IN_MYSYNC : 0); }
static void array(void) { upc_stride_exchange(wrong ? sources() : row(0), wrong ? row(0) : sources(), 8, 0); }

static void op(void) {
  upc_stride_reduce(block(A, 0, 0), sources(), 2, wrong ? UPC_MAX : UPC_ADD, UPC_INT, NULL, 0);
}
static void type(void) {
  upc_stride_reduce(block(A, 0, 0), sources(), 2, UPC_ADD, wrong ? UPC_FLOAT : UPC_INT, NULL, 0);
}
static void func(void) {
  upc_stride_reduce(block(A, 0, 0), sources(), 2, UPC_FUNC, UPC_INT, wrong ? greater : less, 0);
}
static void nelems(void) {
  upc_stride_prefix_reduce(row(0), sources(), 2 + (size_t)wrong, UPC_ADD, UPC_INT, NULL, 0);
}

static void perm(void) {
  int *to = malloc(sizeof(int) * THREADS), i;
  for (i = 0; i < THREADS; i++) to[i] = i;
  if (wrong) to[0] = 1, to[1] = 0;
  upc_stride_permute(row(0), sources(), to, 8, 0);
  free(to);
}

static size_t *fours(void) {
  size_t *counts = malloc(sizeof(size_t) * THREADS);
  int i;
  for (i = 0; i < THREADS; i++) counts[i] = 4;
  return counts;
}

static void counts(void) {
  size_t *bytes = fours();
  bytes[0] += (size_t)wrong;
  upc_stride_gatherv(block(A, 0, 0), sources(), bytes, NULL, 0);
  free(bytes);
}

static void displs(void) {
  size_t *bytes = fours(), *at = malloc(sizeof(size_t) * THREADS);
  int i;
  for (i = 0; i < THREADS; i++) at[i] = 8 * (size_t)i + (i == 1 && wrong ? 4 : 0);
  upc_stride_gather_allv(row(0), sources(), bytes, at, 0);
  free(bytes);
  free(at);
}

static void elements(void) {
  upc_stride_interval_t some = UPC_STRIDE_RANGE(wrong, wrong + 64 * THREADS - 2);
  upc_stride_copy(UPC_SECTION(A, UPC_STRIDE_AT(0), some),
                  UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(0, 64 * THREADS - 2)), 0);
}

static void transform(const int *order, const int *alpha, const int *beta) {
  upc_stride_interval_t rows = UPC_STRIDE_RANGE(0, 1), columns = UPC_STRIDE_STEP(0, 128, 128); /* threads 0, 2 */
  upc_stride_transform(UPC_SECTION(A, rows, columns), UPC_SECTION(B, rows, columns), order, alpha, beta, UPC_INT, 0);
}

static const int same[2] = {0, 1}, swapped[2] = {1, 0}, one = 1, two = 2;
static void alpha(void) { transform(same, wrong ? &two : &one, NULL); }
static void beta(void) { transform(same, &one, wrong ? &two : NULL); }
static void dims(void) { transform(wrong ? swapped : same, &one, NULL); }

/* Views of the same memory: in other blocks, on another grid. */
static void broadcast_to_view(const size_t cut[2], int ngrid) {
  size_t all[2] = {6, 60};
  int grid[2];
  upc_stride_array_t V;
  grid[0] = wrong ? 1 : THREADS, grid[1] = wrong ? THREADS : 1;
  V = upc_stride_view(block(A, 0, 0), 2, all, cut, 1, ngrid, grid);
  upc_stride_broadcast(UPC_SECTION(V, UPC_STRIDE_RANGE(0, 2), UPC_STRIDE_RANGE(0, 2)), block(B, 0, 0), 8, 0);
}

static void view(void) {
  size_t cut[2] = {1, 20};
  if (wrong) cut[0] = 2, cut[1] = 10;
  broadcast_to_view(cut, 0);
}
static void view_grid(void) {
  size_t cut[2] = {1, 20};
  broadcast_to_view(cut, 2);
}

static void of_upc(void) { upc_all_broadcast(block(A, 0, 0), block(B, 0, 0), wrong ? 16 : 8, 0); }

static void permute_of_upc(void) {
  static shared int p[2][THREADS];
  p[0][MYTHREAD] = p[1][MYTHREAD] = MYTHREAD;
  upc_all_permute(block(A, 0, 0), block(B, 0, 0), &p[wrong][0], 8, 0);
}

static void split(void) {
  upc_stride_handle_t h = upc_stride_broadcast_nb(row(0), block(B, 0, 0), wrong ? 16 : 8, 0);
  while (!upc_stride_test(&h)) {}
}

/* ---- one thread makes another call, or none ---- */

static void operation(void) {
  if (wrong) upc_stride_scatter(row(0), block(B, 0, 0), 8, 0);
  else broadcast(8);
}

static void barrier(void) {
  if (!wrong) upc_stride_broadcast(row(0), block(B, 0, 0), 8, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  barrier_and_wait();
}

static void alloc(void) { /* the library has no work for the runtime, which sleeps */
  if (!wrong) broadcast(8);
  upc_all_alloc(THREADS, 8);
}

static void end(void) {
  if (wrong) exit(0);
  broadcast(8);
}

static void next(void) {
  if (wrong) upc_stride_gather(block(A, 0, 0), sources(), 8, 0);
  broadcast(8);
}

static void other(void) { /* by its arguments it is no member */
  upc_stride_section_t some = UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(0, THREADS - 1 - wrong));
  upc_stride_broadcast(some, block(B, 0, 0), 8, 0);
  barrier_and_wait();
}

static void order(void) { /* three pairs of threads 0, 1 and 2: each waits for the next */
  int i;
  for (i = 0; i < 2 && MYTHREAD < 3; i++) {
    int x = (int)(MYTHREAD - i + 3) % 3, y = (x + 1) % 3;
    upc_stride_exchange(UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_STEP(x, y - x, y)),
                        UPC_SECTION(B, UPC_STRIDE_AT(0), UPC_STRIDE_STEP(x, y - x, y)), 8, 0);
  }
}

static void empty(void) { /* one thread has nothing to do and enters a barrier */
  upc_stride_broadcast(wrong ? UPC_SECTION(A, UPC_STRIDE_RANGE(1, 0)) : row(0), block(B, 0, 0), 8, 0);
  barrier_and_wait();
}

static void lock(void) { /* its owner waits in the call */
  upc_lock_t *held = upc_all_lock_alloc();
  if (MYTHREAD == 0) upc_lock(held);
  upc_barrier;
  if (wrong) upc_lock(held);
  broadcast(8);
}

static void free_array(void) {
  if (!wrong) broadcast(8);
  upc_stride_all_free(A);
  barrier_and_wait();
}

static void twice(void) {
  broadcast(8);
  if (wrong) broadcast(8);
}

static void line(void) { /* the same call on another line */
  upc_stride_broadcast(row(0), block(B, 0, 0), 8, 0);
  if (!wrong) upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_ALL), block(B, 0, 0), 8, 0);
}

static void late(void) {
  if (wrong) wait_long();
  broadcast(8);
}

/* ---- all threads make the same call ---- */

static void overlap(void) { /* the same blocks in another order: not in place */
  const long long last = (long long)upc_stride_nblocks(A, 1) - 1;
  upc_stride_exchange(row(0), UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_STEP(last, -1, 0)), 4, 0);
}
static void second(void) { /* into the block that contains it, which is not the first of its thread */
  upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_ALL), (shared void *)((shared [] char *)block(A, 1, 0) + 4), 8, 0);
}
static void slots(void) { /* pieces of other threads into the blocks that are read */
  upc_stride_gather_all(UPC_SECTION(A, UPC_STRIDE_ALL), row(1), 4, 0);
}
static void wide(void) { /* bounds of an empty section may be any numbers */
  upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_RANGE(1, 0), UPC_STRIDE_STEP(0, -1, LLONG_MIN)), block(B, 0, 0), 8, 0);
}

static int play(const char *name) {
  static const struct {
    const char *name;
    void (*function)(void);
  } cases[] = {
      {"len", len}, {"root", root}, {"section", section}, {"flags", flags}, {"array", array}, {"op", op},
      {"type", type}, {"func", func}, {"nelems", nelems}, {"perm", perm}, {"counts", counts}, {"displs", displs},
      {"elements", elements}, {"alpha", alpha}, {"beta", beta}, {"dims", dims}, {"view", view},
      {"view_grid", view_grid}, {"upc_all", of_upc}, {"upc_permute", permute_of_upc}, {"split", split},
      {"operation", operation}, {"barrier", barrier}, {"alloc", alloc}, {"exit", end}, {"next", next},
      {"other", other}, {"order", order}, {"empty", empty}, {"lock", lock}, {"free", free_array}, {"twice", twice},
      {"line", line}, {"time", late}, {"overlap", overlap}, {"second", second}, {"slots", slots}, {"wide", wide}};
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (strcmp(name, cases[i].name) == 0) {
      cases[i].function();
      upc_barrier;
      return 1;
    }
  return 0;
}

int main(int argc, char **argv) {
  size_t shape[2], each[2] = {1, 64};
  int grid[2];
  shape[0] = 2, shape[1] = (size_t)THREADS * 64;
  grid[0] = 1, grid[1] = THREADS;
  A = upc_stride_all_alloc(2, shape, each, 4, 2, grid);
  B = upc_stride_all_alloc(2, shape, each, 4, 2, grid);
  wrong = argc > 1 && MYTHREAD == THREADS - 1;
  if (!play(argc > 1 ? argv[1] : "len")) {
    if (MYTHREAD == 0) printf("no case '%s'\n", argv[1]);
    return 2;
  }
  if (argc < 2) play("flags"), play("op"), play("perm"), play("counts"), play("func"), play("wide");
  if (MYTHREAD == 0) puts(argc < 2 ? "PASS" : "nothing was found wrong");
  return 0;
}
