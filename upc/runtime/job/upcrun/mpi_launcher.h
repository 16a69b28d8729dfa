/* SPDX-License-Identifier: BSD-3-Clause
 * The launcher of a program on MPI. */
#ifndef UPCRUN_MPI_LAUNCHER_H
#define UPCRUN_MPI_LAUNCHER_H

#include "job/mpi/library.h"

struct mpi_launcher {
  const char *path;             /* null if the program is none for mpi */
  struct mpi_library library;   /* the MPI that it belongs to */
  const char *libraries;        /* the folder of this MPI's library, if that is not the one of the program's own MPI */
};

struct mpi_launcher upcrun_mpi_launcher(const char *program);
int upcrun_print_mpi(void);     /* the MPI that is found without a program; negative if it cannot be printed */

#endif
