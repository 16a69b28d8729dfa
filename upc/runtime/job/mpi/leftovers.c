/* SPDX-License-Identifier: BSD-3-Clause
 * See leftovers.h. Each MPI has names of its own for its files, and new ones with each version. So what a process has
 * mapped before MPI begins and after it are compared. The session folder of Open MPI is the job's own: before version 5
 * upcrun has named it, and since then the launcher has one for each job. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* Adds the file of shared memory that the line ends with, if there is one, and it still has this name. */
static void add(char names[URTC_MEMORY_NAMES], char *line) {
  const size_t used = strlen(names);
  char *name = strstr(line, FOLDER);
  if (!name || strstr(name, " (deleted)")) return;
  name[strcspn(name, "\n")] = '\0';
  if (has_name(before, name) || has_name(names, name) || used + strlen(name) + 2 > URTC_MEMORY_NAMES) return;
  sprintf(names + used, "%s\n", name);
}

void urtc_note_mpi_memory(char names[URTC_MEMORY_NAMES], pid_t thread) {
  char line[4096];
  snprintf(line, sizeof line, "/proc/%d/maps", (int)thread);
  FILE *maps = fopen(line, "r");
  while (maps && fgets(line, sizeof line, maps)) add(names, line);
  if (maps) fclose(maps);
}

void urtc_note_memory(void) { urtc_note_mpi_memory(before, getpid()); }

/* Other processes of the host may do the same. */
void urtc_remove_memory(char names[URTC_MEMORY_NAMES]) {
  char *rest = NULL;
  for (char *name = strtok_r(names, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) unlink(name);
  *names = '\0';
}

/* Files that are open for reading and writing, before they are mapped. One that is open for writing alone may be an
 * output of the user's. */
static void add_open(char names[URTC_MEMORY_NAMES], pid_t thread) {
  enum { BOTH = S_IRUSR | S_IWUSR }; /* the link says how the file is open */
  char line[4096];
  struct stat link;
  snprintf(line, sizeof line, "/proc/%d/fd", (int)thread);
  DIR *files = opendir(line);
  for (struct dirent *file; files && (file = readdir(files));) {
    const ssize_t length = readlinkat(dirfd(files), file->d_name, line, sizeof line - 1);
    if (length < 0 || fstatat(dirfd(files), file->d_name, &link, AT_SYMLINK_NOFOLLOW) < 0) continue;
    line[length] = '\0';
    if ((link.st_mode & BOTH) == BOTH) add(names, line);
  }
  if (files) closedir(files);
}

void urtc_remove_memory_of(pid_t thread, char names[URTC_MEMORY_NAMES]) {
  urtc_note_mpi_memory(names, thread);
  add_open(names, thread);
  urtc_remove_memory(names);
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  remove(path); /* other monitors do the same */
  return 0;
}

static void remove_folder(const char *variable, const char *begins) {
  const char *folder = secure_getenv(variable), *slash = folder ? strrchr(folder, '/') : NULL;
  if (slash && strncmp(slash + 1, begins, strlen(begins)) == 0) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void urtc_remove_session(void) {
  remove_folder("OMPI_MCA_orte_top_session_dir", "ompi.upc.");
  remove_folder("PMIX_SERVER_TMPDIR", "ompi.");
}
