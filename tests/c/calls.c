/* SPDX-License-Identifier: BSD-3-Clause
 * Programs in C: every call of upc_stride.h once, blocking and split, compared with what it must give. */
#include "tests/c/check.h"
#include <stdint.h>

enum { B = 4 };                       /* elements of a block */
static int me, threads;

/* Block k of an array of `blocks` blocks, one after another round the threads, holds 100 * k + i. */
static upc_stride_array_t filled(size_t blocks) {
  size_t shape[] = {blocks * B}, block[] = {B}, at[1];
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  for (size_t n = 0; n < upc_stride_own_blocks(A); n++) {
    int *tile = upc_stride_own_block(A, n, at);
    for (int i = 0; i < B; i++) tile[i] = 100 * (int)at[0] + i;
  }
  upc_stride_barrier_all();
  return A;
}

static upc_stride_array_t poisoned(size_t blocks) {
  size_t shape[] = {blocks * B}, block[] = {B}, at[1];
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  for (size_t n = 0; n < upc_stride_own_blocks(A); n++)
    for (int i = 0; i < B; i++) ((int *)upc_stride_own_block(A, n, at))[i] = -1;
  upc_stride_barrier_all();
  return A;
}

static upc_stride_section_t all(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL); }

/* Element i of block k of A. */
static int value(upc_stride_array_t A, size_t k, size_t i) {
  size_t index[] = {k * B + i};
  int got;
  CHECK(upc_stride_get(&got, upc_stride_at(A, index), sizeof got) == 0);
  return got;
}

static upc_stride_pointer_t start(upc_stride_array_t A) {
  size_t zero[] = {0};
  return upc_stride_at(A, zero);
}

static void moves(void) {
  size_t k = (size_t)threads;
  upc_stride_array_t A = filled(k), D = poisoned(k);
  upc_stride_section_t a = all(A), d = all(D);
  int perm[8];
  for (int i = 0; i < threads; i++) perm[i] = threads - 1 - i;

  CHECK(upc_stride_broadcast(&d, start(A), B * sizeof(int), 0) == 0);
  for (size_t b = 0; b < k; b++) CHECK_IS(value(D, b, 3), 3);
  upc_stride_barrier_all();

  CHECK(upc_stride_permute(&d, &a, perm, B * sizeof(int), 0) == 0);
  for (size_t b = 0; b < k; b++) CHECK_IS(value(D, b, 1), 100 * (int)(k - 1 - b) + 1);
  upc_stride_barrier_all();

  size_t wide[] = {k * k * B}, block[] = {k * B};
  upc_stride_array_t W = upc_stride_all_alloc(1, wide, block, sizeof(int), 0, NULL);
  upc_stride_array_t X = upc_stride_all_alloc(1, wide, block, sizeof(int), 0, NULL);
  upc_stride_section_t w = all(W), x = all(X);
  CHECK(upc_stride_gather_all(&w, &a, B * sizeof(int), 0) == 0);
  size_t mine[] = {(size_t)me};
  for (size_t i = 0; i < k * B; i++)
    CHECK_IS(((int *)upc_stride_near_block(W, mine))[i], 100 * (int)(i / B) + (int)(i % B));
  upc_stride_barrier_all();

  CHECK(upc_stride_exchange(&x, &w, B * sizeof(int), 0) == 0);
  for (size_t i = 0; i < k * B; i++)
    CHECK_IS(((int *)upc_stride_near_block(X, mine))[i], 100 * me + (int)(i % B));
  upc_stride_barrier_all();

  /* gather to the first block of W, and scatter it back */
  CHECK(upc_stride_gather(start(W), &a, B * sizeof(int), 0) == 0);
  CHECK(upc_stride_scatter(&d, start(W), B * sizeof(int), 0) == 0);
  for (size_t b = 0; b < k; b++) CHECK_IS(value(D, b, 2), 100 * (int)b + 2);
  upc_stride_barrier_all();

  size_t counts[8], displs[8];
  for (int i = 0; i < threads; i++) {
    counts[i] = i % 2 ? sizeof(int) : 2 * sizeof(int);
    displs[i] = (size_t)i * B * sizeof(int);
  }
  CHECK(upc_stride_gatherv(start(W), &a, counts, displs, 0) == 0);
  CHECK(upc_stride_scatterv(&d, start(W), counts, displs, 0) == 0);
  CHECK(upc_stride_gather_allv(&w, &a, counts, displs, 0) == 0);
  for (size_t b = 0; b < k; b++) CHECK_IS(((int *)upc_stride_near_block(W, mine))[b * B], 100 * (int)b);
  size_t cells[64], from[64];
  for (size_t i = 0; i < k * k; i++) cells[i] = sizeof(int), from[i] = i % k * sizeof(int);
  size_t to[64];
  for (size_t i = 0; i < k * k; i++) to[i] = i / k * sizeof(int);
  CHECK(upc_stride_exchangev(&x, &w, cells, to, from, 0) == 0);
  CHECK_IS(upc_stride_all_free(X) | upc_stride_all_free(W) | upc_stride_all_free(D) | upc_stride_all_free(A), 0);
}

static void add_up(const void *in, void *inout, size_t count) {
  for (size_t i = 0; i < count; i++) ((int *)inout)[i] += ((const int *)in)[i];
}

static int off_line; /* calls of aligned_add_up whose result does not begin at a cache line */

static void aligned_add_up(const void *in, void *inout, size_t count) {
  off_line += (uintptr_t)inout % 64 != 0;
  add_up(in, inout, count);
}

/* What the library combines begins at a cache line, wherever the linker has put the library's variables. */
static void long_reduction(void) {
  enum { LONG = 1 << 14 };
  size_t shape[] = {(size_t)threads * LONG}, block[] = {LONG}, at[1];
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_array_t D = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_section_t a = all(A), d = all(D);
  int *mine = upc_stride_own_block(A, 0, at), *result = upc_stride_own_block(D, 0, at);
  for (int i = 0; i < LONG; i++) mine[i] = i + me;
  CHECK(upc_stride_reduce_all(&d, &a, LONG, UPC_FUNC, UPC_INT, aligned_add_up, 0) == 0);
  for (int i = 0; i < LONG; i++) CHECK_IS(result[i], threads * i + threads * (threads - 1) / 2);
  CHECK(upc_stride_prefix_reduce(&d, &a, LONG, UPC_NONCOMM_FUNC, UPC_INT, aligned_add_up, 0) == 0);
  for (int i = 0; i < LONG; i++) CHECK_IS(result[i], (me + 1) * i + me * (me + 1) / 2);
  CHECK_IS(off_line, 0);
  CHECK_IS(upc_stride_all_free(D) | upc_stride_all_free(A), 0);
}

static void reductions(void) {
  size_t k = (size_t)threads;
  int sum = 0;
  upc_stride_array_t A = filled(k), D = poisoned(k), one = poisoned(1);
  upc_stride_section_t a = all(A), d = all(D);
  for (int b = 0; b < threads; b++) sum += 100 * b + 1;
  CHECK(upc_stride_reduce(start(one), &a, B, UPC_ADD, UPC_INT, NULL, 0) == 0);
  CHECK_IS(value(one, 0, 1), sum);
  CHECK(upc_stride_reduce_all(&d, &a, B, UPC_FUNC, UPC_INT, add_up, 0) == 0);
  CHECK_IS(value(D, (size_t)me, 1), sum);
  upc_stride_barrier_all();
  CHECK(upc_stride_prefix_reduce(&d, &a, B, UPC_MAX, UPC_INT, NULL, 0) == 0);
  CHECK_IS(value(D, (size_t)me, 0), 100 * me);
  upc_stride_barrier_all();
  CHECK(upc_stride_prefix_reduce_exclusive(&d, &a, B, UPC_MAX, UPC_INT, NULL, 0) == 0);
  if (me > 0) CHECK_IS(value(D, (size_t)me, 0), 100 * (me - 1));
  upc_stride_barrier_all();
  if (threads <= B) {
    CHECK(upc_stride_reduce_scatter(&d, &a, 1, UPC_ADD, UPC_INT, NULL, 0) == 0);
    CHECK_IS(value(D, (size_t)me, 0), sum - threads + me * threads);
  }
  CHECK(upc_stride_barrier(&d) == 0);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_free(one) | upc_stride_all_free(D) | upc_stride_all_free(A), 0);
}

static void elements(void) {
  size_t shape[] = {12, 10}, block[] = {3, 4}, other[] = {5, 10}, back[] = {10, 12}, turned[] = {4, 3}, at[2];
  const int order[] = {1, 0};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(int), 0, NULL);
  upc_stride_array_t C = upc_stride_all_alloc(2, shape, other, sizeof(int), 0, NULL);
  upc_stride_array_t T = upc_stride_all_alloc(2, back, turned, sizeof(int), 0, NULL);
  for (size_t n = 0; n < upc_stride_own_blocks(A); n++) {
    int *tile = upc_stride_own_block(A, n, at);
    for (size_t i = 0; i < 3; i++)
      for (size_t j = 0; j < 4; j++) tile[i * 4 + j] = (int)((at[0] * 3 + i) * 10 + at[1] * 4 + j);
  }
  upc_stride_barrier_all();
  upc_stride_section_t a, c = UPC_SECTION(C, UPC_STRIDE_RANGE(1, 3), UPC_STRIDE_STEP(9, -3, 0)), t = all(T), whole;
  CHECK(upc_stride_select(&a, A, "2:2:6, 0:3") == 0);
  CHECK(upc_stride_copy(&c, &a, 0) == 0);
  upc_stride_barrier_all(); /* a thread outside the team does not wait */
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 4; j++) {
      size_t index[] = {1 + i, 9 - 3 * j};
      int got;
      CHECK(upc_stride_get(&got, upc_stride_at(C, index), sizeof got) == 0);
      CHECK_IS(got, (int)((2 + 2 * i) * 10 + j));
    }
  CHECK(upc_stride_select(&whole, A, ":") == 0);
  CHECK_IS(upc_stride_picked(&whole, at), 12);
  CHECK_IS((int)at[0] * 10 + (int)at[1], 43);
  CHECK_IS(upc_stride_picked_elements(&a, at), 12);
  CHECK_IS((int)at[0] * 10 + (int)at[1], 34);
  CHECK(upc_stride_transform(&t, &whole, order, NULL, NULL, UPC_INT, 0) == 0);
  upc_stride_barrier_all();
  size_t index[] = {7, 11};
  int got;
  CHECK(upc_stride_get(&got, upc_stride_at(T, index), sizeof got) == 0);
  CHECK_IS(got, 117);
  upc_stride_barrier_all();

  int halo[12][5 * 6] = {{0}};
  CHECK(upc_stride_halo(halo, &whole, 1, UPC_STRIDE_CORNERS, 0) == 0);
  if (me == 0) CHECK_IS(halo[0][4 * 6 + 5], 34);

  int one = 1;
  CHECK(upc_stride_update(upc_stride_at(A, (size_t[]){0, 0}), UPC_ADD, UPC_INT, &one) == 0);
  CHECK(upc_stride_update_fence() == 0);
  CHECK(upc_stride_fetch(&got, A, (size_t[]){0}, 1, 0) == 0);
  CHECK_IS(got, threads);
  upc_stride_section_t edge;
  size_t numbers[6];
  CHECK(upc_stride_select(&edge, A, "1:2, 9:-4:1") == 0);
  CHECK_IS((int)upc_stride_element_numbers(&edge, numbers), 6);
  CHECK_IS((int)numbers[1], 15);
  CHECK_IS((int)numbers[5], 21);
  upc_stride_handle_t neighbours;
  CHECK(upc_stride_fetch_init(&neighbours, &got, A, (size_t[]){0}, 1, 0) == 0);
  for (int i = 1; i <= 3; i++) {
    CHECK(upc_stride_update(upc_stride_at(A, (size_t[]){0, 0}), UPC_ADD, UPC_INT, &one) == 0);
    CHECK(upc_stride_update_fence() == 0);
    CHECK(upc_stride_start_call(neighbours) == 0 && upc_stride_wait(&neighbours) == 0);
    CHECK_IS(got, (1 + i) * threads);
  }
  CHECK(upc_stride_free_call(&neighbours) == 0);

  /* running sums of two lines, in place; and an operation that is no sum */
  double lines[] = {1, 2, 3, 10, 20, 30};
  CHECK(upc_stride_running(lines, lines, 2, 3, UPC_ADD, UPC_DOUBLE) == 0);
  CHECK(lines[0] == 1 && lines[1] == 3 && lines[2] == 6 && lines[3] == 10 && lines[4] == 30 && lines[5] == 60);
  int firsts[] = {4, 7, 2, 5}, least[4];
  CHECK(upc_stride_running(least, firsts, 1, 4, UPC_MIN, UPC_INT) == 0);
  CHECK(least[0] == 4 && least[1] == 4 && least[2] == 2 && least[3] == 2 && firsts[1] == 7);
  CHECK(upc_stride_running(least, firsts, (size_t)-1, 0, UPC_MIN, UPC_INT) == 0); /* lines without elements */

  /* sums of two lines, and of three columns */
  const double six[] = {1, 2, 3, 10, 20, 30};
  double of_lines[2], of_columns[3];
  CHECK(upc_stride_sums(of_lines, six, 2, 3, 1, UPC_DOUBLE) == 0);
  CHECK(of_lines[0] == 6 && of_lines[1] == 60);
  CHECK(upc_stride_sums(of_columns, six, 1, 2, 3, UPC_DOUBLE) == 0);
  CHECK(of_columns[0] == 11 && of_columns[1] == 22 && of_columns[2] == 33);

  /* many updates: 3 to the elements (1, 0) and (11, 9), by every thread; and whole blocks of all threads */
  const size_t where[] = {10, 119};
  const int three[] = {3, 3};
  CHECK(upc_stride_updates(A, where, 2, UPC_ADD, UPC_INT, three) == 0);
  CHECK(upc_stride_update_fence() == 0);
  int copies[3][3 * 4];
  const size_t blocks[] = {11, 0, 5};
  CHECK(upc_stride_get_blocks(copies, A, blocks, 3) == 0);
  CHECK_IS(copies[0][2 * 4 + 1], 119 + 3 * threads);
  CHECK_IS(copies[1][0], 4 * threads);
  CHECK_IS(copies[1][4], 10 + 3 * threads);
  CHECK_IS(copies[2][0], 38);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_free(T) | upc_stride_all_free(C) | upc_stride_all_free(A), 0);
}

/* What a block lends; and pieces of which each thread knows only its own: me + 1 values go to all, and back. */
static void lent_and_own(void) {
  size_t k = (size_t)threads, bytes = ((size_t)me + 1) * sizeof(int), sum = 0, *counts = calloc(2 * k, sizeof *counts);
  size_t *got = counts + k, shape[] = {k * k * k}, block[] = {k * k}, at[1];
  upc_stride_array_t A = filled(k), D = poisoned(k), W = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_array_t V = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_section_t d = all(D), v = all(V), w = all(W);
  const void *lent = NULL;
  upc_stride_pointer_t root = start(W);
  CHECK(upc_stride_lend(&d, start(A), B * sizeof(int), &lent, 0) == 0);
  CHECK_IS(((const int *)lent)[2], 2);
  int *mine = upc_stride_own_block(V, 0, at), *all_of = upc_stride_own_block(W, 0, at);
  for (int i = 0; i <= me; i++) mine[i] = 100 * me + i;
  CHECK(upc_stride_gather_all_own(&w, &v, &bytes, NULL, got, 0) == 0);
  for (int t = 0; t < threads; sum += (size_t)++t) {
    CHECK_IS((int)got[t], (t + 1) * (int)sizeof(int));
    CHECK_IS(all_of[sum + (size_t)t], 101 * t);
  }
  for (int t = 0; t < threads; t++) counts[t] = ((size_t)t + 1) * sizeof(int), mine[t] = -1;
  CHECK(upc_stride_scatter_own(&v, root, counts, NULL, got, 0) == 0);
  CHECK_IS((int)got[0], (int)bytes);
  CHECK_IS(mine[me], 101 * me);
  CHECK(upc_stride_gather_own(root, &v, &bytes, NULL, got, 0) == 0);
  if (me == 0) CHECK_IS((int)got[threads - 1], threads * (int)sizeof(int));
  for (int t = 0; t < threads; t++) mine[t] = 10 * me + t, counts[t] = sizeof(int);
  CHECK(upc_stride_exchange_own(&w, &v, counts, NULL, NULL, got, 0) == 0);
  for (int t = 0; t < threads; t++) CHECK_IS(all_of[t], 10 * t + me);
  free(counts);
  CHECK_IS(upc_stride_all_free(V) | upc_stride_all_free(W) | upc_stride_all_free(D) | upc_stride_all_free(A), 0);
}

static void in_flight(void) {
  size_t k = (size_t)threads;
  upc_stride_array_t A = filled(k), D = poisoned(k), E = poisoned(k);
  upc_stride_section_t a = all(A), d = all(D), e = all(E);
  upc_stride_handle_t first, second;
  int done = 0;
  CHECK(upc_stride_broadcast_nb(&first, &d, start(A), B * sizeof(int), 0) == 0);
  CHECK(upc_stride_reduce_all_nb(&second, &e, &a, B, UPC_ADD, UPC_INT, NULL, 0) == 0);
  CHECK(upc_stride_wait(&second) == 0 && second == NULL);
  while (!done) CHECK(upc_stride_test(&first, &done) == 0);
  CHECK(first == NULL);
  CHECK_IS(value(D, (size_t)me, 3), 3);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_free(E) | upc_stride_all_free(D) | upc_stride_all_free(A), 0);
}

/* Views over memory of the library; owners; pointers. */
static void memory(void) {
  size_t bytes = 6 * B * sizeof(int), shape[] = {2 * B * (size_t)threads}, block[] = {B}, at[1];
  upc_stride_pointer_t base = upc_stride_all_memory(bytes), mine = upc_stride_on_thread(base, me);
  CHECK(!upc_stride_is_null(base) && upc_stride_thread_of(base) == 0 && upc_stride_thread_of(mine) == me);
  int *here = upc_stride_address_of(mine);
  for (int i = 0; i < 6 * B; i++) CHECK_IS(here[i], 0);
  here[0] = me, here[B] = threads + me;
  upc_stride_array_t V = upc_stride_view(base, 1, shape, block, sizeof(int), 0, NULL);
  upc_stride_barrier_all();
  const upc_stride_layout_t *L = upc_stride_layout(V);
  CHECK_IS((int)L->nblocks[0], 2 * threads);
  CHECK_IS((int)upc_stride_own_blocks(V), 2);
  CHECK(upc_stride_own_block(V, 1, at) == here + B);
  CHECK(upc_stride_own_block(V, 1, NULL) == here + B);
  CHECK_IS((int)at[0], threads + me);
  for (size_t b = 0; b < L->nblocks[0]; b++) {
    CHECK_IS(upc_stride_owner(V, &b), (int)b % threads);
    CHECK_IS(upc_stride_owner_of_element(V, (size_t[]){b * B + 1}), (int)b % threads);
    CHECK_IS(value(V, b, 0), (int)b);
  }
  upc_stride_section_t section = UPC_SECTION(V, UPC_STRIDE_AT(threads - 1));
  CHECK_IS(upc_stride_have_affinity(&section), me == threads - 1);
  upc_stride_barrier_all();
  int seven = 7;
  CHECK(upc_stride_put(upc_stride_plus(upc_stride_on_thread(base, (me + 1) % threads), 8), &seven, sizeof seven) == 0);
  upc_stride_barrier_all();
  CHECK_IS(here[2], 7);
  CHECK(upc_stride_is_null(upc_stride_all_free_handle(V)) && upc_stride_all_free_memory(base) == 0);
}

/* The memory of an array stays when its handle is freed. */
static void handle(void) {
  size_t shape[] = {(size_t)threads * B}, block[] = {B}, mine[] = {(size_t)me};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL), other;
  int *here = upc_stride_near_block(A, mine);
  upc_stride_pointer_t memory;
  here[0] = me;
  memory = upc_stride_all_free_handle(A);
  CHECK(!upc_stride_is_null(memory));
  CHECK(upc_stride_address_of(upc_stride_on_thread(memory, me)) == here);
  other = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  CHECK(upc_stride_near_block(other, mine) != (void *)here);
  CHECK_IS(here[0], me);
  CHECK(upc_stride_all_free(other) == 0 && upc_stride_all_free_memory(memory) == 0);
}

static int backwards(const size_t *blockindex, void *argument) {
  return (*(int *)argument - 1) - (int)(blockindex[0] % *(size_t *)argument);
}

/* All blocks on the last thread, then one for each in reverse order, then a copy on each. */
static void owners(void) {
  size_t k = (size_t)threads, shape[] = {k * B}, block[] = {B}, at[1], p = k;
  int last[8];
  for (int i = 0; i < threads; i++) last[i] = threads - 1;
  upc_stride_array_t A = filled(k), L = upc_stride_all_alloc_listed(1, shape, block, sizeof(int), last);
  upc_stride_array_t O = upc_stride_all_alloc_owned(1, shape, block, sizeof(int), backwards, &p);
  upc_stride_array_t R = upc_stride_all_alloc_replicated(1, shape, sizeof(int));
  upc_stride_section_t a = all(A), l = all(L), o = all(O), r = all(R);
  CHECK_IS((int)upc_stride_own_blocks(L), me == threads - 1 ? threads : 0);
  CHECK(upc_stride_copy(&l, &a, 0) == 0);
  CHECK(upc_stride_copy(&o, &l, 0) == 0);
  CHECK(upc_stride_copy(&r, &o, 0) == 0);
  CHECK_IS((int)upc_stride_own_blocks(R), 1);
  const int *copy = upc_stride_own_block(R, 0, at);
  for (size_t b = 0; b < k; b++) {
    CHECK_IS(upc_stride_owner(O, &b), threads - 1 - (int)b);
    for (int i = 0; i < B; i++) {
      CHECK_IS(copy[b * B + (size_t)i], 100 * (int)b + i);
      CHECK_IS(value(O, b, (size_t)i), 100 * (int)b + i);
    }
  }
}

int main(void) {
  const upc_stride_options_t options = {.heap = 64 << 20};
  for (int turn = 0; turn < 2; turn++) { /* begins anew */
    START(&options);
    me = upc_stride_mythread(), threads = upc_stride_threads();
    moves();
    reductions();
    long_reduction();
    elements();
    owners();
    lent_and_own();
    in_flight();
    memory();
    handle();
    filled(3); /* left for finalize */
    CHECK(upc_stride_initialized() == 1);
    CHECK(upc_stride_finalize() == 0);
    CHECK(upc_stride_initialized() == 0);
  }
  return passed();
}
