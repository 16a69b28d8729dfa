/* SPDX-License-Identifier: BSD-3-Clause
 * A thread that waits for another host gives its core away often, however long a look at the network takes: another
 * process may need the core. Here a look takes long. Looks and yields are counted, not times, so a busy machine does
 * not change the result. Where it is so busy that a thread hardly waits, the test is skipped. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include "check.h"

enum { ROUNDS = 20, LATE_MS = 20, LOOK_NS = 20000 };
enum { ENOUGH = 200, LIMIT = 10 }; /* looks in all, and looks for a yield: 4, or 1 while threads share a core */

static long yields, looks;

int sched_yield(void) {
  yields++;
  return (int)syscall(SYS_sched_yield);
}

static long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void look(void) {
  looks++;
  for (long end = now_ns() + LOOK_NS; now_ns() < end;) {}
}

/* The look of conduit mpi: a test of a request, which is an int or an address. */
int PMPI_Request_get_status(void *request, int *complete, void *status) __attribute__((weak));
int MPI_Request_get_status(void *request, int *complete, void *status) {
  look();
  return PMPI_Request_get_status(request, complete, status);
}

/* The look of GASNet's udp: how many bytes have come? */
int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request == FIONREAD) look();
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

/* The others wait in a barrier for thread 0. */
static void wait_for_thread_0(void) {
  barrier();
  if (urt_mythread == 0) nanosleep(&(struct timespec){0, LATE_MS * 1000000}, NULL);
  yields = looks = 0;
  barrier();
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  long all_yields = 0, all_looks = 0;
  for (int round = 0; round < ROUNDS; round++) {
    wait_for_thread_0();
    all_yields += yields, all_looks += looks;
  }
  CHECK(urt_mythread == 0 || all_looks <= LIMIT * (all_yields + ROUNDS), "%ld looks at the network for %ld yields",
        all_looks, all_yields);
  barrier();
  if (urt_mythread == 1 && all_looks < ENOUGH) {
    printf("thread 1 has hardly waited: %ld looks at the network\n", all_looks);
    fflush(stdout);
    upc_global_exit(77);
  }
  return passed();
}
