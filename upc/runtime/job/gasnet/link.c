/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: a host that can no longer be reached ends a job of udp's (UPC_LINK_TIMEOUT). GASNet itself would give up on a
 * message that is not answered for about a minute, which is what a thread that computes does as well: so it is told to
 * wait for ever, and monitors watch the TCP connections between GASNet's master and the threads (../link.h): the
 * master's all of them, a thread's the one to the master. Hosts that reach the master but not each other: peers.c. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "job/link.h"
#include "conduits/gasnet/control.h"

static int silence_s;              /* how much of it ends the job; 0: nothing is watched */
static pid_t watched;

void urtc_note_master(void) {
  struct address peer;
  for (int fd = STDERR_FILENO + 1; fd < 64 && !urtc_watch->master; fd++)
    if (link_peer(fd, &peer)) urtc_watch->master = fd;
}

void urtc_watch_links(pid_t child, int seconds) {
  watched = child;
  silence_s = seconds ? link_patience(seconds) : 0;
}

long urtc_link_interval(void) { return silence_s ? link_interval(silence_s) : -1; }

static int silent(int is_master, struct address *peer) {
  if (is_master) return link_silent(watched, silence_s, is_elsewhere, peer);
  int process = urtc_watch->master ? (int)syscall(SYS_pidfd_open, watched, 0) : -1;
  if (process < 0) return 0;
  int found = link_one_silent(process, urtc_watch->master, silence_s, is_elsewhere, peer);
  close(process);
  return found;
}

int urtc_cut_off(int is_master) {
  static long next;
  static int times;                /* the first time an answer may have been under way */
  struct address peer;
  char name[INET6_ADDRSTRLEN];
  int first;
  if (!silence_s || urtk_now_ms() < next) return 0;
  next = urtk_now_ms() + link_interval(silence_s);
  if (!is_master && urtc_peer_silent(silence_s, &peer, &first)) {
    fprintf(stderr, "upc: %s, the host of thread %d, has not answered that of thread %d for %d s (UPC_LINK_TIMEOUT)\n",
            link_name(peer, name), first, urtc_watch->process[0].thread, silence_s);
    return 1;
  }
  times = silent(is_master, &peer) ? times + 1 : 0;
  if (times < 2) return 0;
  fprintf(stderr, "upc: %s, %s, has not answered for %d s (UPC_LINK_TIMEOUT)\n",
          is_master ? "a host of the job" : "the host where the job was started", link_name(peer, name), silence_s);
  return 1;
}

/* The ssh commands to a host that is gone would wait for it. Once the master is dead what it started becomes this process's,
 * (PR_SET_CHILD_SUBREAPER), and what that started after it. */
void urtc_end_descendants(void) {
  char path[64], list[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  for (int turn = 0; turn < 1000; turn++) {
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(list, 1, sizeof list - 1, f) : 0;
    if (f) fclose(f);
    if (n == 0) return;
    list[n] = 0;
    for (char *at = list, *end; strtol(at, &end, 10) > 0; at = end) kill((pid_t)strtol(at, &end, 10), SIGKILL);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}
