/* SPDX-License-Identifier: BSD-3-Clause
 * Patches and lists of elements by one thread: get_patch, put_patch, acc_patch, get_elements and so on: patches.h. */
#ifdef ON_MPI
#include <upc_stride_mpi.h>
#else
#include <upc_stride.h>
#endif
#include "patches/patches.h"

static upc_stride_array_t A;

static void box(what_t what, int i, int j, int h, int w, double *buffer) {
  upc_stride_section_t S = UPC_SECTION(A, UPC_STRIDE_RANGE(i, i + h - 1), UPC_STRIDE_RANGE(j, j + w - 1));
  if (what == GET) upc_stride_get_patch(buffer, NULL, &S);
  if (what == PUT) upc_stride_put_patch(&S, buffer, NULL);
  if (what == ACC) upc_stride_acc_patch(&S, UPC_ADD, UPC_DOUBLE, buffer, NULL);
}

static void list(what_t what, int count, const int *rows, const int *columns, double *buffer) {
  size_t index[LIST];
  for (int k = 0; k < count; k++) index[k] = (size_t)rows[k] * N + (size_t)columns[k];
  if (what == GET) upc_stride_get_elements(buffer, A, index, (size_t)count);
  if (what == PUT) upc_stride_put_elements(A, index, (size_t)count, buffer);
  if (what == ACC) upc_stride_acc_elements(A, index, (size_t)count, UPC_ADD, UPC_DOUBLE, buffer);
}

int main(void) {
  size_t shape[] = {N, N}, block[] = {N / 2, N};
#ifdef ON_MPI
  int given;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
#else
  upc_stride_init(NULL);
#endif
  A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  if (upc_stride_mythread() == 0) measure();
  upc_stride_barrier_all();
  upc_stride_finalize();
#ifdef ON_MPI
  MPI_Finalize();
#endif
  return 0;
}
