/* SPDX-License-Identifier: BSD-3-Clause
 * What the program has called last, and where: for messages about long waits and for traces, as in programs in UPC. The
 * header's macros, and other languages, give the place just before the call. A call that comes without one (through a
 * pointer to a function, from Fortran) is known by its name. */
#include "c/c_calls.h"
#include "base/port.h"

#include <string.h>

static const char *place; /* "file.c:12: upc_stride_broadcast" for the call that comes next, or null */

const char **upc_stride_c_place(void) { return &place; }

/* The arguments of a call may be calls too, which then come first. */
static int is_of(const char *given, const char *name) {
  const char *call = strrchr(given, ' ');
  size_t length = strlen(name);
  if (call == NULL || strncmp(call + 1, name, length) != 0) return 0;
  return call[1 + length] == 0 || strcmp(call + 1 + length, "_nb") == 0;
}

void upc_stride_c_enter(const char *name) {
  const char *given = place;
  place = NULL;
  upc_stride_note_call(given != NULL && is_of(given, name) ? given : name);
}
