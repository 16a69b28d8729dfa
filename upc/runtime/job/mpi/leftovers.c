/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what Open MPI keeps in files, which its launcher removes at the end of a job: its session folder, which is the
 * job's own where upcrun has named it, and memory its processes share. A launcher that is killed cannot; a monitor does
 * then. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/mpi/leftovers.h"

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  remove(path); /* other monitors do the same */
  return 0;
}

/* The files of shared memory that a process has mapped, its own and those of the others. */
static void remove_memory(pid_t process) {
  static const char *const names[] = {"/dev/shm/vader_segment.", "/dev/shm/open_mpi."};
  char path[64], line[4096];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
  FILE *maps = fopen(path, "r");
  if (!maps) return;
  while (fgets(line, sizeof line, maps)) {
    char *name = strstr(line, names[0]);
    if (!name) name = strstr(line, names[1]);
    if (!name) continue;
    name[strcspn(name, " \n")] = '\0';
    unlink(name);
  }
  fclose(maps);
}

void urtc_remove_leftovers(pid_t thread) {
  const char *folder = secure_getenv("OMPI_MCA_orte_top_session_dir");
  remove_memory(thread);
  if (folder && strstr(folder, "/ompi.upc.")) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
