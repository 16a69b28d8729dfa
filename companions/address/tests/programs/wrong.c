/* SPDX-License-Identifier: BSD-3-Clause
 * In C, without -fsanitize=address: with UPC_ASAN set, what calls of the library read and write is looked at. A fault
 * for each name, as in calls.upc; the last thread, THREAD, makes those of CASE alone. */
#include "tests/c/check.h"
#include <string.h>

#define CASE(name) if (!strcmp(what, #name) && upc_stride_mythread() == upc_stride_threads() - 1)
#define ALL(name) if (!strcmp(what, #name))

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "none";
  START(NULL);
  static double b[80];
  const int p = upc_stride_threads();
  const size_t shape[] = {20 * (size_t)p}, block[] = {20}, index[] = {3, 12};
  const size_t number[] = {(size_t)upc_stride_mythread()};
  const upc_stride_pointer_t few = upc_stride_all_memory(80), freed = upc_stride_all_memory(80);
  const upc_stride_pointer_t large = upc_stride_all_memory(160), beyond = upc_stride_plus(few, 80);
  upc_stride_array_t V = upc_stride_view(few, 1, shape, block, sizeof(double), 0, NULL);
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL), view = UPC_SECTION(V, UPC_STRIDE_ALL);
  const upc_stride_section_t of_zero = UPC_SECTION(V, UPC_STRIDE_RANGE(0, 19));
  upc_stride_all_free_memory(freed);
  upc_stride_barrier_all();
  CASE(get) upc_stride_get(b, few, 81);
  // says: THREAD reads 81 bytes by upc_stride_get, 1 of them beyond the end of an object of 80 bytes
  CASE(put) upc_stride_put(freed, b, 8);
  // says: THREAD writes 8 bytes by upc_stride_put
  CASE(get_patch) upc_stride_get_patch(b, NULL, &of_zero);
  // says: THREAD reads 160 bytes by upc_stride_get_patch, 80 of them beyond the end of an object of 80 bytes
  CASE(put_elements) upc_stride_put_elements(V, index, 2, b);
  // says: THREAD writes 8 bytes by upc_stride_put_elements, 16 bytes beyond the end of an object of 80 bytes
  CASE(buffer) upc_stride_get_blocks(upc_stride_address_of(upc_stride_on_thread(few, (int)number[0])), A, number, 1);
  // says: THREAD writes 160 bytes by upc_stride_get_blocks, 80 of them beyond the end of an object of 80 bytes
  CASE(fetch_op) upc_stride_fetch_op(NULL, beyond, UPC_ADD, UPC_LONG, (long[]){1});
  // says: THREAD writes 8 bytes by upc_stride_fetch_op, 0 bytes beyond the end of an object of 80 bytes
  CASE(update) upc_stride_update(beyond, UPC_ADD, UPC_LONG, (long[]){1});
  // says: THREAD writes 8 bytes by upc_stride_update, 0 bytes beyond the end of an object of 80 bytes
  upc_stride_update_fence();
  ALL(copy) upc_stride_copy(&view, &all, 0);
  // says: by upc_stride_copy, 80 of them beyond the end of an object of 80 bytes
  ALL(broadcast) upc_stride_broadcast(&view, large, 160, 0);
  // says: by upc_stride_broadcast, 80 of them beyond the end of an object of 80 bytes
  ALL(halo) upc_stride_halo(b, &view, 1, 0, 0);
  // says: beyond the end of an object of 80 bytes
  ALL(fetch) upc_stride_fetch(b, V, index, 2, 0);
  // says: by upc_stride_fetch, 16 bytes beyond the end of an object of 80 bytes
  if (upc_stride_mythread() == 0) puts("end");
  upc_stride_finalize();
#ifdef ON_MPI
  MPI_Finalize();
#endif
  return 0;
}
