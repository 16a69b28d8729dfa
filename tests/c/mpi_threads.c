/* SPDX-License-Identifier: BSD-3-Clause
 * A second thread of the operating system calls MPI while the first calls the library: MPI_THREAD_MULTIPLE. */
#include "tests/c/check.h"

#include <pthread.h>

enum { TURNS = 40 };

static MPI_Comm others; /* the second threads' own */

static void *sums(void *wrong) {
  int rank, size;
  MPI_Comm_rank(others, &rank);
  MPI_Comm_size(others, &size);
  for (int turn = 0; turn < TURNS; turn++) {
    int value = rank + turn, sum;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, others);
    if (sum != size * (size - 1) / 2 + size * turn) *(int *)wrong = 1;
  }
  return NULL;
}

int main(void) {
  int given, wrong = 0;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &given);
  if (given != MPI_THREAD_MULTIPLE) return puts("this MPI gives no MPI_THREAD_MULTIPLE"), MPI_Finalize(), 77;
  MPI_Comm_dup(MPI_COMM_WORLD, &others);
  const upc_stride_options_t options = {.heap = 16 << 20};
  CHECK(upc_stride_init_mpi(MPI_COMM_WORLD, &options) == 0);
  int me = upc_stride_mythread(), threads = upc_stride_threads();
  size_t shape[] = {(size_t)threads}, block[] = {1}, mine[] = {(size_t)me};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_array_t S = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_section_t a = UPC_SECTION(A, UPC_STRIDE_ALL), s = UPC_SECTION(S, UPC_STRIDE_ALL);
  pthread_t second;
  CHECK(pthread_create(&second, NULL, sums, &wrong) == 0);
  for (int turn = 0; turn < TURNS; turn++) {
    *(int *)upc_stride_near_block(A, mine) = me + turn;
    CHECK(upc_stride_reduce_all(&s, &a, 1, UPC_ADD, UPC_INT, NULL, 0) == 0);
    CHECK_IS(*(int *)upc_stride_near_block(S, mine), threads * (threads - 1) / 2 + threads * turn);
    upc_stride_barrier_all();
  }
  pthread_join(second, NULL);
  CHECK_IS(wrong, 0);
  CHECK(upc_stride_finalize() == 0);
  MPI_Comm_free(&others);
  return passed();
}
