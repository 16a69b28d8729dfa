/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: threads, their monitor, GASNet's spawners, and the hosts of others. */
#ifndef URTC_MONITOR_H
#define URTC_MONITOR_H

#include <string.h>
#include <sys/types.h>

/* GASNet's conduit, a constant: "smp", "udp", "ibv", ... */
static inline int urtc_below(const char *conduit) { return strcmp(URTC_BELOW, conduit) == 0; }

/* What threads share with their monitor, the process that was started: it watches all threads on smp, where GASNet
 * forks them, and elsewhere the thread that this process was started for. */
struct watch {
  int threads;                    /* of the job; 0 until they are known */
  int count;                      /* how many are watched */
  int ending, status;             /* 1 + the thread that has called urtc_end_job, and with what */
  int cut_off;                    /* udp: a host does not answer, and the line is written */
  /* done: it has left in good order; the first is the monitor's child */
  struct { pid_t pid; int thread, done; } process[];
};
extern struct watch *urtc_watch;

void urtc_start_monitor(int processes); /* returns in the child, which starts GASNet */
void urtc_join_monitor(int thread, int threads); /* the caller is that thread now: to be watched */
void urtc_call_monitor(void);     /* to look at urtc_watch */

/* ssh.c: GASNet's own ssh spawner. What the monitor's child is: it calls urtc_watch_forks if it is a host's. A thread's
 * monitor tells the host's that the job ends. */
extern enum { NOT_BY_SSH, SSH_ROOT, SSH_HOST, SSH_THREAD } urtc_ssh;
void urtc_find_spawner(void);
void urtc_watch_forks(void);
void urtc_tell_host(int status);

/* link.c, udp: the master watches its connections to the threads' hosts, a thread that to the master's. */
void urtc_watch_threads(void);
void urtc_watch_master(void);
void urtc_end_descendants(void);  /* ends all that this process's child has started; the child is dead */

#endif
