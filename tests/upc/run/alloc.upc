// SPDX-License-Identifier: BSD-3-Clause
// upc_all_alloc, upc_global_alloc, upc_alloc, upc_free, upc_all_free: layout, affinity, alignment, separateness, zero
// sizes.
#include "../check.h"

typedef struct { double d[4]; } block_t;
shared void *shared directory[THREADS];
shared [] char *shared mine[THREADS];

/* The same pointer everywhere, the element layout of shared [5] int [5 * blocks]. The caller frees it. */
static shared [5] int *all_alloc_is_collective(void) {
  int blocks = 2 * THREADS + 1, n = 5 * blocks;
  shared [5] int *a = upc_all_alloc(blocks, 5 * sizeof(int));
  CHECK(a != NULL); CHECK_EQ(upc_threadof(a), 0); CHECK_EQ(upc_phaseof(a), 0); CHECK_EQ(upc_addrfield(a) % 16, 0);
  directory[MYTHREAD] = a;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(directory[t] == a);
  for (int i = 0; i < n; i++) CHECK_PLACE(&a[i], a, i, 5);
  upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = i;
  upc_barrier;
  for (int i = 0; i < n; i++) CHECK_EQ(a[i], i);
  return a;
}

/* Seen as blocks of another size: thread by thread the same bytes. */
static void blocks_of_another_size(shared [5] int *a) {
  shared int *c = (shared int *)a;
  for (int t = 0; t < THREADS; t++) CHECK_EQ(c[t], 5 * t);
  shared [] int *whole = (shared [] int *)&a[5 * MYTHREAD];
  for (int k = 0; k < 5; k++) CHECK_EQ(whole[k], 5 * MYTHREAD + k);
  CHECK_EQ(whole[5], 5 * (MYTHREAD + THREADS));
}

/* As with shared [*]. */
static void one_block_a_thread(shared [5] int *a) {
  shared [8] double *one = upc_all_alloc(THREADS, 8 * sizeof(double));
  for (int i = 0; i < 8 * THREADS; i++) CHECK_EQ(upc_threadof(one + i), i / 8);
  CHECK(upc_addrfield(one) != upc_addrfield(a));
  upc_barrier;
  upc_all_free(one);
}

static void each_global_alloc_has_its_own_space(void) {
  shared [2] block_t *g = upc_global_alloc(3 * THREADS, 2 * sizeof(block_t));
  CHECK(g != NULL); CHECK_EQ(upc_threadof(g), 0); CHECK_EQ(upc_phaseof(g), 0);
  directory[MYTHREAD] = g;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (t != MYTHREAD) CHECK(directory[t] != g);
  for (int i = 0; i < 6 * THREADS; i++) g[i].d[i % 4] = MYTHREAD * 100 + i;
  upc_barrier;
  shared [2] block_t *next = directory[(MYTHREAD + 1) % THREADS];
  for (int i = 0; i < 6 * THREADS; i++) {
    CHECK_D(next[i].d[i % 4], (MYTHREAD + 1) % THREADS * 100 + i);
    CHECK_PLACE(&next[i], next, i, 2);
  }
  upc_barrier;
  upc_free(g);
}

static void alloc_is_of_the_caller(void) {
  mine[MYTHREAD] = upc_alloc(100);
  CHECK_EQ(upc_threadof(mine[MYTHREAD]), MYTHREAD); CHECK_EQ(upc_phaseof(mine[MYTHREAD]), 0);
  char *p = (char *)mine[MYTHREAD];
  for (int k = 0; k < 100; k++) p[k] = (char)(k + MYTHREAD);
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    for (int k = 0; k < 100; k += 9) CHECK_EQ(mine[t][k], (char)(k + t));
  upc_barrier;
}

static void any_one_thread_may_free(shared [5] int *a) {
  upc_free(mine[(MYTHREAD + 1) % THREADS]);
  if (MYTHREAD == THREADS - 1) upc_free(a);
}

static void zero_bytes_are_null(void) {
  CHECK(upc_alloc(0) == NULL); CHECK(upc_global_alloc(0, 8) == NULL); CHECK(upc_global_alloc(8, 0) == NULL);
  CHECK(upc_all_alloc(0, 5) == NULL); CHECK(upc_all_alloc(5, 0) == NULL);
}

static void freeing_null_does_nothing(void) {
  upc_free(NULL); upc_all_free(NULL); upc_free((shared void *)0);
}

/* Many, of different sizes, freed in another order, used to the last byte. */
static void many_sizes(void) {
  enum { MANY = 60 };
  shared [] int *v[MANY];
  for (int round = 0; round < 4; round++) {
    for (int k = 0; k < MANY; k++) {
      v[k] = upc_alloc((k * 37 % 500 + 1) * sizeof(int));
      for (int i = 0; i <= k * 37 % 500; i++) v[k][i] = k * 1000 + i;
    }
    for (int k = 0; k < MANY; k++)
      for (int i = 0; i <= k * 37 % 500; i++) CHECK_EQ(v[k][i], k * 1000 + i);
    for (int k = 0; k < MANY; k++) upc_free(v[k * 7 % MANY]);
  }
}

/* A loop that allocates and frees more than the heap holds at once. */
static void freed_memory_is_used_again(void) {
  for (int k = 0; k < 200; k++) {
    shared [] char *big = upc_alloc(1 << 20);
    if (!big) { CHECK(big != NULL); break; }
    big[(1 << 20) - 1] = 1;
    upc_free(big);
  }
  for (int k = 0; k < 50; k++) {
    shared void *all = upc_all_alloc(THREADS, 1 << 16);
    upc_all_free(all);
  }
}

int main(void) {
  shared [5] int *a = all_alloc_is_collective();
  blocks_of_another_size(a);
  one_block_a_thread(a);
  each_global_alloc_has_its_own_space();
  alloc_is_of_the_caller();
  any_one_thread_may_free(a);
  zero_bytes_are_null();
  freeing_null_does_nothing();
  many_sizes();
  freed_memory_is_used_again();
  upc_barrier;
  return done();
}
