/* SPDX-License-Identifier: BSD-3-Clause
 * hooks.h: all calls upwards. A folder uses those below it only (../README.md). Where it must call a higher one, that
 * one sets a pointer of this list. Behind each stands who calls it < who sets it; `library` is src/, `companion` some
 * companion. Null, if nothing else is said: nothing to call. tests/tools/sources/layers reads the list, and allows no
 * other pointer. */
#ifndef URT_HOOKS_H
#define URT_HOOKS_H

#include <stddef.h>
#include <stdint.h>

/* How urt_fatal ends the job: the conduit's urtc_end_job, once main has begun. Never null. */
extern void (*urtk_end_job)(int status, const char *line);                            /* base < core */

/* The program's main where it is the runtime's: a thread may begin there again. Null in other programs. */
extern int (*urtk_main)(int argc, char **argv);                                       /* conduits < core */

/* In a long wait: ends the job if a thread that has ended can never come. Never null. */
extern void (*urtk_long_wait)(int barrier);                                           /* conduits < core */

/* Work that a thread does in each turn of a wait in a barrier or for a lock of the program's. It must not wait, and
 * returns 1 while it has something left to do. The library's split-phase calls; and work that a companion gives to any
 * thread, which can return more: ASK_AGAIN: call it again soon, since no event tells of new work. HAS_RUN: some has
 * run, and more may come soon. */
enum { URTK_WORK_ASK_AGAIN = 2, URTK_WORK_HAS_RUN = 3 };
extern int (*urt_meanwhile)(void);                                                    /* conduits < library */
extern int (*urtk_run_work)(void);                                                    /* conduits < companion */

/* The same in a short wait, for a lock of the runtime's own: work that was begun and is ready goes on, and none begins.
 * What has begun stays on its thread. So it would hold up the one that waits, and no other thread could help. */
extern int (*urtk_resume_work)(void);                                                 /* conduits < companion */

/* Makes the reply to a request (conduit.h, urt_signals.h); of the library's requests, its own function. Both may run in
 * a thread of the network library's: they call nothing of the conduit. Never null when requests come. */
extern size_t (*urtk_serve)(int owner, const void *request, size_t bytes, void *reply); /* conduits < core */
extern unsigned long (*urt_serve_library)(char *memory, const void *request, unsigned long bytes,
                                          void *reply);                               /* core < library */

/* First of all in upc_free and upc_all_free, with the address of the pointer-to-shared that the program frees. */
extern void (*urt_before_free)(const char *call, const void *pointer);                /* core < library */

/* Within conduits. Lets transfers and requests progress, and barriers; never waits; 1: something was done, ask again:
 * set by the conduit once there are other nodes. What can be done of barriers between nodes: since the first barrier.
 * And what comes before each look for MPI's messages. */
extern int (*urtk_progress)(void);                                                    /* conduits < conduits */
extern void (*urtk_advance)(void);                                                    /* conduits < conduits */
extern void (*urtc_before_looking)(void);                                             /* conduits < conduits */

/* As a thread aborts. 1: another one has ended, and the library of the conduit aborts this one for that. Then there is
 * no call stack. */
extern int (*urtk_aborts_after_another)(void);                                        /* job < job/mpi */

/* Null: the thread may come to a barrier. A companion sets it while the thread runs something else than its main
 * program: other threads could not tell its barriers from those of the main program. The text stands in the message,
 * behind the name of the call. */
extern const char *urtk_no_barrier_now;                                               /* core < companion */

/* In upc_global_exit; when main has returned. */
extern void (*urtk_before_end)(void);                                                 /* core < libraries */
extern void (*urtk_after_main)(void);                                                 /* core < companion */

/* What a thread did that crashes at this address, if it is known: a line with its number as %d, or null. */
extern const char *(*urtk_explain_crash)(const void *address);                        /* core < companion */

/* What threads do with shared memory and what orders them, but for collectives: those the library tells its observers
 * (include/upc_stride_tools.h). Set before there are threads, or null: nobody looks. The calls of tell.h lead here. */

/* What happens to work that any thread may do: it is begun; it runs; it has ended; it has been waited for. */
enum urtk_work { URTK_WORK_BEGUN, URTK_WORK_RUNS, URTK_WORK_ENDED, URTK_WORK_AWAITED };

struct urtk_memory_events {
  void (*reserve)(size_t segment);             /* before there are threads: a segment has so many bytes at most */
  /* Null, or how many bytes a segment shall have besides so many for objects; each thread is told the offset where they
   * begin, before it has any object. */
  size_t (*beside)(size_t objects);
  void (*has_beside)(size_t offset);
  size_t apart_by;                             /* so many bytes at least are free behind a static object */
  size_t (*padding)(size_t bytes);             /* null, or how many are behind a block of the heap of so many bytes */
  void (*begin)(void);                         /* on each thread, before main */
  /* Null, or: the heap has no room, and the hook may free what it keeps. 0: it had nothing. */
  int (*make_room)(int global);
  void (*allocated)(int global, size_t offset, size_t bytes); /* memory of the heap, of all threads or of the caller */
  void (*freed)(int global, size_t thread, size_t offset, size_t bytes); /* null, or: a block is free from now on */
  void (*work)(enum urtk_work event);
  /* What the program's latest call does: 0 it reads, 1 writes, 3 updates. The same of any thread's memory. */
  void (*access)(const void *address, size_t bytes, int kind);
  void (*access_of)(size_t thread, size_t offset, size_t bytes, int kind);
  /* Null, or: access_of is called for this place soon, and the cache should get what it looks at. Returns 1. */
  int (*soon)(size_t thread, size_t offset);
  void (*meeting)(int leaves);                 /* all threads: before a call that orders what they do, and behind it */
  /* By a place in shared memory the caller hands over what it has done (0), or takes over what others have (1). */
  void (*order)(size_t thread, size_t offset, int takes_over);
  /* 1, then 0: accesses between go on until `apart_ended` gets the number that the first call returns. */
  unsigned long (*apart)(int begins);
  void (*apart_ended)(unsigned long number);
  void (*settle)(void);                        /* before the runtime lets threads wait for each other by itself: what
                                                  the thread has accessed counts from now on, and not among what others
                                                  do later. It orders nothing */
};
extern const struct urtk_memory_events *urtk_memory_events; /* base, core, libraries < companion */

/* Spans of time: the runtime's own calls (core/spans.h). Set on each thread before main, or null: nobody looks. */
struct urtk_span_events {
  void (*start)(void);                         /* from now on spans are told */
  uint64_t (*now)(void);                       /* in ticks of a clock */
  void (*call)(const char *text, uint64_t begin);
};
extern const struct urtk_span_events *urtk_span_events; /* core < companion */

#endif
