/* SPDX-License-Identifier: BSD-3-Clause
 * A profiler of any program on the library, whatever its language: how many collectives each thread makes, and how long
 * it is in them (upc_stride_tools.h). Needs no change of the program:
 *
 *   cc -shared -fPIC $(pkg-config --cflags upc_stride) profiler.c -o profiler.so
 *   LD_PRELOAD=$PWD/profiler.so upcrun -n 4 ./program */
#include <stdio.h>
#include <time.h>
#include <upc_stride_tools.h>

static double inside;
static unsigned long calls;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Split-phase calls overlap: the time of each of them counts. */
static void begin(upc_stride_observer_t *o, const upc_stride_seen_t *call) { inside -= now(); }
static void end(upc_stride_observer_t *o, const upc_stride_seen_t *call) { inside += now(), calls++; }
static upc_stride_observer_t mine = {.begin = begin, .end = end};

/* Other programs, such as upcrun, are started with it too, and have no library. */
void upc_stride_observe(upc_stride_observer_t *observer) __attribute__((weak));
__attribute__((constructor)) static void load(void) {
  if (upc_stride_observe != NULL) upc_stride_observe(&mine);
}
__attribute__((destructor)) static void unload(void) {
  if (calls > 0) fprintf(stderr, "%lu calls, %.6f s in them\n", calls, inside);
}
