/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong sections in the language, one a run: the message names array, file and line.
 * usage: wrong_section CASE */
#include <string.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

shared [4][4] int A[18][20];
shared [11] int flat[3][5*THREADS];
shared [5] int rows[3][5*THREADS];
shared [] int src[16];

static const size_t one[] = {1};
static const int grid[] = {2};

static int is(char **argv, const char *word) { return strcmp(argv[1], word) == 0; }

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  if (is(argv, "range")) upc_stride_broadcast(A<0:2:6, :>, src, 4, 0);
  if (is(argv, "step")) upc_stride_broadcast(A<0:argc-2:3, :>, src, 4, 0);
  if (is(argv, "flat")) upc_stride_broadcast(flat<0, 1>, src, 4, 0);
  if (is(argv, "edge")) upc_stride_broadcast(flat<15*THREADS/11>, src, 44, 0);
  if (is(argv, "len")) upc_stride_broadcast(A<0>, src, 65, 0);
  if (is(argv, "counts")) upc_stride_exchange(A<0, :>, rows<0:2, 0>, 4, 0);
  if (is(argv, "affinity")) return upc_haveaffinity(A<:, -1>);
  if (is(argv, "alloc")) upc_stride_all_alloc(1, one, one, 4, 1, grid);
  if (is(argv, "address")) upc_stride_broadcast(A<0, :>, &src[argc + 14], 4, 0); /* one past the end */
  if (is(argv, "row")) upc_stride_gather(&A[0][18 + argc], A<0, :>, 4, 0);
  if (is(argv, "nothing")) upc_stride_broadcast(A<5:4, :>, &A[16 + argc][0], 4, 0);
  if (is(argv, "bytes")) upc_stride_broadcast(A<0, :>, &src[argc + 14], 0, 0);
  upc_barrier;
  return 0;
}
