/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_tools.h: for tools that look at the calls of a program, such as profilers, in C and C++. There are two
 * ways, and a tool may use both. It is a part of the program, or a shared library that LD_PRELOAD names
 * (examples/c/profiler.c).
 *
 * Observers. An observer is told when a collective begins on its thread, and when it ends, in whatever language the
 * program makes it: a blocking call, and each start of a split-phase or prepared one. The collectives that the library
 * makes for other calls are told too. A call in which the thread does nothing is not told.
 *
 *     static double began, inside;
 *     static void begin(upc_stride_observer_t *o, const upc_stride_seen_t *call) { began = now(); }
 *     static void end(upc_stride_observer_t *o, const upc_stride_seen_t *call) { inside += now() - began; }
 *     static upc_stride_observer_t mine = {begin, end, NULL};
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

typedef struct upc_stride_seen {
  unsigned long number;               /* of the call, on this thread: the same at its begin and its end       */
  const char *name;                   /* "upc_stride_broadcast"; of the forms _nb and _init too               */
  const char *file;                   /* where its section was written, or null                               */
  int line;
  int split;                          /* 1: the program starts it, and waits for it later                     */
  size_t count;                       /* its len or nelems; 0: it has none                                    */
  int peers;                          /* threads that the caller exchanges messages or data with              */
} upc_stride_seen_t;

/* The thread that makes the call calls both functions. They make no calls of the library. */
typedef struct upc_stride_observer {
  void (*begin)(struct upc_stride_observer *observer, const upc_stride_seen_t *call); /* or null */
  void (*end)(struct upc_stride_observer *observer, const upc_stride_seen_t *call);   /* or null */
  struct upc_stride_observer *next;   /* the library's */
} upc_stride_observer_t;

#ifndef __UPC__
/* The first has the observer told of the caller's calls, from now on. The second ends that. Both may be called at any
 * time, also before upc_stride_init. An observer may be told of the end of a call whose begin it was not told of. */
void upc_stride_observe(upc_stride_observer_t *observer) __asm__("upc_stride_c_observe");
void upc_stride_unobserve(upc_stride_observer_t *observer) __asm__("upc_stride_c_unobserve");

/* Declares pupc_stride_<call>. Behind upc_stride.h. */
#define UPC_STRIDE_SECOND_NAME(call) \
  extern __typeof__(upc_stride_##call) pupc_stride_##call __asm__("pupc_stride_c_" #call)
#endif

#ifdef __cplusplus
}
#endif

#endif
