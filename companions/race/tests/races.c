/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 1 writes a tile that a broadcast reads; with the argument "ordered" it does so when the broadcast has
 * ended. */
#include "tests/c/check.h"

enum { EACH = 4 };

int main(int argc, char **argv) {
  const double ones[EACH] = {1, 1, 1, 1};
  const int ordered = argc > 1 && argv[1][0] == 'o';
  START(NULL);
  const size_t all[] = {(size_t)upc_stride_threads() * EACH}, block[] = {EACH}, extents[] = {EACH}, first[] = {0};
  upc_stride_array_t A = upc_stride_all_alloc(1, block, block, sizeof(double), 0, NULL),
                     C = upc_stride_all_alloc(1, all, block, sizeof(double), 0, NULL);
  upc_stride_section_t tile = UPC_SECTION(A, UPC_STRIDE_ALL), copies = UPC_SECTION(C, UPC_STRIDE_ALL);
  upc_stride_handle_t handle;
  CHECK(upc_stride_barrier_all() == 0);
  CHECK(upc_stride_broadcast_nb(&handle, &copies, upc_stride_at(A, first), sizeof ones, 0) == 0); /* place: broadcast */
  if (ordered) CHECK(upc_stride_wait(&handle) == 0);
  if (upc_stride_mythread() == 1) CHECK(upc_stride_put_patch(&tile, ones, extents) == 0); /* place: write */
  if (!ordered) CHECK(upc_stride_wait(&handle) == 0);
  CHECK(upc_stride_barrier_all() == 0);
  if (upc_stride_mythread() == 0) CHECK(upc_stride_put(upc_stride_at(A, first), ones, sizeof ones) == 0);
  CHECK(upc_stride_all_free(A) == 0 && upc_stride_all_free(C) == 0 && upc_stride_finalize() == 0);
  return passed();
}
