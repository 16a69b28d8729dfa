/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_forall visits each of the caller's blocks once, in order, with its bounds and strides: of declared arrays
 * with and without a grid, ordinary ones, listed ones, with short blocks at the edges. And the handle of a declared
 * array. */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [3][4] int A[10][9];
shared [5] (line) int B[33];
shared [2][3][2] int C[5][4][7];
shared [7] int D[3 * THREADS][7];

static shared int rows[2 * THREADS];
static int wrong;

static void must(int right, const char *what, size_t number) {
  if (!right && wrong++ < 5) printf("thread %d: %s, %zu\n", MYTHREAD, what, number);
}

/* A function of the program that takes a handle. Elements are numbered row by row; each is written by its owner
 * alone. */
static void number_elements(upc_stride_array_t X, int ndims, const size_t *shape) {
  size_t visited = 0, index[3];
  upc_stride_forall(block, X) {
    must(block.number == visited++, "the number of a block", block.number);
    must(upc_stride_owner(X, block.index) == MYTHREAD, "the owner of a block", block.number);
    must(block.data == upc_stride_near_block(X, block.index), "the address of a block", block.number);
    must(block.data == upc_stride_own_block(X, block.number, index) && index[0] == block.index[0], "own_block",
         block.number);
    for (size_t i = block.lo[0]; i <= block.hi[0]; i++)
      for (size_t j = ndims > 1 ? block.lo[1] : 0; j <= (ndims > 1 ? block.hi[1] : 0); j++)
        for (size_t k = ndims > 2 ? block.lo[2] : 0; k <= (ndims > 2 ? block.hi[2] : 0); k++) {
          size_t at = (i - block.lo[0]) * block.stride[0], number = i;
          if (ndims > 1) at += (j - block.lo[1]) * block.stride[1], number = number * shape[1] + j;
          if (ndims > 2) at += (k - block.lo[2]) * block.stride[2], number = number * shape[2] + k;
          ((int *)block.data)[at] += (int)number + 1;
        }
  }
  must(visited == upc_stride_own_blocks(X), "own_blocks", visited);
  upc_barrier;
}

/* Every element has got its number, once. */
static void check(upc_stride_array_t X, int ndims, const size_t *shape) {
  size_t count = 1, number, rest, index[3];
  int k;
  for (k = 0; k < ndims; k++) count *= shape[k];
  for (number = 0; number < count; number++) {
    for (k = ndims - 1, rest = number; k >= 0; k--) index[k] = rest % shape[k], rest /= shape[k];
    must(*(shared [] int *)upc_stride_at(X, index) == (int)number + 1, "an element", number);
  }
  upc_barrier;
}

/* upc_stride_forall_elements visits the caller's elements of a section once, and no other: each gets MARK. */
enum { MARK = 1 << 20 };

static int next_random(int n) {
  static unsigned state = 1; /* the same on all threads */
  state = state * 1103515245u + 12345u;
  return (int)(state >> 16) % n;
}

static void mark(upc_stride_array_t X, int ndims, const upc_stride_interval_t *iv) {
  upc_stride_forall_elements(block, upc_stride_section(X, iv))
    for (size_t i = 0; i <= block.hi[0] - block.lo[0]; i++)
      for (size_t j = 0; j <= (ndims > 1 ? block.hi[1] - block.lo[1] : 0); j++)
        for (size_t k = 0; k <= (ndims > 2 ? block.hi[2] - block.lo[2] : 0); k++)
          ((int *)block.data)[i * block.stride[0] + j * block.stride[1] + k * block.stride[2]] += MARK;
}

/* Takes the marks away again. */
static void check_marks(upc_stride_array_t X, int ndims, const upc_stride_interval_t *iv) {
  upc_stride_forall(block, X)
    for (size_t i = block.lo[0]; i <= block.hi[0]; i++)
      for (size_t j = ndims > 1 ? block.lo[1] : 0; j <= (ndims > 1 ? block.hi[1] : 0); j++)
        for (size_t k = ndims > 2 ? block.lo[2] : 0; k <= (ndims > 2 ? block.hi[2] : 0); k++) {
          size_t at[3] = {i, j, k}, place = 0;
          int inside = 1, d;
          for (d = 0; d < ndims; d++) {
            inside = inside && iv[d].lo <= (long long)at[d] && (long long)at[d] <= iv[d].hi;
            place += (at[d] - block.lo[d]) * block.stride[d];
          }
          int *x = (int *)block.data + place;
          must(*x / MARK == inside, "a mark", place);
          *x %= MARK;
        }
}

static void try_sections(upc_stride_array_t X, int ndims, const size_t *shape) {
  upc_stride_interval_t iv[3];
  int round, d;
  for (round = 0; round < 60; round++) {
    for (d = 0; d < ndims; d++) {
      int lo = next_random((int)shape[d]), hi = next_random((int)shape[d] + 1) - 1; /* some are empty */
      iv[d] = round % 3 == 0 && lo > hi ? UPC_STRIDE_RANGE(hi < 0 ? 0 : hi, lo) : UPC_STRIDE_RANGE(lo, hi);
    }
    mark(X, ndims, iv);
    check_marks(X, ndims, iv);
  }
  upc_barrier;
}

static void try(upc_stride_array_t X, int ndims, const size_t *shape) {
  number_elements(X, ndims, shape);
  try_sections(X, ndims, shape);
  check(X, ndims, shape);
}

static shared int faults;

int main(void) {
  size_t a[] = {10, 9}, b[] = {33}, c[] = {5, 4, 7}, d[] = {3 * THREADS, 7}, block[] = {4, 2}, first = 0;
  int owner[15], i, stopped = 0;
  upc_stride_array_t listed;
  rows[MYTHREAD] = MYTHREAD, rows[THREADS + MYTHREAD] = 10 * MYTHREAD;
  for (i = 0; i < 15; i++) owner[i] = i * i % THREADS;
  listed = upc_stride_all_alloc_listed(2, a, block, sizeof(int), owner);
  try(upc_stride_array(A), 2, a);
  try(upc_stride_array(B), 1, b);
  try(upc_stride_array(C), 3, c);
  try(upc_stride_array(D), 2, d);
  try(listed, 2, a);
  upc_stride_forall(one, A) { /* a declared array by its name; break ends the loop */
    stopped++;
    if (one.number == 1) break;
  }
  upc_stride_forall_elements(inner, A<1:8, 2:2>) /* a section of the language */
    must(inner.lo[0] >= 1 && inner.hi[0] <= 8 && inner.lo[1] == 2 && inner.hi[1] == 2, "inner elements", inner.number);
  must(upc_stride_max_over(k, 3, k * (MYTHREAD + 1.5)) == 2 * (THREADS + 0.5), "max of an expression", 0);
  must(upc_stride_sum_over(k, 2, rows[k * THREADS + MYTHREAD]) == THREADS * (THREADS - 1) / 2 * 11,
       "sum of shared elements", 0);
  must(stopped == (int)(upc_stride_own_blocks(A) < 2 ? upc_stride_own_blocks(A) : 2), "break", stopped);
  must(upc_stride_own_blocks(B) == 0 || upc_stride_own_block(B, 0, NULL) != NULL, "own_block of a name", first);
  upc_barrier;
  if (wrong > 0) faults = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts(faults ? "FAIL" : "PASS");
  return faults;
}
