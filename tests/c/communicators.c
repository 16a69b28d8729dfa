/* SPDX-License-Identifier: BSD-3-Clause
 * Communicators: half of an MPI program's ranks are threads, in the reverse order of their ranks, while the others go
 * on with MPI alone. A second init takes a communicator of the same processes; others are refused in one line. */
#include "tests/c/check.h"

#include <string.h>

static void sum_of_all(int expected) {
  size_t threads = (size_t)upc_stride_threads(), shape[] = {threads}, block[] = {1}, mine[] = {0};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_array_t S = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_section_t a = UPC_SECTION(A, UPC_STRIDE_ALL), s = UPC_SECTION(S, UPC_STRIDE_ALL);
  mine[0] = (size_t)upc_stride_mythread();
  *(int *)upc_stride_near_block(A, mine) = upc_stride_mythread() + 1;
  CHECK(upc_stride_reduce_all(&s, &a, 1, UPC_ADD, UPC_INT, NULL, 0) == 0);
  CHECK_IS(*(int *)upc_stride_near_block(S, mine), expected);
  CHECK(upc_stride_finalize() == 0);
}

static void refused(MPI_Comm communicator) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  CHECK_IS(upc_stride_init_mpi(communicator, &options), -1);
  const char *text = "upc_stride_init_mpi: the communicator must have the processes of the first one";
  const char *line = upc_stride_last_error();
  if (strncmp(line, text, strlen(text)) != 0 || strchr(line, '\n') != NULL) complain(__LINE__, line, 0, 0, 0);
  CHECK_IS(upc_stride_initialized(), 0);
}

int main(void) {
  const upc_stride_options_t options = {.heap = 16 << 20};
  int rank, ranks, threads, value = 1, sum;
  MPI_Comm half, same, reversed;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_size(half, &threads);
  MPI_Comm_split(half, 0, rank, &reversed);
  MPI_Comm_dup(half, &same);
  if (rank % 2 == 0) {
    CHECK(upc_stride_init_mpi(half, &options) == 0);
    CHECK_IS(upc_stride_threads(), threads);
    sum_of_all(threads * (threads + 1) / 2);
    CHECK(upc_stride_init_mpi(same, &options) == 0);
    sum_of_all(threads * (threads + 1) / 2);
    if (ranks > threads) refused(MPI_COMM_WORLD);
    if (threads > 1) refused(reversed);
    if (threads > 1) refused(MPI_COMM_SELF);
    CHECK(upc_stride_init_mpi(half, &options) == 0);
    sum_of_all(threads * (threads + 1) / 2);
  }
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum != ranks) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("PASS");
  MPI_Finalize();
  return 0;
}
