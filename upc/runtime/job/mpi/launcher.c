/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what is said to the launcher of an MPICH job at the end: to Hydra, or to srun, which takes the same lines (PMI
 * version 1).
 * MPI_Finalize of MPICH 4.0 on UCX hangs now and then over TCP: a process waits in it for the last words of another
 * that is in it as well and no longer listens. So with several hosts all meet at the launcher instead, listening until
 * everybody has come, and part. MPICH 4.2 and later part from it in exit. */
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/mpi/manners.h"
#include "job/mpi/monitor.h"

/* The connection to it, -1 if there is none. */
static int connection(void) {
  const char *fd = getenv("PMI_FD");
  return fd ? atoi(fd) : -1;
}

/* Says a line and hears one, letting MPI progress meanwhile. */
static void say(const char *line) {
  char answer[256];
  struct pollfd fd = {connection(), POLLIN, 0};
  ssize_t length = (ssize_t)strlen(line);
  if (write(fd.fd, line, (size_t)length) != length) return;
  while (poll(&fd, 1, 0) == 0) {
    int some;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &some, MPI_STATUS_IGNORE);
    sched_yield();
  }
  if (read(fd.fd, answer, sizeof answer) <= 0) return;
}

int urtc_leave_launcher(void) {
  if (!urtc_mpi.meets_at_launcher || connection() < 0) return 0;
  say("cmd=barrier_in\n");
  say("cmd=finalize\n");
  return 1;
}
