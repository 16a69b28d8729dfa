/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on several hosts: a launcher that is cut off from all of them waits for ever, and its processes there
 * cannot tell it. So a process beside it watches its connections, as the job's own watch theirs (link.h, mpi/link.c). */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "job/link.h"
#include "base/sizes.h"
#include "job/upcrun/upcrun.h"

/* The launcher is this process's parent; with it this one dies. */
static _Noreturn void watch(int launcher, int seconds) {
  char name[INET6_ADDRSTRLEN];
  struct address peer;
  for (int times = 0; times < 2; link_pause(seconds))
    times = link_silent(launcher, seconds, is_elsewhere, &peer) ? times + 1 : 0;
  sleep(1);                        /* what threads elsewhere say of it may be on its way */
  fprintf(stderr, "upcrun: %s has not answered for %d s (UPC_LINK_TIMEOUT)\n", link_name(peer, name), seconds);
  kill(launcher, SIGKILL);
  _exit(1);
}

/* Threads beside the launcher notice by themselves, and end it. */
static int has_threads_here(const char *hosts) {
  char here[256] = "", *copy = strdup(hosts), *rest = NULL;
  int found = 0;
  gethostname(here, sizeof here - 1);
  for (char *name = strtok_r(copy, ",", &rest); name && !found; name = strtok_r(NULL, ",", &rest))
    found = strcmp(name, "localhost") == 0 || strncmp(name, here, strcspn(here, ".")) == 0;
  free(copy);
  return found;
}

void upcrun_watch_links(const struct job *job) {
  const char *text = getenv("UPC_LINK_TIMEOUT");
  int seconds, launcher = getpid();
  if (!urtk_parse_timeout(text, &seconds)) upcrun_fail(USAGE, URTK_WRONG_TIMEOUT, text, URTK_LONGEST_TIMEOUT);
  if (!job->hosts || !job->run || seconds == 0 || has_threads_here(job->hosts) || fork() != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher) _exit(0);
  int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO), dup2(null, STDOUT_FILENO);
  watch(launcher, link_patience(seconds));
}
