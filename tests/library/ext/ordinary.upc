/* SPDX-License-Identifier: BSD-3-Clause
 * Sections of ordinary UPC arrays: rows, pieces and groups of rows, single elements, one block for all, flattened
 * arrays with an edge block. */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

shared [10] int rows[3*THREADS][10];
shared [5] int pieces[3*THREADS][10];
shared [20] int groups[4*THREADS][10];
shared int cyclic[10*THREADS];
shared [] int whole[6][4];
shared [11] int flat[3][5*THREADS];
shared [] int src[64];
shared int wrong[THREADS];

static void expect(const char *name, int i, int got, int wanted) {
  if (got != wanted && wrong[MYTHREAD]++ < 5) printf("%s, element %d: expected %d, got %d\n", name, i, wanted, got);
}

static void fill_rows(void) {
  int i, j;
  upc_barrier;
  for (i = 0; i < 3*THREADS; i++)
    upc_forall (j = 0; j < 10; j++; &rows[i][j]) rows[i][j] = -1;
  for (i = 0; i < 3*THREADS; i++)
    upc_forall (j = 0; j < 10; j++; &pieces[i][j]) pieces[i][j] = -1;
  for (i = 0; i < 4*THREADS; i++)
    upc_forall (j = 0; j < 10; j++; &groups[i][j]) groups[i][j] = -1;
  upc_forall (i = 0; i < 10*THREADS; i++; &cyclic[i]) cyclic[i] = -1;
  for (i = 0; i < 3; i++)
    upc_forall (j = 0; j < 5*THREADS; j++; &flat[i][j]) flat[i][j] = -1;
  upc_barrier;
}

static void check_rows(void) {
  int i, j;
  for (i = 0; i < 3*THREADS; i++)
    for (j = 0; j < 10; j++) {
      expect("rows", i * 10 + j, rows[i][j], i >= 1 && i % 2 == 1 && j < 9 ? 500 + j : -1);
      expect("pieces", i * 10 + j, pieces[i][j], i > 0 && j >= 5 ? 500 + j - 5 : -1);
    }
  for (i = 0; i < 4*THREADS; i++)
    for (j = 0; j < 10; j++) expect("groups", i * 10 + j, groups[i][j], i / 2 == 1 ? 500 + i % 2 * 10 + j : -1);
  for (i = 0; i < 10*THREADS; i++) expect("cyclic", i, cyclic[i], i % 3 == 2 ? 500 : -1);
  for (i = 0; i < 24; i++) expect("whole", i, whole[i / 4][i % 4], 500 + i);
  for (i = 0; i < 15*THREADS; i++) {
    int edge = 15*THREADS / 11 * 11;
    expect("flat", i, flat[i / (5*THREADS)][i % (5*THREADS)], i < 11 ? 500 + i : i == edge ? 500 : -1);
  }
}

/* The first row of each thread is cut into pieces of 1 int: a transpose over the first rows. */
static void exchange(void) {
  int i, j, n = THREADS < 10 ? THREADS : 10;
  fill_rows();
  for (i = 0; i < n; i++)
    upc_forall (j = 0; j < n; j++; &rows[i][0]) rows[i][j] = i * 100 + j;
  upc_stride_exchange(groups<0:n-1>, rows<0:n-1, :>, sizeof(int), 0);
  upc_barrier;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) expect("groups, transposed", i * 20 + j, groups[i * 2 + j / 10][j % 10], j * 100 + i);
}

/* dst is src: two handles of one array. */
static void in_place(void) {
  int i, j, n = THREADS < 10 ? THREADS : 10, perm[10];
  for (i = 0; i < 10; i++) perm[i] = (i + 1) % n;
  fill_rows();
  for (i = 0; i < n; i++)
    upc_forall (j = 0; j < 10; j++; &rows[i][0]) rows[i][j] = i * 100 + j;
  upc_stride_exchange(rows<0:n-1>, rows<0:n-1>, sizeof(int), 0);
  upc_stride_permute(rows<0:n-1>, rows<0:n-1>, perm, 10 * sizeof(int), 0);
  upc_barrier;
  for (i = 0; i < n; i++)
    for (j = 0; j < 10; j++)
      expect("rows, in place", i * 10 + j, rows[(i + 1) % n][j], j < n ? j * 100 + i : i * 100 + j);
  upc_barrier;
  upc_stride_gather_all(rows<0:n-1>, rows<0:n-1>, sizeof(int), 0);
  upc_stride_reduce_all(rows<0:n-1>, rows<0:n-1>, 10, UPC_ADD, UPC_INT, NULL, 0);
  upc_stride_reduce(&rows[0][0], rows<0:n-1>, 1, UPC_MAX, UPC_INT, NULL, 0);
  upc_barrier;
  for (j = 0; j < n; j++) expect("sums, in place", j, rows[n-1][j], n * ((j + n - 1) % n));
}

int main(void) {
  int t, i, sum = 0;
  fill_rows();
  if (MYTHREAD == THREADS - 1)
    for (i = 0; i < 24; i++) whole[i / 4][i % 4] = -1;
  if (MYTHREAD == 0)
    for (i = 0; i < 64; i++) src[i] = 500 + i;
  upc_barrier;
  upc_stride_broadcast(rows<1:2:3*THREADS-1, 0>, src, 9 * sizeof(int), 0);
  upc_stride_broadcast(pieces<1:3*THREADS-1, 1>, src, 5 * sizeof(int), 0);
  upc_stride_broadcast(groups<1>, src, 20 * sizeof(int), 0);
  upc_stride_broadcast(cyclic<2:3:10*THREADS-1>, src, sizeof(int), 0);
  upc_stride_broadcast(whole<:, :>, src, 24 * sizeof(int), 0);
  upc_stride_broadcast(flat<0>, src, 11 * sizeof(int), 0);
  upc_stride_broadcast(flat<15*THREADS/11>, src, sizeof(int), 0);
  upc_barrier;
  check_rows();
  exchange();
  upc_barrier;
  in_place();
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
