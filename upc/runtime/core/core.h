/* SPDX-License-Identifier: BSD-3-Clause
 * core.h: what the files of the runtime's core share among themselves. */
#ifndef URT_CORE_H
#define URT_CORE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "urt.h"
#include "base/host.h"
#include "conduits/conduit.h"

/* ---- For conduits ---- */
/* Two threads gave different tags to one barrier. */
_Noreturn void urtk_mismatch(int thread_a, int tag_a, int thread_b, int tag_b);
/* Called in a long wait: ends the job if a thread that has ended can never reach this barrier. */
void urtk_stuck(int barrier);
/* The words of a barrier that threads share. The first tag of a phase is kept in *first, (thread + 1) << 32 | tag; any other is
 * compared with it. A release: `released` becomes `phase`, which wakes `sleepers`. */
void urtk_compare_tag(uint64_t *first, int tag);
void urtk_compare_tags(uint64_t a, uint64_t b);
void urtk_release(uint32_t *released, uint32_t *sleepers, uint32_t phase);
/* Waits until `released` is `goal`: first in turns of urtc_relax, then asleep on it, counted in `sleepers`. */
void urtk_await_release(int barrier, uint32_t *released, uint32_t *sleepers, uint32_t goal);
/* Prints "upc: ..." and exits with `status`; for the time before threads exist. */
_Noreturn void urtk_usage(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* process.c. Forks: in the child, which dies with its parent, 0; in the parent its number, with all signals blocked but
 * those that `before` then holds. */
pid_t urtk_fork_watched(sigset_t *before);
_Noreturn void urtk_die_of(int signal);        /* as another process did, so that whoever waits sees it; no core */
/* The first lines of urtc_end_job: 1 if nobody has decided before the caller, who is then noted in *ending; *result is
 * what is left of the status, and the line is written. Where `ending` is null, before there are threads, the process ends. */
int urtk_decides_end(int *ending, int *result, int status, const char *line);

/* monitor.c: what monitors have in common. The ear is the end of a pipe, made at the first call. From the call with signals
 * on, each of them that is sent to the process, unless it is ignored, is a byte there, and SIGCHLD in any case. urtk_note
 * puts a byte there as well, also in a child of the process, until that child calls urtk_leave_ear, to have a monitor of its
 * own: the result is where a byte still reaches the one before. */
int urtk_open_ear(const int *signals, int count);
void urtk_note(int signal);
int urtk_leave_ear(void);
/* Hydra, MPICH's launcher, gives each process a connection (PMI version 1: a line asks, a line answers); -1 under others.
 * One line ends the job with a status of ours: then the caller is about to be killed, under other launchers it goes on. */
int urtk_hydra(void);
enum { URTK_READ_MS = 200 }; /* in which a launcher reads what has been said: what it has not read when it kills is lost */
void urtk_abort_hydra(int status);
/* Writes the line for a thread that died of a signal, which no thread has if `threads` is 0: then `hint` is added. The
 * status of the job. */
int urtk_report_death(int thread, int threads, int signal, const char *hint);

/* Nothing lies below this offset of any segment, so a conduit may make that page inaccessible: what a null
 * pointer-to-shared points to. */
enum { URTK_FIRST = 4096 };

/* ---- Environment (environment.c) ---- */
int urtk_env_threads(void);                    /* UPC_THREADS, 0 if not set */
size_t urtk_env_heap(int threads, int *given); /* bytes of shared heap a thread; *given: by the user */
int urtk_env_near(void);                       /* UPC_NEAR: 0 for all threads of a host */
int urtk_env_bind(void);                        /* UPC_SMP_BIND */
int urtk_env_delays(double *latency, double *bandwidth); /* UPC_SMP_LATENCY, UPC_SMP_BANDWIDTH; 0: neither is set */
int urtk_env_link_timeout(void);               /* UPC_LINK_TIMEOUT in seconds, 0 for never */
int urtk_env_backtrace(void);                  /* UPC_BACKTRACE */

/* ---- Identity (identity.c) ---- */
void urtk_set_identity(int mythread, int threads);

/* ---- Statics (statics.c) ---- */
/* Gives every static shared object its place, from `from` on; returns where they end. */
size_t urtk_place_statics(size_t from, int threads);
void urtk_run_inits(void);

/* A static shared object of the runtime's own: the same offset on every thread, zeroed. */
#define URTK_STATIC(variable, size)                                                                    \
  static urt_size_t variable;                                                                          \
  static const urt_static_t variable##_record __attribute__((section("urt_statics"), used, aligned(8))) = { \
      &variable, (size), 0, 0, #variable, 1}

/* ---- Heap (heap.c) ---- */
void urtk_heap_init(size_t from, size_t to);   /* the part of every segment that is heap */
/* `bytes` on `thread` (or, for the global heap, at one offset on all threads); the offset, or 0 if it is full. */
size_t urtk_heap_alloc(int global, size_t bytes);
void urtk_heap_free(urt_ptr_t p);
size_t urtk_heap_size(void);
size_t urtk_segment_size(void);
size_t urtk_heap_left(int global);             /* bytes between the two parts: the largest new piece */
urt_ptr_t urtk_needed(int global, size_t bytes, const char *what); /* the same for the runtime itself: else the job ends */

/* ---- Collective calls of the runtime itself (collective.c) ---- */
/* Thread 0's `value` for everybody; `check` must be the same on all threads, or the job ends naming `call`. */
urt_ptr_t urtk_agree(const char *call, uint64_t check_a, uint64_t check_b, urt_ptr_t value);
void urtk_meet(void);                          /* all threads have come here */
void urtk_waits_for_lock_of(int thread);              /* or, -1, no more; for urt_waits_for_my_lock */

int urtk_any_error(int error);                 /* everybody's: one that is not 0 if there is one, the same for all */

/* ---- Crashes (crash.c) ---- */
void urtk_crash_handlers(int backtraces);

/* ---- Pointers (pointers.c) ---- */
urt_ptr_t urtk_inverse(const void *p);

/* ---- Ends (exit.c) ---- */
extern void (*urtk_before_end)(void);          /* called by upc_global_exit, if set */

/* ---- Near memory ---- */
/* 1 where copies to and from there are plain ones. */
static inline int urtk_plain(urt_ptr_t p) { return urt_is_near(p) && !urtc_delays(p.thread); }

/* The signal of a put whose data is there (urtc_put_signal). */
static inline void urtk_signal(urt_ptr_t signal, uint64_t value, urtc_signal_t how) {
  if (how == URTC_ADD) urtc_fetch_add(signal, value);
  else urtc_store(signal, value);
}

/* ---- Words of the runtime's that may be shared with other threads ---- */
static inline urt_ptr_t urtk_at(int thread, size_t offset) { return (urt_ptr_t){offset, (unsigned)thread, 0}; }

#endif
