/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what the conduit does otherwise on one MPI than on another, by family and version. What MPIs need to be told
 * before a job starts is in job/upcrun/mpi_settings.c. */
#include <stdlib.h>
#include <string.h>
#include "job/mpi/manners.h"

enum { V4_2 = 402, V4_3 = 403, V5 = 500 };

static const struct { enum mpi_family family; int from, below; struct urtc_manners manners; } table[] = {
  {OF_MPICH, 0, V4_2, {.small = 8128, .ucx = 1, .meets_at_launcher = 1}},
  {OF_MPICH, V4_2, V4_3, {.small = 8128, .ucx = 1}},
  {OF_MPICH, V4_3, MPI_NEWEST, {.small = 8128, .drops_names = 1, .probes = 1}},
  {OF_INTEL, 0, MPI_NEWEST, {.small = 8128, .kills_others = 1}},
  {OF_OPENMPI, 0, V5, {.small = 4000, .cuts_lines = 1, .kills_others = 1}},
  {OF_OPENMPI, V5, MPI_NEWEST, {.small = 4000, .drops_names = 1, .cuts_lines = 1, .kills_others = 1}},
};

struct urtc_manners urtc_mpi = {.small = 4000};
static struct mpi_library library;

/* MPICH takes the first network layer of "MPICH Device: ch4:ucx ofi", unless the variable names one. */
static int sends_by(const char *layer, const char *library_version) {
  const char *named = getenv("MPIR_CVAR_CH4_NETMOD"), *first = strstr(library_version, "ch4:");
  if (named && *named) return strcmp(named, layer) == 0;
  return first && strncmp(first + strlen("ch4:"), layer, strlen(layer)) == 0;
}

void urtc_learn_manners(void) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(text, &length); /* allowed before MPI begins */
  library = mpi_library_of(text);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (mpi_is(library, table[i].family, table[i].from, table[i].below)) urtc_mpi = table[i].manners;
  urtc_mpi.probes = urtc_mpi.probes && sends_by("ucx", text);
  urtc_mpi.whole = library.family == OF_INTEL || (library.family == OF_MPICH && sends_by("ofi", text));
}

int urtc_needs_pt2pt(void) { return mpi_is(library, OF_OPENMPI, 0, V5); }
