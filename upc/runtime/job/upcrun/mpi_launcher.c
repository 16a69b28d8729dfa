/* SPDX-License-Identifier: BSD-3-Clause
 * The launcher of a program on MPI. A text in the program (conduits/mpi/start.c) says for which MPI it was built, and
 * where the launcher of that was. UPC_MPI= names another MPI, whose library the program then loads: any, if the program
 * was built for MPI's binary interface. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/find.h"
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

/* ---- where it is ---- */
static int is_file(char path[PATH_MAX], const char *folder, const char *name, int mode) {
  return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX && access(path, mode) == 0;
}

static int is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* UPC_MPI= names an MPI by its folder, by the folder of its programs, or by its launcher. */
static int is_named(char path[PATH_MAX]) {
  const char *named = getenv("UPC_MPI");
  if (!named || !*named) return 0;
  if (is_file(path, named, "bin/mpiexec", X_OK) || is_file(path, named, "mpiexec", X_OK)) return 1;
  if (is_folder(named) || access(named, X_OK) != 0)
    upcrun_fail(NOT_FOUND, "UPC_MPI=%s: there is no MPI: must be its folder, which has bin/mpiexec, or its mpiexec",
                named);
  return snprintf(path, PATH_MAX, "%s", named) < PATH_MAX;
}

/* Can a program that was built for one MPI be started by that launcher? `built` is empty if any will do. */
static int fits(const char *built, const char *launcher) {
  enum mpi_family family = ask(launcher).family;
  if (family == OF_OTHERS || !*built) return family != OF_OTHERS;
  return (strncmp(built, "openmpi", 7) == 0) == (family == OF_OPENMPI);
}

/* An environment of Python's has upcrun and an MPI in one folder, which may not be in PATH. Where several MPIs are
 * installed, their launchers have the names mpiexec.mpich and mpiexec.openmpi. */
static const char *find(const char *built) {
  static char path[PATH_MAX], own[64];
  snprintf(own, sizeof own, "mpiexec.%.*s", (int)strcspn(built, "- "), built);
  if (urtk_find_beside(path, "bin", own)) return path;
  if (urtk_find_beside(path, "bin", "mpiexec") && fits(built, path)) return path;
  return upcrun_on_path(strchr(upcrun_on_path(own), '/') ? own : "mpiexec");
}

/* ---- its library ---- */
/* The name of the library file that programs for this MPI load; each has its own interface. */
static const char *library_file(const char *built) {
  if (strncmp(built, "abi", 3) == 0) return "libmpi_abi.so.1";
  return strncmp(built, "openmpi", 7) == 0 ? "libmpi.so.40" : "libmpi.so.12";
}

/* The folder of that file in the MPI of a launcher. */
static const char *libraries_of(const char *launcher, const char *file) {
  static const char *const below[] = {"lib", "lib64", "lib/release"};
  static char folder[PATH_MAX];
  char path[PATH_MAX], found[PATH_MAX];
  for (int resolved = 0; resolved < 2; resolved++) { /* the launcher may be a link */
    if (!resolved ? snprintf(path, sizeof path, "%s", launcher) >= PATH_MAX : !realpath(launcher, path)) continue;
    for (int up = 0; up < 2; up++) {
      char *slash = strrchr(path, '/');
      if (slash) *slash = '\0';
    }
    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
      if (snprintf(folder, sizeof folder, "%s/%s", path, below[i]) < PATH_MAX && is_file(found, folder, file, R_OK))
        return folder;
  }
  return NULL;
}

static const char *path_to(const char *launcher) { return strchr(launcher, '/') ? launcher : upcrun_on_path(launcher); }

struct mpi_launcher upcrun_mpi_launcher(const char *program) {
  static char path[PATH_MAX];
  char *built = upcrun_text(program, "[upcrun: start with "), *space = built ? strchr(built, ' ') : NULL;
  if (!space) return (struct mpi_launcher){0};
  int named = is_named(path), usable = !named && strchr(space + 1, '/') && access(space + 1, X_OK) == 0;
  if (!named) snprintf(path, sizeof path, "%s", usable ? space + 1 : find(built));
  struct mpi_launcher found = {path, ask(path), usable ? NULL : libraries_of(path_to(path), library_file(built))};
  if (found.library.family == OF_OTHERS) found.library = mpi_library_of(built);
  if (strncmp(built, "abi", 3) == 0 && !found.libraries && (named || found.library.family == OF_OPENMPI))
    upcrun_fail(NOT_FOUND, "'%s' is for MPI's binary interface (%s), which the MPI of %s does not have: UPC_MPI= names "
                "another", program, library_file(built), path);
  return found;
}

int upcrun_print_mpi(void) {
  static const char *const names[] = {"", "MPICH", "Open MPI", "Intel MPI"};
  char path[PATH_MAX];
  if (!is_named(path)) snprintf(path, sizeof path, "%s", find(""));
  struct mpi_library library = strchr(path, '/') ? ask(path) : mpi_library_of("");
  if (library.family == OF_OTHERS) return printf("no MPI was found\n");
  return printf("%s %d.%d, %s%s\n", names[library.family], library.version / 100, library.version % 100, path,
                libraries_of(path, library_file("abi")) ? ", with MPI's binary interface" : "");
}
