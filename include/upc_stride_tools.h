/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_tools.h: for tools that look at the calls of a program, such as profilers, in UPC, C and C++. There are
 * two ways, and a tool may use both. It is a part of the program, or a shared library that LD_PRELOAD names
 * (examples/c/profiler.c).
 *
 * Observers. An observer is told when a collective begins on its thread, and when it ends, in whatever language the
 * program makes it: a blocking call, and each start of a split-phase or prepared one. The collectives that the library
 * makes for other calls are told too, and the parts of a graph of steps, by the names of their steps. A call in which
 * the thread does nothing is not told.
 *
 *     static double began, inside;
 *     static void begin(upc_stride_observer_t *o, const upc_stride_seen_t *call) { began = now(); }
 *     static void end(upc_stride_observer_t *o, const upc_stride_seen_t *call) { inside += now() - began; }
 *     static upc_stride_observer_t mine = {.begin = begin, .end = end};
 *     upc_stride_observe(&mine);
 *
 * Second names. Each call of upc_stride.h has a second name in the shared library, as MPI's calls have one with a P. A
 * tool defines the call itself, and calls the library by the second name:
 *
 *     #define UPC_STRIDE_NO_PLACES
 *     #include <upc_stride.h>
 *     #include <upc_stride_tools.h>
 *     UPC_STRIDE_SECOND_NAME(put);
 *     int upc_stride_put(upc_stride_pointer_t to, const void *from, size_t bytes) {
 *       sent += bytes;
 *       return pupc_stride_put(to, from, bytes);
 *     }
 *
 * Python calls the library itself, so that only observers see its calls. */
#ifndef UPC_STRIDE_TOOLS_H
#define UPC_STRIDE_TOOLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs of the caller's memory: `count` of them, of `bytes` bytes, each `stride` bytes behind the one before. */
typedef struct upc_stride_seen_range {
  const char *start;
  size_t bytes, count;
  long long stride;
  int written;                        /* 1: the call writes them; 0: it reads them */
} upc_stride_seen_range_t;

/* The members of a call, and what it does in the caller's memory. `in` and `out` say when: 0, once any member has
 * entered, until all have left; 1, once the caller has entered, until it leaves; 2, once all have entered, until any
 * leaves. `lender`: the thread whose memory all may read behind the call, whatever `out` is; -1 for none. */
typedef struct upc_stride_seen_memory {
  unsigned long long team;            /* a hash of the members */
  int members, rank, in, out, lender;
  const int *thread;                  /* of each member */
  size_t ranges;
  const upc_stride_seen_range_t *range;
} upc_stride_seen_memory_t;

typedef struct upc_stride_seen {
  unsigned long number;               /* of the call, on this thread: the same at its begin and its end       */
  const char *name;                   /* "upc_stride_broadcast"; of the forms _nb and _init too               */
  const char *file;                   /* where its section was written, or null                               */
  int line;
  const char *called;                 /* the program's latest call, "file.upc:12: upc_stride_broadcast", or null */
  int split;                          /* 1: the program starts it, and waits for it later                     */
  int planned;                        /* 1: its plan has been made just now, of which `plans` was told        */
  size_t count;                       /* its len or nelems; 0: it has none                                    */
  int peers;                          /* threads that the caller exchanges messages or data with              */
  size_t sent, received;              /* bytes that the caller sends to other threads, and gets; at the end   */
  const upc_stride_seen_memory_t *memory; /* null if no observer sees memory                                  */
  void **own;                         /* a word for this call and this observer; null at the begin            */
} upc_stride_seen_t;

/* A message with data, at its start or when it has come; or a copy to or from the memory of another thread. */
enum { UPC_STRIDE_SEEN_SEND, UPC_STRIDE_SEEN_RECEIVE, UPC_STRIDE_SEEN_PUT, UPC_STRIDE_SEEN_GET };
typedef struct upc_stride_seen_message {
  int kind, thread;
  size_t bytes;
  unsigned tag;                       /* of a message: the same at both ends */
} upc_stride_seen_message_t;

/* What an observer sees besides begins and ends. It is told of calls whose plan is made from then on: of a prepared
 * call that there is already, it sees begins and ends. With MEMORY it is told of calls too in which the thread has a
 * part, and does nothing. */
enum { UPC_STRIDE_SEES_MEMORY = 1, UPC_STRIDE_SEES_WAITS = 2, UPC_STRIDE_SEES_MESSAGES = 4 };

/* The thread that makes the call calls all these functions. They make no calls of the library. Each may be null. */
typedef struct upc_stride_observer {
  void (*begin)(struct upc_stride_observer *observer, const upc_stride_seen_t *call);
  void (*end)(struct upc_stride_observer *observer, const upc_stride_seen_t *call);
  int sees;                           /* 0, or a sum of the above */
  /* Before a plan is made, which takes time. It is for the next call; if the thread does nothing in that, for none. */
  void (*plans)(struct upc_stride_observer *observer);
  /* Before and behind a wait for a thread, -1 if it is for several. It may be over at once. A wait in a graph of steps
   * is in no call: its number is 0. */
  void (*waits)(struct upc_stride_observer *observer, const upc_stride_seen_t *call, int thread);
  void (*waited)(struct upc_stride_observer *observer, const upc_stride_seen_t *call, int thread);
  void (*message)(struct upc_stride_observer *observer, const upc_stride_seen_t *call,
                  const upc_stride_seen_message_t *message);
  struct upc_stride_observer *next;   /* these are the library's */
  unsigned long since;
  int place;
} upc_stride_observer_t;

/* The first has the observer told of the caller's calls, from now on: it is told of the end of each call of whose begin
 * it was told. The second ends that. Both may be called at any time, also before upc_stride_init. A thread has at most
 * UPC_STRIDE_OBSERVERS. */
enum { UPC_STRIDE_OBSERVERS = 8 };
void upc_stride_observe(upc_stride_observer_t *observer);
void upc_stride_unobserve(upc_stride_observer_t *observer);

#ifndef __UPC__
/* Declares pupc_stride_<call>. Behind upc_stride.h. */
#define UPC_STRIDE_SECOND_NAME(call) \
  extern __typeof__(upc_stride_##call) pupc_stride_##call __asm__("pupc_stride_c_" #call)
#endif

#ifdef __cplusplus
}
#endif

#endif
