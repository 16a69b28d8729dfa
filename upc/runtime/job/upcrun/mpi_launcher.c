/* SPDX-License-Identifier: BSD-3-Clause
 * The launcher of a program on MPI. A text in the program (conduits/mpi/start.c) says for which MPI it was built, and
 * where the launcher of that was. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/upcrun/launch.h"
#include "job/upcrun/mpi_launcher.h"

/* The MPI of a launcher, as that says; unknown if it says nothing. */
static struct mpi_library ask(const char *launcher) {
  char command[PATH_MAX + 32], text[256] = "";
  if (strchr(launcher, '\'')) return mpi_library_of("");
  snprintf(command, sizeof command, "'%s' --version 2>/dev/null </dev/null", launcher);
  fflush(NULL);
  FILE *answer = popen(command, "r");
  size_t length = answer ? fread(text, 1, sizeof text - 1, answer) : 0;
  text[length] = '\0';
  while (answer && fgetc(answer) != EOF) {} /* a pipe that is closed early would kill it */
  if (answer) pclose(answer);
  return mpi_library_of(text);
}

/* Where several MPIs are installed, their launchers have the names mpiexec.mpich and mpiexec.openmpi. */
static const char *in_path(const char *built) {
  static char own[64];
  snprintf(own, sizeof own, "mpiexec.%.*s", (int)strcspn(built, "- "), built);
  return upcrun_on_path(strchr(upcrun_on_path(own), '/') ? own : "mpiexec");
}

struct mpi_launcher upcrun_mpi_launcher(const char *program) {
  static char path[PATH_MAX];
  char *built = upcrun_text(program, "[upcrun: start with "), *space = built ? strchr(built, ' ') : NULL;
  if (!space) return (struct mpi_launcher){NULL, {OF_OTHERS, 0}};
  int usable = strchr(space + 1, '/') && access(space + 1, X_OK) == 0;
  snprintf(path, sizeof path, "%s", usable ? space + 1 : in_path(built));
  struct mpi_launcher found = {path, ask(path)};
  if (found.library.family == OF_OTHERS) found.library = mpi_library_of(built);
  return found;
}
