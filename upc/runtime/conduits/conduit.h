/* SPDX-License-Identifier: BSD-3-Clause
 *
 * conduit.h: what lies under the runtime. A conduit starts the threads, gives each a segment of the shared space
 * and moves bytes between segments. Each conduit is a folder beside this file with the same file names:
 *
 *   urt_near.h   which segments this thread reaches by plain address (inlined into generated code)
 *   has.h        which optional calls the conduit brings itself; the others come from conduits/reference/
 *   start.c      thread count, threads started          segment.c    the shared segments
 *   end.c        end of a thread, end of the job        transfer.c   put and get
 *   atomics.c    atomic operations on a remote word     barrier.c    split-phase barrier (optional)
 *   wait.c       how a waiting thread spends its time   stream.c     streams (optional)
 *   README.md    headings as in smp/README.md
 *
 * Names: `urt_` is what generated code and the library see (urt.h), `urtc_` is the conduit, `urtk_` is the core's
 * own (core.h). A conduit uses base/, job/ and barrier.h, and nothing of the core.
 *
 * Order of a run: urtc_start, then the core lays out static shared objects for that number of threads, then
 * urtc_attach, then everything else, on every thread, until urtc_end_thread or urtc_end_job.
 */
#ifndef URT_CONDUIT_H
#define URT_CONDUIT_H

#include <stddef.h>
#include <stdint.h>
#include "base/environment.h"
#include "base/fail.h"
#include "base/hooks.h"
#include "base/host.h"
#include "base/identity.h"
#include "has.h"
#include "urt.h"

/* ---- Start and end ------------------------------------------------------------------------------------------ */
extern const char urtc_name[];                 /* "smp", "mpi-openmpi", "gasnet-udp" */

/* Number of threads of the job. `asked` is what the environment or the program asks for, 0 if neither does; a
 * conduit whose launcher decides returns the launcher's number (the core compares). May rewrite argc and argv. Sets
 * urtk_cores and urtk_threads_here (base/host.h). */
int urtc_start(int *argc, char ***argv, int asked);

/* Embedding (optional, URTC_HAS_COMMUNICATOR; else conduits/reference/): the threads are to be started inside a program
 * that has a main of its own, before urtc_start. `communicator` is the address of an MPI_Comm of the MPI called
 * `mpi`, or null. Returns null, or the line that says why this cannot be. */
const char *urtc_embed(const void *communicator, const char *mpi);

/* Up to so many threads the objects of a segment begin at URTK_GAP (optional, URTC_GAP_FOR in has.h; else never): the
 * addresses below it take no memory, and the conduit makes them inaccessible. */
#ifndef URTC_GAP_FOR
#define URTC_GAP_FOR 0
#endif

/* So many threads a job can have at most (URTC_MOST_THREADS in has.h). */
#ifndef URTC_MOST_THREADS
#define URTC_MOST_THREADS URTK_MOST_PROCESSES
#endif

/* Merging (optional, URTC_HAS_MERGE: for conduits whose threads are processes of their own from the start, which may be
 * of different files; elsewhere they are copies of one process). Between urtc_start and urtc_attach: each thread gives
 * a value, and all get what `merge` makes of all values, in any order. The result is the thread's number. The core
 * calls it once, for the check at the start (core/alike.c): what a conduit assumes of other threads' builds and layouts
 * holds from urtc_attach on. */
int urtc_merge(void *value, size_t bytes, void (*merge)(const void *from, void *to));
extern int urtc_hosts;                         /* hosts of the job; set by urtc_start where there is urtc_merge */

/* Makes a zeroed segment for each thread, of `want` bytes. If memory is short it has fewer bytes, but at least
 * `least`. Returns on every thread, with the thread's number in *mythread. The result is the segment's size, the same
 * on every thread; 0 if not even `least` is to be had. */
size_t urtc_attach(size_t least, size_t want, int *mythread);

/* The size that a conduit tries after `bytes` could not be had; 0: none. */
static inline size_t urtc_next_size(size_t bytes, size_t least) {
  if (bytes <= least) return 0;
  return bytes / 2 > least ? bytes / 2 : least;
}

/* The calling thread has returned from main or called exit (and has flushed its files): leave the others running,
 * and end the process where that is needed. The job's status is the highest of its threads'. */
void urtc_end_thread(void);

/* Ends all threads at once with `status`. The first thread to call it, or to crash, decides; its line, if not
 * null, is written to standard error as it is, whole. Never waits for another thread, and never hangs. */
_Noreturn void urtc_end_job(int status, const char *line);

/* 1 if that thread is known to have ended (its shared memory may still be read). May stay 0 on a conduit that
 * cannot tell. */
int urtc_ended(int thread);

/* ---- Transfer ----------------------------------------------------------------------------------------------- */
/* Blocking: on return the data is where it belongs, visible to a thread that is told so by any later signal,
 * barrier, lock or strict access. Near pointers are legal. */
void urtc_put(urt_ptr_t dst, const void *src, size_t bytes);
void urtc_get(void *dst, urt_ptr_t src, size_t bytes);

/* Non-blocking (optional). Handle 0 is one that is complete. Between the call and its completion the private side
 * must stay as it is (put) or be left alone (get). urtc_test returns 1 on completion, and then the handle is 0. */
typedef uintptr_t urtc_handle_t;
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes);
urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes);
int urtc_test(urtc_handle_t *handle);
/* A look (optional): urtc_get_nb that waits for nothing that is under way, so it returns at once even if far threads
 * compute. */
#ifdef URTC_HAS_LOOK
urtc_handle_t urtc_look(void *dst, urt_ptr_t src, size_t bytes);
#else
#define urtc_look(dst, src, bytes) urtc_get_nb(dst, src, bytes)
#endif
void urtc_wait(urtc_handle_t *handle);

/* Delays (optional, URTC_HAS_DELAYS): 1 if transfers to and from that thread are to go through the calls above although
 * its memory is near: a test mode in which they take time. */
#ifdef URTC_HAS_DELAYS
int urtc_delays(unsigned thread);
#else
#define urtc_delays(thread) 0
#endif

/* Strided (optional; else each piece is a transfer): pieces of count[0] bytes, count[1] of them at stride[0], count[2]
 * such rows at stride[1], and so on for `levels` strides. Each side has its strides. */
urtc_handle_t urtc_put_strided(urt_ptr_t dst, const size_t *dst_stride, const void *src, const size_t *src_stride,
                               const size_t *count, size_t levels);
urtc_handle_t urtc_get_strided(void *dst, const size_t *dst_stride, urt_ptr_t src, const size_t *src_stride,
                               const size_t *count, size_t levels);

/* Put with signal (optional): the data, and after it the 64-bit word `signal` on the same thread is set to `value`, or
 * `value` is added to it. A thread that reads the value with acquire order sees the data. Returns when
 * `src` may be reused. URTC_ADD_ALONE: as URTC_ADD, and nothing that this thread tells others, puts or gets afterwards
 * depends on it. So neither urtc_settle_before nor a put or get waits for it. On a network that keeps no order (gasnet)
 * one may take effect before an earlier one of the same thread. A word that is set twice may then end with the first
 * value. */
typedef enum { URTC_SET, URTC_ADD, URTC_ADD_ALONE } urtc_signal_t;
void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value, urtc_signal_t how);

/* Messages that are handed over (optional, URTC_HAS_HANDING_OVER), where threads are in one process: as a put with
 * signal of the message, whose first 8 bytes are the value. `dst` gets the address of a copy, which is the receiver's
 * until it gives it back. */
#ifdef URTC_HAS_HANDING_OVER
int urtc_hands_over(void);
void urtc_hand_over(urt_ptr_t dst, const void *message, size_t bytes, urt_ptr_t signal);
void urtc_give_back(const void *message);
void *urtc_keep_common(const void *list, size_t bytes); /* urt_signals.h */
void urtc_drop_common(void *list);
#else
#define urtc_hands_over() 0
#define urtc_hand_over(dst, message, bytes, signal) ((void)(dst), (void)(message), (void)(bytes), (void)(signal))
#define urtc_give_back(message) ((void)(message))
#define urtc_keep_common(list, bytes) ((void)(list), (void)(bytes), (void *)NULL)
#define urtc_drop_common(list) ((void)(list))
#endif

/* Streams (optional): bytes of which both threads know. One calls urtc_send, the other urtc_receive, with the same tag,
 * number and bytes; `dst` is in the receiver's segment. urtc_streams must be 1 for that many bytes. Streams of one tag
 * between two threads are numbered from 0, and both ends begin them in that order. A conduit may look at the highest
 * bit of a tag and at its lowest 14 only. That bit is 1 in messages of a graph, of which many are under way at a time,
 * and those begun first are needed first. Neither call waits. urtc_streamed returns 1, and then the handle is 0, once
 * `src` may be changed, or `dst` has arrived. */
int urtc_streams(int thread, size_t bytes);    /* 1 where this is the fastest way to move so many; the same on both */
urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes);
urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes);
int urtc_streamed(urtc_handle_t *handle);
/* On all threads, before the first stream: over a network that is faster so, streams of up to so many parts of so many
 * bytes are cut into them (optional, URTC_CUTS_STREAMS). */
#ifdef URTC_CUTS_STREAMS
void urtc_cut_streams(size_t bytes, int parts);
#else
#define urtc_cut_streams(bytes, parts) ((void)(bytes), (void)(parts))
#endif
/* A number that changes while bytes come from that thread or its host, or arrive there; -1: from any other host
 * (optional, URTC_HAS_MOVED). A wait for them is long because the link is slow, which is no reason to report it. Called
 * a few times then. */
#ifdef URTC_HAS_MOVED
uint64_t urtc_moved(int thread);
#else
#define urtc_moved(thread) ((void)(thread), (uint64_t)0)
#endif

/* Requests to far threads (optional, URTC_HAS_REQUESTS): urtk_serve gets the bytes of the request, and returns the
 * number of bytes of its reply. The owner calls it, or another thread that can reach the owner's memory.
 * urtc_start_request sends a request, and the owner may serve it at once. urtc_end_requests returns when the replies to
 * all that have been started have come. Meanwhile the caller serves others. A thread serves the requests of another one
 * in any order. The memory of a request and of its reply is the conduit's from the start until all have ended. In front
 * of a request that is longer than urtc_request_most lie URTC_REQUEST_FRONT bytes for the conduit's own header. */
enum { URTC_REQUEST_FRONT = 64 };
struct urtc_request {
  int thread;
  void *request;
  size_t bytes;
  void *reply;
  size_t reply_bytes;                          /* what the reply will have */
};
size_t urtc_request_most(void);                /* bytes of a request, and of a reply; 0: there are no requests */
size_t urtc_request_longest(void);             /* of a request whose reply is empty; at least as many */
size_t urtc_reply_longest(void);               /* of a reply to a request of at most urtc_request_most bytes */
void urtc_start_request(const struct urtc_request *request);
void urtc_end_requests(void);

/* A put with signal to a far thread may still be under way when the call has returned. urtc_settle waits until all
 * have arrived. urtc_settle_before waits less: until no later message to that thread can overtake them, those of
 * URTC_ADD_ALONE left out. */
#if defined URTC_NODES || defined URTC_HAS_SETTLE
void urtc_settle(void);
void urtc_settle_before(int thread);
#else
#define urtc_settle() ((void)0)
#define urtc_settle_before(thread) ((void)0)
#endif

/* How many messages a thread can start one after the other until the first of them may have been answered by a far
 * thread (optional): at least 1. */
#if defined URTC_NODES || defined URTC_HAS_ROUND_TRIP
unsigned urtc_round_trip(void);
#else
#define urtc_round_trip() 1u
#endif

/* ---- Atomics on an aligned 64-bit word anywhere; sequentially consistent, and atomic with one another ---------- */
/* has.h defines URTC_NATIVE_ATOMICS if the processor's own, on near words of any size, are atomic with these. */
uint64_t urtc_load(urt_ptr_t word);
void urtc_store(urt_ptr_t word, uint64_t value);
uint64_t urtc_swap(urt_ptr_t word, uint64_t value);                         /* the old value */
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value);                    /* the old value */
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value); /* the old value; swapped if equal */

/* ---- Split-phase barrier (optional) --------------------------------------------------------------------------- */
/* Two barriers that know nothing of each other: the program's, and one for collective calls of the runtime, which
 * may stand between a program's notify and wait. The core has checked that notify and wait alternate. Tags that
 * differ, where both were given, are reported with urtk_mismatch. Orders all accesses, as a release at notify and
 * an acquire at wait. A long wait calls urtk_long_wait now and then (both are in barrier.h). */
enum { URTC_PROGRAM, URTC_RUNTIME, URTC_BARRIERS };
void urtc_notify(int barrier, int tagged, int tag);
void urtc_await(int barrier);

/* ---- Waiting -------------------------------------------------------------------------------------------------- */
void urtc_poll(void);                          /* let transfers and other threads' requests progress */
void urtc_relax(unsigned turn);                /* one turn of a waiting loop: polls, spins, yields, sleeps */
void urtc_give_way(void);                      /* polls, and lets others have the core */
/* Optional, URTC_HAS_TURNS: of urt_turn; and a turn of a wait for a word that held `seen` when the thread read it last,
 * where the wait itself costs nothing. 1: it has changed. */
void urtc_many_turns(int how, const char *place);
int urtc_await_change(urt_ptr_t word, uint64_t seen);

/* Sleep while the near word `*word` still holds `seen`, some 50 ms at the most (it may return early, without
 * reason), and wake up to `count` sleepers on it. The caller has spun and yielded before. */
void urtc_sleep(uint32_t *word, uint32_t seen);
void urtc_wake(uint32_t *word, int count);
/* Cores (optional, URTC_HAS_CORES): 1 if there are more threads than cores and that thread has
 * been given the caller's. */
#ifdef URTC_HAS_CORES
int urtc_shares_core(int thread);
#else
#define urtc_shares_core(thread) 0
#endif
int urtc_leader_of(int thread);                /* the lowest thread of its node */
unsigned urtc_patience(void);                  /* turns of urtc_relax after which sleeping is better */

/* The time (optional, URTC_HAS_CLOCK; else the system's), in nanoseconds, the same for all threads. */
uint64_t urtc_clock(void);

/* Computation that the program states (optional, URTC_HAS_COMPUTE): so many floating-point operations of that kind. */
void urtc_compute(double flops, const char *kind);

/* Memory without data (optional, URTC_HAS_COMPUTE; upc_machine.h). The first turns it on or off. The second returns the
 * offset of a new piece in every segment, or 0. The third frees a piece, and returns 1 if the offset is that of one.
 * Thread 0 calls the second and the third. The last returns how many bytes without data a segment has from there on. */
void urtc_without_data(int on);
#ifdef URTC_HAS_COMPUTE
size_t urtc_dataless_alloc(size_t bytes);
int urtc_dataless_free(size_t offset);
size_t urtc_dataless_rest(size_t offset);
#else
#define urtc_dataless_alloc(bytes) ((void)(bytes), (size_t)0)
#define urtc_dataless_free(offset) ((void)(offset), 0)
#define urtc_dataless_rest(offset) ((void)(offset), (size_t)0)
#endif

/* ---- For conduits: the signal of a put whose data is there (urtc_put_signal) ----------------------------------- */
static inline void urtk_signal(urt_ptr_t signal, uint64_t value, urtc_signal_t how) {
  if (how == URTC_SET) urtc_store(signal, value);
  else urtc_fetch_add(signal, value);
}

#endif
