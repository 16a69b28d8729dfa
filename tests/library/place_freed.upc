/* SPDX-License-Identifier: BSD-3-Clause
 * With MYSYNC a root may return from its call, and free what it has given, before other members make the call. With
 * ALLSYNC it may do so before threads outside of the team make it. */
#include <upc.h>
#include <upc_stride_coll.h>

#include <stdio.h>
#include <string.h>

enum { LEN = 24, TIMES = 3 };

static shared [] char *shared given;      /* on the last thread */
static strict shared int freed;           /* so many calls of the root are over, and their places were freed */
static int wrong;

static char value(int turn, size_t at) { return (char)(turn * 37 + at + 1); }

static void check(const char *mine, int turn, size_t from) {
  size_t i;
  for (i = 0; i < LEN; i++) wrong += mine[i] != value(turn, from + i);
}

int main(void) {
  const int root = THREADS - 1;
  const upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  size_t shape[1], block[] = {LEN}, at[1], i;
  upc_stride_array_t A;
  upc_stride_section_t all;
  int turn;
  char *mine;
  shape[0] = (size_t)LEN * THREADS, at[0] = (size_t)LEN * MYTHREAD;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  mine = (char *)upc_stride_at(A, at);
  for (turn = 0; turn < 3 * TIMES; turn++) {
    const int scatters = turn % 3 == 1, alone = turn % 3 == 2;
    const size_t bytes = scatters ? (size_t)LEN * THREADS : LEN;
    shared [] char *place;
    memset(mine, 0, LEN);
    if (MYTHREAD == root) {
      given = place = (shared [] char *)upc_alloc(bytes);
      for (i = 0; i < bytes; i++) place[i] = value(turn, i);
    }
    upc_barrier;
    place = given;
    while (MYTHREAD != root && freed <= turn) {}
    if (alone) upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_AT(root)), (shared void *)place, LEN, 0);
    else if (scatters) upc_stride_scatter(all, (shared void *)place, LEN, flags);
    else upc_stride_broadcast(all, (shared void *)place, LEN, flags);
    if (MYTHREAD == root) {
      upc_free((shared void *)place);
      freed = turn + 1;
    }
    if (!alone || MYTHREAD == root) check(mine, turn, scatters ? (size_t)LEN * MYTHREAD : 0);
    upc_barrier;
  }
  upc_barrier;
  printf(wrong == 0 ? MYTHREAD == 0 ? "PASS\n" : "" : "FAIL\n");
  return wrong != 0;
}
