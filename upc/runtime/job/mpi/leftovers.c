/* SPDX-License-Identifier: BSD-3-Clause
 * See leftovers.h. Each MPI has names of its own for its files, and new ones with each version. So what a process has
 * mapped before MPI begins and after it are compared. The session folder of Open MPI is the job's own: before version 5
 * upcrun has named it, and since then the launcher has one for each job. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/mpi/leftovers.h"

#define FOLDER "/dev/shm/"

static char before[URTC_MEMORY_NAMES];

/* Each name has a line. */
static int has_name(const char *names, const char *name) {
  size_t length = strlen(name);
  for (; *names; names += strcspn(names, "\n") + 1)
    if (strncmp(names, name, length) == 0 && names[length] == '\n') return 1;
  return 0;
}

/* Adds the files of shared memory that this process has mapped, but those in `not`. */
static void add_mapped(char names[URTC_MEMORY_NAMES], const char *not) {
  char line[4096];
  size_t used = strlen(names);
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char *name = strstr(line, FOLDER);
    if (!name || strstr(name, " (deleted)")) continue;
    name[strcspn(name, "\n")] = '\0';
    size_t length = strlen(name);
    if (has_name(not, name) || has_name(names, name) || used + length + 2 > URTC_MEMORY_NAMES) continue;
    used += (size_t)sprintf(names + used, "%s\n", name);
  }
  if (maps) fclose(maps);
}

static void remove_names(char *names) {
  char *rest = NULL;
  for (char *name = strtok_r(names, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) unlink(name);
  *names = '\0';
}

void urtc_note_memory(void) { add_mapped(before, ""); }

void urtc_note_mpi_memory(char names[URTC_MEMORY_NAMES], int drop) {
  add_mapped(names, before);
  if (drop) remove_names(names); /* other threads of the host do the same */
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  remove(path); /* other monitors do the same */
  return 0;
}

static void remove_session(const char *variable, const char *begins) {
  const char *folder = secure_getenv(variable), *slash = folder ? strrchr(folder, '/') : NULL;
  if (slash && strncmp(slash + 1, begins, strlen(begins)) == 0) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void urtc_remove_leftovers(char names[URTC_MEMORY_NAMES]) {
  remove_names(names);
  remove_session("OMPI_MCA_orte_top_session_dir", "ompi.upc.");
  remove_session("PMIX_SERVER_TMPDIR", "ompi.");
}
