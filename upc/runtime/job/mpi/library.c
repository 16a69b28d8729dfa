/* SPDX-License-Identifier: BSD-3-Clause
 * See library.h. Cray's MPI and MVAPICH are made of MPICH: Cray's says of which version ("ANL base"), and MVAPICH has
 * numbers of its own, below those from which on MPICH needs something else. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "job/mpi/library.h"

static const struct { const char *name; enum mpi_family family; } names[] = {
  {"Open MPI", OF_OPENMPI}, {"OpenRTE", OF_OPENMPI}, {"openmpi-", OF_OPENMPI},
  {"Intel(R) MPI", OF_INTEL}, {"intel-", OF_INTEL},
  {"ANL base", OF_MPICH}, {"MVAPICH", OF_MPICH}, {"MPICH", OF_MPICH}, {"HYDRA", OF_MPICH}, {"mpich-", OF_MPICH},
};

/* The first a.b of a text. */
static int number(const char *text) {
  int major, minor;
  for (; *text; text++)
    if (isdigit((unsigned char)*text) && sscanf(text, "%4d.%2d", &major, &minor) == 2) return 100 * major + minor;
  return 0;
}

struct mpi_library mpi_library_of(const char *text) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *at = strstr(text, names[i].name);
    if (at) return (struct mpi_library){names[i].family, number(at)};
  }
  return (struct mpi_library){OF_OTHERS, 0};
}
