/* SPDX-License-Identifier: BSD-3-Clause
 * hooks.h: all calls upwards. A folder uses those below it only (../README.md). Where it must call a higher one, that
 * one sets a pointer of this list. Behind each stands who calls it < who sets it; `library` is src/. Null, if nothing
 * else is said: nothing to call. tests/tools/sources/layers reads the list, and allows no other pointer. */
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
 * returns 1 while it has something left to do. The library's split-phase calls; and tasks of upc_task.h, which can
 * return more: ASK_AGAIN: call it again soon, since no event tells of new work. HAVE_RUN: tasks have run, and more may
 * come soon. */
enum { URTK_TASKS_ASK_AGAIN = 2, URTK_TASKS_HAVE_RUN = 3 };
extern int (*urt_meanwhile)(void);                                                    /* conduits < library */
extern int (*urtk_run_tasks)(void);                                                   /* conduits < tasks */

/* The same in a short wait, for a lock of the runtime's own: contexts that are ready go on, and no task begins. A task
 * that has begun stays on its thread. So it would hold up the one that waits, and no other thread could help. */
extern int (*urtk_resume_tasks)(void);                                                /* conduits < tasks */

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

/* In upc_global_exit; when main has returned. */
extern void (*urtk_before_end)(void);                                                 /* core < libraries */
extern void (*urtk_after_main)(void);                                                 /* core < tasks */

/* What a thread did that crashes at this address, if it is known: a line with its number as %d, or null. */
extern const char *(*urtk_explain_crash)(const void *address);                        /* core < tasks */

/* Runs tasks until a context is ready: what a stack of its own does. */
extern void (*urtk_look_for_tasks)(void);                                             /* tasks < tasks */

/* UPC_RACE=exit: ends the job. "A[3][0..1]", into `text`. */
extern void (*urtk_race_stop)(void);                                                  /* race < race */
extern void (*urtk_race_name)(uint64_t place, size_t bytes, char *text, size_t room); /* race < race */

#endif
