/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a host that can no longer be reached ends the job (UPC_LINK_TIMEOUT). MPI's TCP connections from this thread to
 * hosts of the job are watched (job/link.h). On networks other than TCP the hardware notices, and MPI ends the job. */
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "job/link.h"
#include "base/fail.h"
#include "job/job.h"
#include "job/mpi/monitor.h"
#include "urt.h"

enum { ADDRESSES = 6, NAME = 40, ORPHAN_MS = 2000 };

/* What each thread tells of its host. Addresses that are not used are zero. */
struct host { char name[NAME]; int first; struct address address[ADDRESSES]; };

static const struct address none;
static struct host *host;          /* by thread */
static int silence_s;              /* how long a host may be silent */
static int here;                   /* the first thread of this host */
static int *node_ending;           /* 0 until a thread of this node ends the job */

static void describe(struct host *h) {
  struct ifaddrs *all = NULL;
  int count = 0;
  memset(h, 0, sizeof *h);
  gethostname(h->name, NAME - 1);
  h->first = here;
  if (getifaddrs(&all) < 0) return;
  for (struct ifaddrs *i = all; i && count < ADDRESSES; i = i->ifa_next) {
    struct address a = i->ifa_addr ? link_address(i->ifa_addr) : none;
    if (!link_same(a, none) && !link_is_loopback(a)) h->address[count++] = a;
  }
  freeifaddrs(all);
}

/* The first thread of another host that has this address, -1 if there is none. */
static int thread_at(struct address a) {
  if (link_same(a, none)) return -1;
  for (int t = 0; t < urt_threads; t++)
    for (int i = 0; host[t].first == t && t != here && i < ADDRESSES; i++)
      if (link_same(a, host[t].address[i])) return t;
  return -1;
}

uint64_t urtc_moved(int thread) {
  int count = 0;
  if (thread < 0) return link_bytes(NULL, 0);
  if (!host) return 0; /* links are not watched */
  while (count < ADDRESSES && !link_same(host[thread].address[count], none)) count++;
  return link_bytes(host[thread].address, count);
}

static int is_watched(struct address peer) { return thread_at(peer) >= 0; }

/* The monitor ends the job. */
static _Noreturn void end(void) {
  urtc_watch->status = 1;
  urtc_watch->cut_off = 1;
  urtc_watch->ending = 1;
  _exit(1);
}

/* The first thread of the node that comes here writes the line. */
static void lost(struct address peer) {
  int first = thread_at(peer), last = first;
  char line[200];
  while (last + 1 < urt_threads && host[last + 1].first == first) last++;
  snprintf(line, sizeof line,
           "upc: thread %d of %d: %s, the host of threads %d to %d, has not answered for %d s (UPC_LINK_TIMEOUT)\n",
           urt_mythread, urt_threads, host[first].name, first, last, silence_s);
  urtk_decides_end(node_ending, 1, line);
  end();
}

/* Another thread of the node ends the job, but this one was not ended: the launcher does not reach this host. */
static void end_if_orphaned(long ms) {
  static long ending_ms;
  ending_ms = __atomic_load_n(node_ending, __ATOMIC_ACQUIRE) ? ending_ms + ms : 0;
  if (ending_ms > ORPHAN_MS) end();
}

void urtc_watch_links(int timeout, MPI_Comm comm, int first_here, int *ending) {
  static const struct link_watch mpi = {is_watched, lost, end_if_orphaned};
  struct host mine;
  if (timeout == 0) return;
  silence_s = link_patience(timeout), here = first_here, node_ending = ending;
  host = urtk_memory((size_t)urt_threads, sizeof *host, "the list of hosts");
  describe(&mine);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, host, sizeof mine, MPI_BYTE, comm);
  link_watch(&mpi, timeout);
}
