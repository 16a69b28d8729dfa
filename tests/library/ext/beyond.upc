/* SPDX-License-Identifier: BSD-3-Clause
 * Addresses that the library's calls must refuse: what a call moves from there, or to there, goes beyond the shared
 * object or the allocation. The address was in a pointer before. Each call, with memory of each kind.
 * usage: beyond CALL static|own|global|none BYTES    the object has BYTES bytes from the address on; PASS if nothing is
 *                                                    refused. none: the address is behind the last byte of an object */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>

enum { PIECE = 64, WHOLE = 4096 };

shared [PIECE] char A[PIECE * THREADS], B[PIECE * THREADS];
shared [] char fixed[WHOLE];

/* `bytes` bytes up to the end of an object on thread 0. */
static shared char *place(const char *kind, size_t bytes) {
  static shared [] char *shared own;
  shared [] char *start = fixed;
  if (strcmp(kind, "own") == 0) {
    if (MYTHREAD == 0) own = upc_alloc(1000), own = upc_alloc(WHOLE);
    upc_barrier;
    start = own;
  } else if (strcmp(kind, "global") == 0) {
    start = upc_all_alloc(THREADS, WHOLE);
  }
  return (shared char *)(strcmp(kind, "none") == 0 ? start + WHOLE : start + (WHOLE - bytes));
}

int main(int argc, char **argv) {
  size_t counts[] = {PIECE, PIECE / 2}, displs[] = {0, PIECE};
  const char *call = argc > 3 ? argv[1] : "";
  shared char *p = place(argc > 3 ? argv[2] : "", argc > 3 ? (size_t)atoi(argv[3]) : 0);
  upc_stride_handle_t h = NULL;
  int i, two = THREADS >= 2;
  upc_barrier;
  if (!two) return 2;
  for (i = 0; i < 2; i++) { /* the second time with a plan that is kept */
    if (strcmp(call, "broadcast") == 0) upc_stride_broadcast(A<:>, p, PIECE, 0);
    if (strcmp(call, "broadcast_nb") == 0) h = upc_stride_broadcast_nb(A<:>, p, PIECE, 0);
    if (strcmp(call, "scatter") == 0) upc_stride_scatter(A<0:1>, p, PIECE, 0);
    if (strcmp(call, "gather") == 0) upc_stride_gather(p, A<0:1>, PIECE, 0);
    if (strcmp(call, "scatterv") == 0) upc_stride_scatterv(A<0:1>, p, counts, displs, 0);
    if (strcmp(call, "gatherv") == 0) upc_stride_gatherv(p, A<0:1>, counts, NULL, 0);
    if (strcmp(call, "reduce") == 0) upc_stride_reduce(p, A<0:1>, PIECE / 4, UPC_ADD, UPC_INT, NULL, 0);
    if (strcmp(call, "all_broadcast") == 0) upc_all_broadcast(B, p, PIECE, 0);
    if (strcmp(call, "all_scatter") == 0) upc_all_scatter(p, B, PIECE / 2, 0); /* its dst, and the src of the next */
    if (strcmp(call, "all_exchange") == 0) upc_all_exchange(B, p, PIECE / 2, 0);
    if (strcmp(call, "all_gather") == 0) upc_all_gather(p, B, PIECE, 0);
    upc_stride_wait(&h);
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
