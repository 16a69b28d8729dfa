/* SPDX-License-Identifier: BSD-3-Clause
 * ScaLAPACK's own routines: those of this name that come next behind the drop-in. */
#define _GNU_SOURCE 1 /* RTLD_NEXT, dladdr */
#include "dropin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void routine_t(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *);

/* Calls of ScaLAPACK that are under way: what it calls meanwhile is its own affair. */
static int depth;

static void *address(const char *symbol) {
  void *found = dlsym(RTLD_NEXT, symbol);
  if (found != NULL) return found;
  fprintf(stderr, "upc_stride_scalapack: %s is not found behind this library: link the program with a shared library "
          "of ScaLAPACK, after this one\n", symbol);
  exit(1);
}

/* Processes may leave ScaLAPACK's inner calls out where they have no part in them, so these go to ScaLAPACK. */
int dropin_stays_inside(const char *symbol, const void *caller) {
  Dl_info own, from;
  if (depth > 0) return 1;
  return dladdr(address(symbol), &own) && dladdr(caller, &from) && own.dli_fbase == from.dli_fbase;
}

/* Behind the arguments come the lengths of letters, which only routines in Fortran look for. */
void dropin_original(const char *symbol, void *const *a) {
  void *found = address(symbol);
  routine_t *routine;
  memcpy(&routine, &found, sizeof routine);
  depth++;
  routine(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16],
          a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
  depth--;
}
