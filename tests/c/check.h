/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of upc_stride.h in C and C++: checks, and a start that is MPI's where the test is compiled for MPI. */
#ifndef TESTS_C_CHECK_H
#define TESTS_C_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#ifdef ON_MPI
#include <upc_stride_mpi.h>
#else
#include <upc_stride.h>
#endif

#define CHECK(condition) \
  ((condition) ? (void)0 : complain(__LINE__, #condition, 0, 0, 0))
#define CHECK_IS(expression, expected) check_is(__LINE__, #expression, (expression), (expected))

static void complain(int line, const char *text, int is_value, long long got, long long expected) {
  fprintf(stderr, "thread %d, line %d: %s", upc_stride_mythread(), line, text);
  if (is_value) fprintf(stderr, " is %lld, expected %lld", got, expected);
  fprintf(stderr, " %s\n", upc_stride_last_error());
  upc_stride_exit(1);
}

static inline void check_is(int line, const char *text, long long got, long long expected) {
  if (got != expected) complain(line, text, 1, got, expected);
}

static inline void START(const upc_stride_options_t *options) {
#ifdef ON_MPI
  int begun, given;
  MPI_Initialized(&begun);
  if (!begun) MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given);
  CHECK(upc_stride_init_mpi(MPI_COMM_WORLD, options) == 0);
#else
  CHECK(upc_stride_init(options) == 0);
#endif
}

/* The end of main: PASS from the last of all. */
static inline int passed(void) {
#ifdef ON_MPI
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("PASS\n");
  MPI_Finalize();
#else
  if (upc_stride_mythread() == 0) printf("PASS\n");
#endif
  return 0;
}

#endif
