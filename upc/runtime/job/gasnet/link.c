/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: a host that can no longer be reached ends a job on udp (UPC_LINK_TIMEOUT). GASNet would give up a message
 * that is not answered for about a minute, but a thread that computes does not answer either. So GASNet waits without
 * limit (conduits/gasnet/start.c), and the TCP connections that GASNet has made between its master and each thread are
 * watched (job/link.h): the master watches all of them, a thread its own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "job/link.h"
#include "base/environment.h"
#include "job/gasnet/monitor.h"

static struct address master;      /* as a thread sees it */
static int timeout;

static int is_thread(struct address peer) { return !link_is_loopback(peer); }
static int is_master(struct address peer) { return link_same(peer, master); }

/* The monitor ends this host's part of the job. */
static void lost(struct address peer) {
  char name[INET6_ADDRSTRLEN];
  fprintf(stderr, "upc: %s, %s, has not answered for %d s (UPC_LINK_TIMEOUT)\n",
          link_same(peer, master) ? "the host where the job was started" : "a host of the job", link_name(peer, name),
          link_patience(timeout));
  urtc_watch->cut_off = 1;
  urtc_call_monitor();
  for (;;) pause();
}

void urtc_watch_threads(void) {
  static const struct link_watch threads = {is_thread, lost, NULL};
  link_watch(&threads, timeout = urtk_env_link_timeout());
}

/* The first connection of a thread is that to the master. */
void urtc_watch_master(void) {
  static const struct link_watch masters = {is_master, lost, NULL};
  for (int fd = STDERR_FILENO + 1; fd < 64; fd++) {
    if (!link_peer(fd, &master)) continue;
    if (!link_is_loopback(master)) link_watch(&masters, timeout = urtk_env_link_timeout());
    return;
  }
}

/* The ssh commands to a host that is gone would wait for it. After the master's death what it has started becomes this
 * process's (PR_SET_CHILD_SUBREAPER), and later what these have started. */
void urtc_end_descendants(void) {
  char path[64], list[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  for (int turn = 0; turn < 1000; turn++) {
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(list, 1, sizeof list - 1, f) : 0;
    if (f) fclose(f);
    if (n == 0) return;
    list[n] = 0;
    char *last = strrchr(list, ' '); /* one is behind each number: what has none was cut */
    if (last) *last = 0;
    for (char *at = list, *end; strtol(at, &end, 10) > 0; at = end) kill((pid_t)strtol(at, &end, 10), SIGKILL);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}
