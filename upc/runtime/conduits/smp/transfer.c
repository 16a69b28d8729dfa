/* SPDX-License-Identifier: BSD-3-Clause
 * smp: put and get, which are copies. Programs do not come here: all threads are near, so generated code copies
 * inline. The reference versions and the tests of the conduit do.
 *
 * In the test mode that delays transfers (environment.c) all copies between threads come here. Each thread has a link
 * of its own, and its transfers pass this link one after another, at the given bandwidth. The latency is added; the
 * latencies of several transfers overlap:
 *
 *   2 puts of 1 MB at once, 1000 MB/s, 20 us:   on the link 0 - 1000 us and 1000 - 2000 us, there at 1020 and 2020 us
 *
 * A thread first waits for this time, and only then copies. So a program that reads too early finds old data, and a
 * thread that waits uses no core. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "conduits/smp/control.h"

static int delaying;
static double latency, per_byte; /* ns */
static double link_free;         /* when the link of this thread is */

void urtc_set_delays(double microseconds, double megabytes_a_second) {
  delaying = 1;
  latency = microseconds * 1e3;
  per_byte = megabytes_a_second > 0 ? 1e3 / megabytes_a_second : 0;
}

int urtc_delays(unsigned thread) { return delaying && thread != (unsigned)urt_mythread; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* When a transfer that starts now is there. */
static double due(size_t bytes) {
  double start = now();
  if (link_free < start) link_free = start;
  link_free += (double)bytes * per_byte;
  return link_free + latency;
}

static void wait_until(double time) {
  for (unsigned turn = 0; now() < time; turn++) urtc_relax(turn);
}

void urtc_put(urt_ptr_t dst, const void *src, size_t bytes) {
  if (urtc_delays(dst.thread)) wait_until(due(bytes));
  memcpy(urt_near(dst), src, bytes);
}

void urtc_get(void *dst, urt_ptr_t src, size_t bytes) {
  if (urtc_delays(src.thread)) wait_until(due(bytes));
  memcpy(dst, urt_near(src), bytes);
}

#ifdef URTC_HAS_NONBLOCKING
struct under_way { /* a handle is the address of one */
  void *dst;
  const void *src;
  size_t bytes;
  double due;
};

static urtc_handle_t start(void *dst, const void *src, size_t bytes) {
  struct under_way *u = urtk_memory(1, sizeof *u, "a transfer under way");
  *u = (struct under_way){dst, src, bytes, due(bytes)};
  return (urtc_handle_t)u;
}

urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) {
  if (!urtc_delays(dst.thread)) return urtc_put(dst, src, bytes), 0;
  return start(urt_near(dst), src, bytes);
}

urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) {
  if (!urtc_delays(src.thread)) return urtc_get(dst, src, bytes), 0;
  return start(dst, urt_near(src), bytes);
}

int urtc_test(urtc_handle_t *handle) {
  struct under_way *u = (struct under_way *)*handle;
  if (!u) return 1;
  if (now() < u->due) return 0;
  memcpy(u->dst, u->src, u->bytes);
  free(u);
  *handle = 0;
  return 1;
}

void urtc_wait(urtc_handle_t *handle) {
  for (unsigned turn = 0; !urtc_test(handle); turn++) urtc_relax(turn);
}
#endif
