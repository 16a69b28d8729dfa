/* SPDX-License-Identifier: BSD-3-Clause
 * Rings that are full with messages of another call must not keep a call from its end. Thread 1 sends many short
 * broadcasts to thread 0 while both are in a gather_all of all threads, which thread 0 waits for first. Thread 1 then
 * cannot send to thread 0 until that has taken them in, though thread 0 waits for messages of its other neighbour only.
 *
 * With UPC_STRIDE_SCHEDULE=gather_all=ring and UPC_STRIDE_TEST=near=no. 4 threads and more. */
#include <upc.h>
#include "upc_stride_coll.h"
#include "base/port.h"
#include "../upc/check.h"

enum { LONG = 1 << 14, CALLS = 100 };

static strict shared int all_sent;

int main(void) {
  const size_t shape[] = {(size_t)THREADS * CALLS}, block[] = {1};
  const size_t wide[] = {(size_t)THREADS * LONG}, line[] = {LONG}, whole[] = {(size_t)THREADS * THREADS * LONG};
  const size_t all[] = {(size_t)THREADS * LONG};
  upc_stride_array_t values = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  upc_stride_array_t from = upc_stride_all_alloc(1, wide, line, 1, 0, NULL);
  upc_stride_array_t to = upc_stride_all_alloc(1, whole, all, 1, 0, NULL);
  const int flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  upc_stride_handle_t gathering, call[CALLS];
  const size_t mine[] = {(size_t)MYTHREAD}, source[] = {(size_t)MYTHREAD * LONG};
  const size_t target[] = {(size_t)MYTHREAD * THREADS * LONG};
  char *value = (char *)upc_stride_at(values, mine), *sent = (char *)upc_stride_at(from, source);
  const char *got = (char *)upc_stride_at(to, target);
  size_t i;
  int t;
  for (i = 0; i < CALLS; i++) value[i] = (char)(MYTHREAD == 1 ? i : -1);
  for (i = 0; i < LONG; i++) sent[i] = (char)MYTHREAD;
  upc_barrier;
  while (MYTHREAD == 0 && !all_sent) upc_stride_poll();
  gathering = upc_stride_gather_all_nb(UPC_SECTION(to, UPC_STRIDE_ALL), UPC_SECTION(from, UPC_STRIDE_ALL), LONG,
                                       UPC_IN_MYSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0) upc_stride_wait(&gathering);
  for (i = 0; MYTHREAD < 2 && i < CALLS; i++) {
    const size_t to_0 = i * THREADS, at[] = {to_0 + 1};
    call[i] = upc_stride_broadcast_nb(UPC_SECTION(values, UPC_STRIDE_AT(to_0)), upc_stride_at(values, at), 1, flags);
  }
  if (MYTHREAD == 1) all_sent = 1;
  if (MYTHREAD != 0) upc_stride_wait(&gathering);
  for (t = 0; t < THREADS; t++) CHECK(got[t * LONG] == t && got[t * LONG + LONG - 1] == t);
  for (i = 0; MYTHREAD < 2 && i < CALLS; i++) upc_stride_wait(&call[i]);
  for (i = 0; i < CALLS; i++) CHECK(MYTHREAD != 0 || value[i] == (char)i);
  upc_barrier;
  upc_stride_all_free(values);
  upc_stride_all_free(from);
  upc_stride_all_free(to);
  return done();
}
