/* SPDX-License-Identifier: BSD-3-Clause
 * The launcher of a program on MPI. */
#ifndef UPCRUN_MPI_LAUNCHER_H
#define UPCRUN_MPI_LAUNCHER_H

#include "job/mpi/library.h"

struct mpi_launcher { const char *path; struct mpi_library library; }; /* and the MPI that it belongs to */

/* Its path is null if the program is none for mpi. */
struct mpi_launcher upcrun_mpi_launcher(const char *program);

#endif
