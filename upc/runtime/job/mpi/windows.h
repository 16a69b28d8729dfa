/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: windows of Open MPI. Between hosts without RDMA hardware Open MPI puts and gets by its component osc/pt2pt,
 * which Debian's configuration leaves out: then no window can be made. OMPI_MCA_osc=^ucx allows the component, if it is
 * set before MPI begins: by upcrun, or by the runtime if that begins MPI. What the user says of it stands. osc/pt2pt of
 * Open MPI 4 makes no windows in a program that begins MPI with MPI_THREAD_MULTIPLE. */
#ifndef URTC_WINDOWS_H
#define URTC_WINDOWS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The variable, and what allows the component. */
#define URTC_OSC "OMPI_MCA_osc"
#define URTC_OSC_ALLOWED "^ucx"

/* 1: the configuration leaves it out, and the user says nothing. */
static inline int urtc_lacks_windows(void) {
  char line[256], value[64];
  int lacks = 0;
  FILE *f = getenv(URTC_OSC) ? NULL : fopen("/etc/openmpi/openmpi-mca-params.conf", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "osc = %63s", value) == 1) lacks = strcmp(value, "^ucx,pt2pt") == 0;
  if (f) fclose(f);
  return lacks;
}

#endif
