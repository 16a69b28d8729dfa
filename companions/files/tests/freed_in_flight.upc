/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of a call in flight is freed: the free must be refused. What the call does not use may be freed, and all of it
 * once the program has waited. If another thread frees it, the wait must be refused, or the next start of a prepared
 * call.
 * usage: freed_in_flight CALL [waited | by_another] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_stride_coll.h>
#include "upc_stride_file.h"

enum { N = 5000 };                      /* elements of 8 bytes in a block, one on each thread */

static double buffer[N];
static shared void *shared of_last;     /* memory of the last thread */

int main(int argc, char **argv) {
  const char *call = argc > 1 ? argv[1] : "";
  const int by_another = argc > 2 && strcmp(argv[2], "by_another") == 0, waited = argc > 2 && !by_another;
  const int last = MYTHREAD == THREADS - 1;
  size_t shape[1], block[1], first = (size_t)((MYTHREAD + 1) % THREADS) * N;
  upc_stride_array_t A, B, unused, V;
  upc_stride_section_t all, other, viewed, next;
  upc_stride_handle_t h = NULL;
  char file[200];
  shared void *memory;
  snprintf(file, sizeof file, "%s/tests/freed_in_flight.npy", getenv("BUILD") != NULL ? getenv("BUILD") : "build");
  shape[0] = (size_t)THREADS * N, block[0] = N;
  A = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  unused = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  memory = upc_all_alloc(THREADS, N * 8);
  V = upc_stride_view(memory, 1, shape, block, 8, 0, NULL);
  if (last) of_last = upc_alloc(N * 8);
  upc_barrier;
  all = UPC_SECTION(A, UPC_STRIDE_ALL), other = UPC_SECTION(B, UPC_STRIDE_ALL), viewed = UPC_SECTION(V, UPC_STRIDE_ALL);
  next = UPC_SECTION(A, UPC_STRIDE_RANGE((long long)first, (long long)first + N - 1));
#define CALLED(name) (strcmp(call, name) == 0)
  if (CALLED("dst")) h = upc_stride_copy_nb(all, other, 0);
  if (CALLED("src")) h = upc_stride_copy_nb(other, all, 0);
  if (CALLED("place")) h = upc_stride_broadcast_nb(other, of_last, N * 8, 0);
  if (CALLED("view") || CALLED("memory")) h = upc_stride_broadcast_nb(viewed, of_last, N * 8, 0);
  if (CALLED("prepared")) h = upc_stride_reduce_init(of_last, all, 1, UPC_ADD, UPC_DOUBLE, NULL, 0);
  if (CALLED("fetched")) h = upc_stride_fetch_init(buffer, A, &first, 1, 0);
  if (CALLED("prepared_view")) h = upc_stride_broadcast_init(viewed, of_last, N * 8, 0);
  if (CALLED("prepared") || CALLED("fetched")) upc_stride_start_call(h);
  if (CALLED("get_patch")) h = upc_stride_get_patch_nb(buffer, NULL, next);
  if (CALLED("put_patch")) h = upc_stride_put_patch_nb(next, buffer, NULL);
  if (CALLED("get_view") && MYTHREAD > 0)
    h = upc_stride_get_patch_nb(buffer, NULL, UPC_SECTION(V, UPC_STRIDE_RANGE(0, N - 1)));
  if (CALLED("written")) h = upc_stride_write_nb(file, all, "f8", NULL);
  if (CALLED("updated")) upc_stride_update(upc_stride_at(A, &first), UPC_ADD, UPC_DOUBLE, buffer);
  if (!CALLED("updated")) upc_stride_all_free(unused);
  if (waited) {
    upc_stride_wait(&h);
    if (CALLED("updated")) upc_stride_update_fence();
    upc_barrier;
  }
  if (by_another) { /* thread 0, which has ended its part of the call; it ends on all threads meanwhile */
    upc_barrier;
    if (MYTHREAD == 0 && !CALLED("prepared_view")) upc_stride_wait(&h);
    if (MYTHREAD == 0) upc_free(CALLED("place") ? of_last : memory);
    upc_barrier;
    if (CALLED("prepared_view")) upc_stride_start_call(h);
    upc_stride_wait(&h);
  } else if (CALLED("place")) upc_free(last ? of_last : NULL);
  else if (CALLED("view")) upc_stride_all_free(V);
  else if (CALLED("memory")) upc_all_free(memory);
  else upc_stride_all_free(A);
  upc_barrier;
  if (MYTHREAD == 0) printf("%s\n", waited ? "PASS" : "it was freed");
  return !waited;
}
