/* SPDX-License-Identifier: BSD-3-Clause
 * The settings that MPI's libraries and launchers need. */
#ifndef UPCRUN_MPI_SETTINGS_H
#define UPCRUN_MPI_SETTINGS_H

#include "job/mpi/library.h"
#include "job/upcrun/launch.h"

/* Puts into the environment what this MPI needs for the job, where the user has not. */
void upcrun_set_mpi(const struct job *job, struct mpi_library library);

#endif
