/* SPDX-License-Identifier: BSD-3-Clause
 * The library and BLACS, by name. The drop-in is linked with neither, so that one file serves all MPIs: it loads the
 * library that was built for the program's MPI, unless the program has one. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT */
#include "dropin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dropin_library_t dropin_library;
dropin_blacs_t dropin_blacs;

/* An object of dlsym is an address of data: C has no conversion to one of a function. */
static int look(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static void *library_of_mpi(void) {
  const int openmpi = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != NULL;
  return dlopen(openmpi ? "libupc_stride-mpi-openmpi.so.0" : "libupc_stride-mpi-mpich.so.0", RTLD_NOW | RTLD_LOCAL);
}

int dropin_load(void) {
  void *library = RTLD_DEFAULT;
  int there = 1;
  if (dlsym(RTLD_DEFAULT, "upc_stride_c_init_with") == NULL && (library = library_of_mpi()) == NULL) {
    dropin_say(dlerror());
    return 0;
  }
#define LOOK(name) there &= look(library, "upc_stride_c_" #name, &dropin_library.name);
  DROPIN_LIBRARY_CALLS(LOOK)
  if (!there) dropin_say("the program's libupc_stride has no numerics");
  return there;
}

static void find(const char *name, void *function) {
  if (look(RTLD_DEFAULT, name, function)) return;
  fprintf(stderr, "upc_stride_scalapack: %s of BLACS is not found: link the program with a shared library of it\n",
          name);
  exit(1);
}

void dropin_find_blacs(void) {
  if (dropin_blacs.pinfo != NULL) return;
  find("blacs_get_", &dropin_blacs.get);
  find("blacs_gridinfo_", &dropin_blacs.gridinfo);
  find("igamn2d_", &dropin_blacs.igamn2d);
  find("igsum2d_", &dropin_blacs.igsum2d);
  find("blacs_pinfo_", &dropin_blacs.pinfo);
}
