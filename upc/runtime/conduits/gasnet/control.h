/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the words in front of each thread's segment, and what the conduit's files share. A *node* is GASNet's
 * neighbourhood, the threads that map each other's memory (PSHM), or a part of it if UPC_NEAR says so. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <gasnetex.h>
#include <string.h>
#include <sys/types.h>
#include "conduits/nodes/nodes.h"
#include "base/sizes.h"

struct control {
  _Alignas(64) int ending;        /* in the node's first thread: 1 + the thread that ends the job, 0 while nobody does */
  int ended;                      /* 1 once this thread has ended */
  struct barrier barrier[URTC_BARRIERS]; /* in the node's first thread */
  _Alignas(64) uint64_t ended_threads[URTK_MOST_THREADS / 64]; /* in thread 0: a bit for each that has ended */
};

/* Room for it, in front of offset 0 of a segment. */
enum { CONTROL = (sizeof(struct control) + 4095) / 4096 * 4096 };

/* What threads share with their monitor, the process that was started: it watches all threads on smp, where GASNet
 * forks them, and elsewhere the one that this process was started for. */
struct watch {
  int threads;                    /* of the job; 0 until they are known */
  int count;                      /* that are watched */
  int ending, status;             /* 1 + the thread that has called urtc_end_job, and with what */
  int cut_off;                    /* udp: a host does not answer, and the line is written */
  struct { pid_t pid; int thread, done; } process[]; /* done: it has left in good order; the first is the monitor's child */
};

extern struct watch *urtc_watch;
extern gex_TM_t urtc_team;        /* rank == thread */
extern int urtc_started;          /* 1 once GASNet runs, 2 once there are segments */
extern int urtc_first;            /* the node's first thread */
extern int *urtc_leader;          /* by node: its first thread */
extern char **urtc_owner;         /* by thread: where its segment starts in its own process */

/* GASNet's conduit, a constant: "smp", "udp", "ibv", ... */
static inline int urtc_below(const char *conduit) { return strcmp(URTC_BELOW, conduit) == 0; }

/* The control words of a near thread. */
static inline struct control *urtc_control(int thread) {
  return (struct control *)((char *)urt_near(urtk_at(thread, 0)) - CONTROL);
}

void urtc_start_monitor(int processes);
void urtc_join_monitor(void);     /* the caller is a thread now: to be watched */
void urtc_call_monitor(void);     /* to look at urtc_watch */

/* GASNet's own ssh spawner, ssh.c: what the monitor's child is, which calls urtc_watch_forks if it is a host's; a thread's
 * monitor tells the host's that the job ends. */
extern enum { NOT_BY_SSH, SSH_ROOT, SSH_HOST, SSH_THREAD } urtc_ssh;
void urtc_find_spawner(void);
void urtc_watch_forks(void);
void urtc_tell_host(int status);

/* udp, link.c: the master watches its connections to the threads' hosts, a thread the one to the master's. */
void urtc_watch_threads(void);
void urtc_watch_master(void);
void urtc_end_descendants(void);  /* ends all that this process's child has started; the child is dead */

void urtc_share(uint32_t *table); /* collective: every thread's entry, the others being 0, known to all */
void urtc_register(gex_EP_t endpoint); /* the handlers of messages (message.c) */
void urtc_make_atomics(void);     /* collective */
uint64_t urtc_atomic(int thread, void *word, gex_OP_t operation, uint64_t a, uint64_t b); /* word: in its owner's addresses */
void urtc_finish(int status, void *unused); /* the last thing a thread does (end.c) */

#endif
