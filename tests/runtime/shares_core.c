/* SPDX-License-Identifier: BSD-3-Clause
 * Two hosts may be parts of one machine, and threads of both on one core. If a yield gave the core to the other one,
 * and that gave it back soon, the thread yields again at its next look at the network. A thread with a core of its own
 * would look for 20 us first. Looks and yields are counted here, and only after such a yield: where another
 * program computes on the core, it comes back late, and the thread rightly looks for longer. If there are too few of
 * these yields to tell, the test is skipped. */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include "check.h"

enum { SOON = 100000 };                  /* ns: half of what the runtime calls soon */

static long looks;                       /* since the last yield */
static int soon;                         /* 1: that one gave the core away and got it back soon */
static struct { long yields, looks; } next; /* the yields after such a yield, and the looks in between */

/* The conduit's test of a request: a handle is an int or an address. */
int PMPI_Request_get_status(void *request, int *complete, void *status);
int MPI_Request_get_status(void *request, int *complete, void *status) {
  looks++;
  return PMPI_Request_get_status(request, complete, status);
}

static long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The system counts a yield as a switch only if another thread got the core. */
static long switches(void) {
  struct rusage use;
  getrusage(RUSAGE_THREAD, &use);
  return use.ru_nivcsw;
}

int sched_yield(void) {
  if (soon) next.yields++, next.looks += looks;
  looks = 0;
  long before = switches(), began = now_ns();
  int status = (int)syscall(SYS_sched_yield);
  soon = now_ns() - began < SOON && switches() != before;
  return status;
}

/* All threads take the first core that they may use. */
static int share_core(void) {
  cpu_set_t cores, first;
  int core = 0;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return -1;
  while (core < CPU_SETSIZE && !CPU_ISSET(core, &cores)) core++;
  CPU_ZERO(&first);
  CPU_SET(core, &first);
  return sched_setaffinity(0, sizeof first, &first);
}

enum { BARRIERS = 4000, ENOUGH = 20, LIMIT = 5 }; /* looks for a yield: 1 to 2, but 10 to 40 in 20 us */

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  CHECK(share_core() == 0, "thread %d has no core", urt_mythread);
  for (int i = 0; i < BARRIERS; i++) barrier();
  long yields = next.yields, looked = next.looks;
  CHECK(yields < ENOUGH || looked < LIMIT * yields, "%ld looks at the network for %ld yields", looked, yields);
  barrier();
  if (yields < ENOUGH) {
    printf("thread %d: only %ld yields gave the core away and got it back soon: another program used it\n",
           urt_mythread, yields);
    fflush(stdout);
    upc_global_exit(77);
  }
  return passed();
}
