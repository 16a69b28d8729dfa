/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the threads of this host. MPI copies between them by a system call (process_vm_readv), which fails once the
 * other process has ended, and then MPI's library aborts this one. Such an abort is no cause: the line is about the
 * thread that ended first. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/fail.h"
#include "job/job.h"
#include "job/mpi/monitor.h"
#include "urt.h"

static pid_t *other;               /* processes of the other threads of this host */
static int others;

/* A process that ends gives its memory back first: then its size is 0. Called in a signal handler too. */
static int has_memory(pid_t process) {
  char path[32], pages[2] = "0";
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  if (read(file, pages, 1) < 1) *pages = '0';
  close(file);
  return *pages != '0';
}

static int one_has_ended(void) {
  for (int i = 0; i < others; i++)
    if (!has_memory(other[i])) return urtc_watch->follows = 1;
  return 0;
}

void urtc_watch_others(MPI_Comm comm, int first_here) {
  struct { int first, process; } mine = {first_here, (int)getpid()}, *all;
  all = urtk_memory((size_t)urt_threads, sizeof *all, "the list of processes");
  other = urtk_memory((size_t)urt_threads, sizeof *other, "the list of processes");
  MPI_Allgather(&mine, 2, MPI_INT, all, 2, MPI_INT, comm);
  for (int t = 0; t < urt_threads; t++)
    if (all[t].first == first_here && all[t].process != mine.process && has_memory(all[t].process))
      other[others++] = all[t].process; /* not those that have their own numbering of processes */
  free(all);
  urtk_aborts_after_another = one_has_ended;
}
