/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_extensions.h: calls of Berkeley UPC that are not in the specification, but that programs use. upc.h includes
 * them all. If BUPC_USE_UPC_NAMESPACE is defined before, most also have names that begin with upc_ (bupc_names.h). */
#ifndef BUPC_EXTENSIONS_H
#define BUPC_EXTENSIONS_H

#include <upc.h>
#include "bupc_atomics.h"
#include "bupc_memory.h"
#include "bupc_reduce.h"

/* ---- Time: a tick is what it is in upc_tick.h ---- */
typedef uint64_t bupc_tick_t;
#define BUPC_TICK_MIN ((bupc_tick_t)0)
#define BUPC_TICK_MAX (~(bupc_tick_t)0)
bupc_tick_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(bupc_tick_t __ticks);
uint64_t bupc_ticks_to_ns(bupc_tick_t __ticks);
double bupc_tick_granularityus(void);                         /* the least time between ticks that differ, in us */
double bupc_tick_overheadus(void);                            /* what bupc_ticks_now takes, in us */

/* ---- Waiting and where threads are ---- */
void bupc_poll(void);                                         /* a fence; also lets transfers progress */
#define upc_poll bupc_poll

#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 100                             /* of one machine: reach each other by address */
#define BUPC_THREADS_NEAR 200
#define BUPC_THREADS_FAR 300
#define BUPC_THREADS_VERYFAR 400                              /* of different machines */
unsigned int bupc_thread_distance(int __thread_x, int __thread_y);

/* ---- Pointers ---- */
#define BUPC_DUMP_MIN_LENGTH 100
int bupc_dump_shared(shared const void *__ptr, char *__buf, int __maxlen); /* -1 (EINVAL) if maxlen is less than that */
#define UPC_DUMP_MIN_LENGTH BUPC_DUMP_MIN_LENGTH
#define upc_dump_shared bupc_dump_shared

void *bupc_cast(shared const void *__ptr);                    /* a private pointer to it, or null */
int bupc_castable(shared const void *__ptr);                  /* is there one? (For null too) */
int bupc_thread_castable(unsigned int __threadid);
shared void *bupc_inverse_cast(void *__ptr);                  /* null if it is not in shared memory */
shared void *bupc_local_to_shared(void *__ptr, int __threadid, int __phase); /* ptr in the caller's shared memory */
shared void *bupc_ptradd(shared void *__p, size_t __blockelems, size_t __elemsz, ptrdiff_t __elemincr);

/* ---- Semaphores: in shared memory of the thread that allocates them; value 0 at first ---- */
#define BUPC_SEM_BOOLEAN 1                                    /* 0 or 1: a post of 1 stays 1, nothing with N */
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4                                  /* a single thread will ever post */
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16                                 /* a single thread will ever wait */
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MAXVALUE 2147483647
typedef shared struct bupc_sem bupc_sem_t;
bupc_sem_t *bupc_sem_alloc(int __flags);                      /* 0: INTEGER, MPRODUCER, MCONSUMER */
void bupc_sem_free(bupc_sem_t *__s);
void bupc_sem_post(bupc_sem_t *__s);                          /* adds 1, or n; all of these imply a fence */
void bupc_sem_postN(bupc_sem_t *__s, size_t __n);
void bupc_sem_wait(bupc_sem_t *__s);                          /* waits for at least 1, or n, and takes them away */
void bupc_sem_waitN(bupc_sem_t *__s, size_t __n);
int bupc_sem_try(bupc_sem_t *__s);                            /* 1 if that could be done at once */
int bupc_sem_tryN(bupc_sem_t *__s, size_t __n);
/* Copies, then adds n to s, a semaphore of the thread that owns dst. On return `src` may be changed. With _async it may
 * be changed only after the other side has answered. Who has waited for s finds the data; others do so after a fence
 * or barrier of the caller. */
void bupc_memput_signal(shared void *__dst, const void *__src, size_t __nbytes, bupc_sem_t *__s, size_t __n);
void bupc_memput_signal_async(shared void *__dst, const void *__src, size_t __nbytes, bupc_sem_t *__s, size_t __n);

/* ---- Others ---- */
char *bupc_getenv(const char *__name);
void bupc_exit(int __status) __attribute__((noreturn));       /* exit: ends the calling thread */
#define bupc_trace_printf(parenthesized_arguments) ((void)0)  /* nothing: pupc.h has events of a trace */
#define bupc_trace_setmask(mask) ((void)(mask))
#define bupc_trace_getmask() ((const char *)"")
#define bupc_trace_settracelocal(on) ((void)(on))
#define bupc_trace_gettracelocal() (0)
#define bupc_stats_setmask(mask) ((void)(mask))
#define bupc_stats_getmask() ((const char *)"")

#endif

#ifdef BUPC_USE_UPC_NAMESPACE
#include "bupc_names.h"
#endif
