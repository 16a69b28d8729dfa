/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_mpi.h: upc_stride.h for MPI programs. Each rank is a thread.
 *
 *   MPI_Init(&argc, &argv);
 *   upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
 *   ...                                            calls of MPI and of the library, in any order
 *   upc_stride_finalize();
 *   MPI_Finalize();
 *
 * Link with libupc_stride-mpi-mpich or libupc_stride-mpi-openmpi, or with libupc_stride-mpi-abi if mpi.h is that of
 * MPI's binary interface (mpicc_abi). Start the program by its MPI's launcher or by upcrun.
 *
 * Threads are numbered host by host. So thread numbers are the ranks, unless the launcher has dealt the ranks out to
 * hosts in turn: then upc_stride_mythread says which thread a rank is. Ranks of one host share memory: they move data
 * by address, and MPI moves nothing between them.
 *
 * The library calls MPI from the operating system's thread that calls the library. If others of the program's call
 * MPI at that time, the program asks MPI_Init_thread for MPI_THREAD_MULTIPLE.
 */
#ifndef UPC_STRIDE_MPI_H
#define UPC_STRIDE_MPI_H

#include <mpi.h>
#include "upc_stride.h"

#if defined MPI_ABI_VERSION
#define UPC_STRIDE_MPI "abi"
#elif defined OPEN_MPI
#define UPC_STRIDE_MPI "openmpi"
#else
#define UPC_STRIDE_MPI "mpich"
#endif

/* The ranks of `communicator` become threads; all of them call. MPI has begun, and has not ended. The communicator
 * may be freed afterwards. Another init, after a finalize, names a communicator of the same processes in the same
 * order. */
static inline int upc_stride_init_mpi(MPI_Comm communicator, const upc_stride_options_t *options) {
  /* for upcrun, which looks for this text in a program */
  static const char start[] __attribute__((used)) = "[upcrun: start with " UPC_STRIDE_MPI " mpiexec]";
  return upc_stride_init_with(&communicator, UPC_STRIDE_MPI, options);
}

#endif
