/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a host that can no longer be reached ends the job (UPC_LINK_TIMEOUT). MPI's TCP connections from this thread to
 * hosts of the job, and those of the launcher's process on this host, are watched (link.h) by a thread of this process
 * that never calls MPI. On networks other than TCP their hardware notices, and MPI ends the job. */
#define _GNU_SOURCE
#include <ifaddrs.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "job/link.h"
#include "conduits/mpi/control.h"

enum { ADDRESSES = 6, NAME = 40 };

/* What a thread says of its host; addresses not used are zero. */
struct host { char name[NAME]; int first; struct address address[ADDRESSES]; };

static struct host *host;        /* by thread */
static int silence_s;            /* how much of it ends the job */

static void describe(struct host *h) {
  static const struct address none;
  struct ifaddrs *all = NULL;
  int count = 0;
  memset(h, 0, sizeof *h);
  gethostname(h->name, NAME - 1);
  h->first = urtc_first_here;
  if (getifaddrs(&all) < 0) return;
  for (struct ifaddrs *i = all; i && count < ADDRESSES; i = i->ifa_next) {
    struct address a = i->ifa_addr ? address_of(i->ifa_addr) : none;
    if (memcmp(&a, &none, sizeof a) != 0 && !is_loopback(a)) h->address[count++] = a;
  }
  freeifaddrs(all);
}

/* A thread of another host that has this address, -1 if there is none. */
static int thread_at(struct address a) {
  static const struct address none;
  if (memcmp(&a, &none, sizeof a) == 0) return -1;
  for (int t = 0; t < urt_threads; t++)
    for (int i = 0; host[t].first == t && t != urtc_first_here && i < ADDRESSES; i++)
      if (memcmp(&a, &host[t].address[i], sizeof a) == 0) return t;
  return -1;
}

static int has_threads(struct address peer) { return thread_at(peer) >= 0; }

/* A launcher's own connections: all but those of this host. */
static int is_on_another_host(struct address peer) {
  for (int i = 0; i < ADDRESSES; i++)
    if (memcmp(&peer, &host[urtc_first_here].address[i], sizeof peer) == 0) return 0;
  return !is_loopback(peer);
}

enum { NONE = -1, LAUNCHER = -2 };

/* A thread of a host that is silent, or LAUNCHER: the process that started this one, here, hears nothing from the one that
 * was told to start the job. */
static int silent(void) {
  struct address peer;
  if (link_silent(0, silence_s, has_threads, &peer)) return thread_at(peer);
  if (!urtc_watch->launcher || !link_silent(urtc_watch->launcher, silence_s, is_on_another_host, &peer)) return NONE;
  return has_threads(peer) ? thread_at(peer) : LAUNCHER;
}

/* The monitor ends the job; the line is the first one's of the node. */
static _Noreturn void end(int lost) {
  int last = lost;
  char who[120] = "the host where the job was started", line[200];
  if (lost != NONE) {
    while (lost != LAUNCHER && last + 1 < urt_threads && host[last + 1].first == lost) last++;
    if (lost != LAUNCHER) snprintf(who, sizeof who, "%s, the host of threads %d to %d,", host[lost].name, lost, last);
    snprintf(line, sizeof line, "upc: thread %d of %d: %s has not answered for %d s (UPC_LINK_TIMEOUT)\n", urt_mythread,
             urt_threads, who, silence_s);
    urtk_decides_end(&urtc_control->ending, &urtc_watch->status, 1, line);
  }
  urtc_watch->status = 1;
  urtc_watch->cut_off = 1;
  urtc_watch->ending = 1;
  _exit(1);
}

static int launched_elsewhere;
static int note_elsewhere(struct address peer) { return launched_elsewhere |= is_on_another_host(peer), 0; }

static void *watch(void *unused) {
  struct address peer;
  if (urtc_hosts == 1) link_silent(urtc_watch->launcher, silence_s, note_elsewhere, &peer);
  if (urtc_hosts == 1 && !launched_elsewhere) return unused;
  for (int before = NONE, now, ending = 0;; before = now) {
    long ms = link_pause(silence_s);
    now = silent();
    if (now != NONE && now == before) end(now); /* twice: the first time an answer may have been under way */
    ending = __atomic_load_n(&urtc_control->ending, __ATOMIC_ACQUIRE) ? ending + 1 : 0;
    if (ending * ms > 2000) end(NONE);        /* another thread of the node ends the job, and nobody has ended this one */
  }
  return unused;
}

void urtc_watch_links(int seconds) {
  pthread_t thread;
  sigset_t all, before;
  struct host mine;
  if ((urtc_hosts == 1 && !urtc_watch->launcher) || seconds == 0) return;
  silence_s = link_patience(seconds);
  host = malloc((size_t)urt_threads * sizeof *host);
  if (!host) urt_fatal("thread %d: no memory for the list of hosts", urt_mythread);
  describe(&mine);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, host, sizeof mine, MPI_BYTE, urtc_comm);
  sigfillset(&all); /* signals are the program's thread's */
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
