/* SPDX-License-Identifier: BSD-3-Clause
 * tasks.h: what the files of this folder share. See README.md for the whole.
 *
 * Words: a *task* is a function with a block of arguments that has not begun. A *group* counts the tasks that a sync
 * waits for. A *context* is a stack with what has begun on it: it runs, waits, or is ready to go on. */
#ifndef URT_TASKS_H
#define URT_TASKS_H

#include "core/core.h"
#include "base/stack.h"

/* ---- Groups (groups.c) ---- */

/* In the shared memory of its home, the thread that opened it. The tasks that have not ended are `here` + `others`:
 * the home alone changes `here`, without atomics, other threads add to `others`. A task that runs on another thread has
 * a group there, a *deputy*, to which the tasks that it begins belong. Tasks of one group that were stolen together
 * have one deputy. When a deputy's tasks have ended, as many as it was made for are taken from its parent. */
struct group {
  _Alignas(URTK_LINE) int64_t here;
  uint64_t others;
  struct group *outer;           /* the group around it; a free one: the next */
  urt_ptr_t parent;              /* of a deputy */
  struct group *next, *previous; /* among the deputies of this thread */
  int64_t owes;                  /* a deputy: so many are taken from the parent when its tasks have ended */
};
static inline int urtk_drained(const struct group *g) {
  return g->here + (int64_t)__atomic_load_n(&g->others, __ATOMIC_ACQUIRE) == 0;
}
struct group *urtk_group_open(struct group *outer);
void urtk_group_close(struct group *g);
struct group *urtk_deputy(urt_ptr_t parent);     /* for one task; who adds another counts it in `here` and in `owes` */
void urtk_task_ended(struct group *g);           /* one of its tasks, on the group's home */
int urtk_report_deputies(void);                  /* those that are drained; 1 if there was one */

/* ---- Tasks ---- */
enum { URTK_ARGUMENTS = 96 };
enum { URTK_SERIAL = 1, URTK_ELSEWHERE = 2, URTK_COLLECTED = 4 };

struct task {
  int64_t function;              /* its position in the program, which may be elsewhere in other processes */
  uint64_t group;                /* the offset of its group in the memory of ... */
  uint32_t home;                 /* ... this thread */
  uint32_t bytes;                /* of arguments */
  uint32_t flags;                /* ELSEWHERE: `arguments` holds a pointer-to-shared to them; COLLECTED: and after it a
                                  * pointer to their copy */
  uint32_t more;                 /* in a message: the places that follow */
  _Alignas(16) char arguments[URTK_ARGUMENTS];
};

/* The task belongs to this thread's group. */
static inline void urtk_put_in_group(struct task *t, const struct group *g) {
  t->group = (uint64_t)((const char *)g - (const char *)urt_near(urtk_at(urt_mythread, 0)));
  t->home = (uint32_t)urt_mythread;
}

/* ---- The deque (deque.c) ---- */
/* Tasks that any thread of the node may run, of groups of the deque's thread. The owner adds and takes at one end,
 * others take at the other one. */
struct task *urtk_deque_place(void);             /* where the next task is written; null if the deque is full */
void urtk_deque_add(void);                       /* it has been written */
int urtk_deque_take(struct task *t);             /* the latest task; 0 if there is none */
int urtk_deque_take_of(struct task *t, const struct group *g); /* the latest, if it is of this group */
int urtk_deque_steal(struct task *t);            /* the oldest task of another thread of the node, for a deputy here */

/* ---- Messages (messages.c) ---- */
void urtk_send_task(int thread, const struct task *t, const void *arguments);
size_t urtk_bytes_sent_along(void);              /* so many bytes of arguments go with the task */
void urtk_keep_task(const struct task *t);       /* for this thread alone */
int urtk_next_received(struct task *t);          /* a task for this thread alone */
int urtk_messages(void);                         /* sends and receives what it can; 1 if something moved */
void urtk_tell(int thread, urt_ptr_t word, uint64_t add); /* adds to a word of that thread */
int urtk_unsent(int thread);                     /* of this thread: those that it has kept */
void urtk_look_for_ended(void);                  /* ends the job if a thread has ended before it took what was sent */

/* ---- Contexts (contexts.c) ---- */
struct context {
  struct stack stack;
  struct context *next;
  struct group *group;           /* the innermost one that is open */
  int serial;
  int forall_depth;
  const char *no_barrier_now;
  char *lowest;                  /* a task may run on top of this stack as long as that is above here */
  int (*ready)(const void *what); /* while it waits */
  const void *what;
  uint64_t key;
  const char *for_what;          /* the same in words; null if it does not wait */
  struct context *made_before;   /* in the list of all that have a stack of their own */
};
extern struct context *urtk_context, urtk_first_context; /* the one that runs; the thread's first one */

const char *urtk_explain_overflow(const void *address); /* see urtk_explain_crash */

/* Runs tasks until a context is ready: what a stack of its own does. */
extern void (*urtk_look_for_tasks)(void); /* tasks < tasks */

/* Others run until `ready` is 1. urtk_wake_contexts says that it may be. Without that it is found a little later. */
void urtk_suspend(int (*ready)(const void *), const void *what, uint64_t key, const char *for_what);
void urtk_wake_contexts(uint64_t key);
int urtk_wake_all(void);                         /* 1 if some are ready now */
size_t urtk_count_waiting(const char **for_what); /* how many, and what the latest waits for */
extern int urtk_waits_for_others;                /* how many for a synchronisation variable of another thread */
extern struct context_list { struct context *first, **end; } urtk_ready;
static inline int urtk_some_ready(void) { return urtk_ready.first != NULL; }
void urtk_let_ready_run(void);                   /* the caller is ready as well */
void urtk_let_fresh_run(void);
extern uint64_t urtk_acts;                       /* counts what this thread does: tasks, switches, messages */

/* ---- Do all wait for ever? (deadlock.c) ---- */
void urtk_idle_turn(void);                       /* it has looked at all that it waits for, and has found nothing */

/* ---- Running tasks (scheduler.c) ---- */
void urtk_task_run(struct task *t);              /* on this stack */
int urtk_room_on_stack(void);
int urtk_yield(void);                            /* 0: there was nothing else to do */
void urtk_run_first(struct task *t);             /* now, on another stack; the caller goes on when it ends or waits */

static inline uint64_t urtk_key(urt_ptr_t p) { return p.offset ^ (uint64_t)p.thread << 40; }

/* A function's position in the program. Ends the job if it is not of the program. */
int64_t urtk_position(void (*function)(void *), const char *call);

/* ---- the calls of upc_task.h as C sees them ---- */
struct group;
typedef struct upc_task_group { struct group *inner; } upc_task_group_t;

void upc_task_begin(void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_begin_on(int thread, void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_on(int thread, void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_on_all(void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_open(upc_task_group_t *group);
void upc_task_wait(upc_task_group_t *group);
int upc_task_serial(int serial);
void upc_task_yield(void);

/* ---- the calls of upc_syncvar.h as C sees them, with urt_ptr_t for `shared void *` ---- */
void upc_syncvar_readFE(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_readFF(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_writeEF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeFF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeXF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_reset(urt_ptr_t variable);
int upc_syncvar_isFull(urt_ptr_t variable);
void upc_singlevar_write(urt_ptr_t variable, const void *value, size_t bytes);
void upc_singlevar_read(urt_ptr_t variable, void *value, size_t bytes);
int upc_singlevar_isFull(urt_ptr_t variable);

#endif
