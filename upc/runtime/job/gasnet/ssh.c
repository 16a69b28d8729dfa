/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: threads that GASNet's own ssh spawner starts (ofi, ucx, ibv with `upcrun -hosts=`). It starts a root process
 * where the job was started, and a process on each host. While GASNet starts, a host's process forks the host's
 * threads, and it alone learns how they ended. So each thread gets its monitor at that moment, by pthread_atfork:
 *
 *   monitor - root - ssh ... monitor - host's process - monitor - thread
 *                                                     - monitor - thread
 * The host's process ends the job on all hosts if a process that it has forked ends early. But it waits up to 30 s for
 * others that it has not noticed to be dead, and it has one byte for signals and statuses. So a thread's monitor tells
 * the host's monitor the status. That one ends the host's process after the time it takes to tell the other hosts. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "job/job.h"
#include "job/gasnet/monitor.h"

__typeof__(urtc_ssh) urtc_ssh;

static struct watch *host;         /* what the host's monitor watches */
static int host_ear = -1;

void urtc_find_spawner(void) {
  const char *arguments = getenv("GASNET_SPAWN_ARGS");
  if (arguments && *arguments == 'M') urtc_ssh = SSH_ROOT;
  if (arguments && *arguments == 'C') urtc_ssh = SSH_HOST;
}

/* In what the host's process has forked. Beyond 32 hosts it forks ssh commands as well, which are watched like threads
 * that never begin. */
static void forked(void) {
  if (urtc_ssh != SSH_HOST) return; /* the thread's own fork */
  urtc_ssh = SSH_THREAD;
  signal(SIGCONT, SIG_DFL);
  host = urtc_watch;
  host_ear = urtk_leave_ear();
  urtc_start_monitor(1);
}

void urtc_watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

void urtc_tell_host(int status) {
  int nobody = 0;
  if (!host || !__atomic_compare_exchange_n(&host->ending, &nobody, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  host->status = status;
  if (write(host_ear, "", 1) < 0) return; /* full: it will look anyway */
}
