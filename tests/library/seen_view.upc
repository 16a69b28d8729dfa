/* SPDX-License-Identifier: BSD-3-Clause
 * Calls that write to views of the program's memory, by the last arriver and otherwise, with and without an observer of
 * waits and messages: each time the memory has the result.
 * usage: seen_view, with a schedule forced by the environment */
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_stride_tools.h>

#include <stdio.h>
#include <string.h>

enum { LEN = 40, TIMES = 10 };

static char memory[LEN];
static shared [] char source[LEN];
static int waits, wrong;

static void waited(upc_stride_observer_t *o, const upc_stride_seen_t *call, int thread) {
  (void)o, (void)call, (void)thread;
  waits++;
}

static upc_stride_observer_t observer = {.sees = UPC_STRIDE_SEES_WAITS, .waited = waited};

static void broadcast(upc_stride_array_t view, int turn) {
  int i;
  if (MYTHREAD == 0)
    for (i = 0; i < LEN; i++) source[i] = (char)(turn + i);
  memset(memory, -1, LEN);
  upc_barrier;
  upc_stride_broadcast(UPC_SECTION(view, UPC_STRIDE_ALL), (shared void *)source, LEN, 0);
  for (i = 0; i < LEN; i++) wrong += memory[i] != (char)(turn + i);
  upc_barrier;
}

int main(void) {
  size_t shape[1], block[] = {LEN};
  upc_stride_array_t view;
  int turn;
  shape[0] = (size_t)LEN * THREADS;
  view = upc_stride_array_of(memory, LEN, 1, shape, block, 1, 0, NULL);
  for (turn = 0; turn < 3 * TIMES; turn++) {
    if (turn == TIMES) upc_stride_observe(&observer);
    broadcast(view, turn);
    if (turn == 2 * TIMES) upc_stride_unobserve(&observer);
  }
  upc_stride_open_view(view);
  upc_stride_close_view(view);
  upc_stride_all_free(view);
  upc_barrier;
  printf(wrong == 0 ? MYTHREAD == 0 ? "PASS\n" : "" : "FAIL\n");
  return wrong != 0;
}
