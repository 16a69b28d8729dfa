/* SPDX-License-Identifier: BSD-3-Clause
 * What upcrun looks for in the file of a program: the marks that name its conduit. */
#include <stdlib.h>
#include "each.h"
#include "job/upcrun/launch.h"

const char *const file_name = "./damaged.program";

int read_file(void) {
  static const char *const marks[] = {"[upcrun: gasnet ", "[upcrun: mpi ", "[upcrun: simulate", "[upcrun: a program"};
  char name[] = "./damaged.program", *command[] = {name, NULL};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) free(upcrun_text(file_name, marks[i]));
  upcrun_require_upc(file_name, command);
  return ACCEPTED;
}
