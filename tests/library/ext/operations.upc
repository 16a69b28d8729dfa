// SPDX-License-Identifier: BSD-3-Clause
// Every operation with sections in the language, blocking and split-phase, on a 2 x n grid of declared arrays.
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors grid(THREADS % 2 ? 1 : 2, THREADS % 2 ? THREADS : THREADS / 2)
enum { N = 6 };
shared [1][4 * N] (grid) int D[2][4 * N * THREADS], S[2][4 * N * THREADS];
shared [4] int vector[16 * THREADS], other[16 * THREADS];
shared int cyclic[16 * THREADS];
shared [] int place[4 * N * 64];
static int failures;

static void expect(const char *what, int at, int got, int wanted) {
  if (got == wanted || failures++ > 5) return;
  printf("thread %d, %s, at %d: expected %d, got %d\n", MYTHREAD, what, at, wanted, got);
}

static int columns;                       // blocks along a row that one row of the array has
static int owner(int i, int j) {
  int rows = THREADS % 2 ? 1 : 2, across = THREADS / rows;
  return i % rows * across + j % across;
}
static int mine(int i, int j) { return owner(i, j) == MYTHREAD; }

static void fill(void) {
  int i, j, w;
  upc_barrier;
  for (i = 0; i < 2; i++)
    for (j = 0; j < columns; j++)
      for (w = 0; mine(i, j) && w < 4 * N; w++) S[i][4 * N * j + w] = 1000 * i + 100 * j + w, D[i][4 * N * j + w] = -1;
  upc_barrier;
}

int main(void) {
  static size_t counts[1024];
  static int perm[1024];
  upc_stride_handle_t h;
  int i, j, k;
  columns = THREADS;
  k = columns;
  fill();
  upc_stride_scatter(D<0, :>, place, 4, 0);
  upc_stride_gather(place, S<1, :>, sizeof(int), 0);
  for (j = 0; j < k && MYTHREAD == 0; j++) expect("gather", j, place[j], 1000 + 100 * j);
  upc_stride_scatter(D<0, 0:k-1>, place, sizeof(int), 0);
  for (j = 0; j < k; j++) if (mine(0, j)) expect("scatter", j, D[0][4 * N * j], 1000 + 100 * j);
  fill();
  h = upc_stride_gather_all_nb(D<0, :>, S<1, 0:(THREADS > 1)>, 8, 0);
  upc_stride_wait(&h);
  for (j = 0; j < k && THREADS > 1; j++) if (mine(0, j)) expect("gather_all", j, D[0][4 * N * j + 2], 1100);
  fill();
  h = upc_stride_exchange_nb(D<:, 0>, S<:, k - 1>, 12, 0);
  while (!upc_stride_test(&h)) {}
  for (i = 0; i < 2; i++) if (mine(i, 0)) expect("exchange", i, D[i][3], 1000 + 100 * (k - 1) + 3 * i);
  fill();
  for (j = 0; j < k; j++) perm[j] = k - 1 - j, counts[j] = j % 2 ? 8 : 0;
  upc_stride_permute(D<1, :>, S<0, :>, perm, 8, 0);
  for (j = 0; j < k; j++) if (mine(1, j)) expect("permute", j, D[1][4 * N * j + 1], 100 * (k - 1 - j) + 1);
  fill();
  upc_stride_gatherv(place, S<1, :>, counts, NULL, 0);
  for (j = 1; j < k && MYTHREAD == 0; j += 2) expect("gatherv", j, place[(j - 1) + 1], 1000 + 100 * j + 1);
  upc_stride_scatterv(D<1, :>, place, counts, NULL, 0);
  upc_stride_gather_allv(D<0, 0>, S<1, :>, counts, NULL, 0);
  for (j = 1; j < k; j += 2) {
    if (mine(1, j)) expect("scatterv", j, D[1][4 * N * j + 1], 1000 + 100 * j + 1);
    if (mine(0, 0)) expect("gather_allv", j, D[0][(j - 1) + 1], 1000 + 100 * j + 1);
  }
  fill();
  counts[0] = counts[1] = counts[2] = counts[3] = 4;
  upc_stride_exchangev(D<:, 0>, S<:, 0>, counts, NULL, NULL, 0);
  for (i = 0; i < 2; i++) if (mine(i, 0)) expect("exchangev", i, D[i][1], 1000 + i);
  fill();
  upc_stride_reduce(&place[3], S<:, k - 1>, 2, UPC_ADD, UPC_INT, NULL, 0);
  if (MYTHREAD == 0) expect("reduce", 1, place[4], 1000 + 200 * (k - 1) + 2);
  upc_stride_reduce_all(D<1, :>, S<:, k - 1>, 2, UPC_MAX, UPC_INT, NULL, 0);
  upc_stride_prefix_reduce(D<0, k-1:-1:0>, S<0, k-1:-1:0>, 1, UPC_ADD, UPC_INT, NULL, 0);
  for (j = 0; j < k; j++) {
    int sum = 0, x;
    for (x = k - 1; x >= j; x--) sum += 100 * x;
    if (mine(1, j)) expect("reduce_all", j, D[1][4 * N * j], 1000 + 100 * (k - 1));
    if (mine(0, j)) expect("prefix_reduce", j, D[0][4 * N * j], sum);
  }
  fill();
  upc_stride_prefix_reduce_exclusive(D<0, :>, S<0, :>, 1, UPC_ADD, UPC_INT, NULL, 0);
  h = upc_stride_reduce_scatter_nb(D<1, 0:(THREADS > 1)>, S<:, k - 1>, 2, UPC_ADD, UPC_INT, NULL, 0);
  upc_stride_wait(&h);
  upc_stride_barrier(D<0, :>);
  for (j = 0; j < k; j++) {
    int sum = 0, x;
    for (x = 0; x < j; x++) sum += 100 * x;
    if (mine(0, j)) expect("prefix_reduce_exclusive", j, D[0][4 * N * j], j == 0 ? -1 : sum);
    if (j < 2 && mine(1, j)) expect("reduce_scatter", j, D[1][4 * N * j + 1], 1000 + 2 * (100 * (k - 1) + 2 * j + 1));
  }
  upc_forall (i = 0; i < 16 * THREADS; i++; &vector[i]) vector[i] = i, other[i] = -1;
  upc_barrier;
  upc_stride_copy(cyclic<0:2:16 * THREADS - 2>, vector<16 * THREADS - 1:-2:1>, 0);
  upc_stride_copy(other<:>, cyclic<:>, 0);
  upc_forall (i = 0; i < 16 * THREADS; i += 2; &other[i]) expect("copy", i, other[i], 16 * THREADS - 1 - i);
  upc_stride_copy(D<:, 1:3>, S<:, 5:7>, 0);
  if (mine(1, 0)) expect("copy of elements", 2, D[1][2], 1006);
  fill();
  const int order[] = {1, 0}, twice = 2;
  upc_stride_transform(D<:, 4:5>, S<:, 8:9>, order, &twice, NULL, UPC_INT, 0);
  h = upc_stride_transform_nb(D<:, 6:7>, S<:, 8:9>, NULL, NULL, &twice, UPC_INT, 0);
  upc_stride_wait(&h);
  for (i = 0; i < 2; i++) if (mine(i, 0)) expect("transform", i, D[i][5], 2 * (1000 + 8 + i));
  for (i = 0; i < 2; i++) if (mine(i, 0)) expect("transform in place", i, D[i][7], 1000 * i + 9 - 2);
  upc_barrier;
  if (failures == 0 && MYTHREAD == 0) puts("PASS");
  return failures != 0;
}
