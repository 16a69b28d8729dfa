/* SPDX-License-Identifier: BSD-3-Clause
 * broadcasts.upc: two lists of handles. The handles of a list are waited for from the end, so that it shortens as
 * broadcasts complete. */
#include <upc.h>
#include <stdlib.h>
#include "broadcasts.h"
#include "memory.h"
#include "timing.h"

static upc_stride_handle_t *handles(size_t most) {
  return (upc_stride_handle_t *)app_allocate(most, sizeof(upc_stride_handle_t), "the handles of broadcasts in flight");
}

broadcasts_t broadcasts_new(size_t most) {
  broadcasts_t b = {0};
  b.receives = handles(most);
  b.sends = handles(most);
  return b;
}

void broadcasts_free(broadcasts_t *b) {
  broadcasts_wait_sends(b);
  free(b->receives);
  free(b->sends);
}

#define BLOCKS UPC_SECTION(dst, UPC_STRIDE_RANGE(r0, r1), UPC_STRIDE_RANGE(c0, c1))

static void keep(broadcasts_t *b, int is_mine, upc_stride_handle_t handle) {
  if (is_mine) b->sends[b->nsends++] = handle;
  else b->receives[b->nreceives++] = handle;
}

void broadcasts_start(broadcasts_t *b, int is_mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1,
                      shared const void *src, size_t bytes) {
  if (r0 > r1 || c0 > c1) return;
  keep(b, is_mine, upc_stride_broadcast_nb(BLOCKS, src, bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC));
}

void broadcasts_lend(broadcasts_t *b, int is_mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1,
                     shared const void *src, size_t bytes, const void **lent) {
  static const void *own; /* nobody reads it */
  if (r0 > r1 || c0 > c1) return;
  keep(b, is_mine, upc_stride_lend_nb(BLOCKS, src, bytes, is_mine ? &own : lent, UPC_IN_MYSYNC | UPC_OUT_MYSYNC));
}

static void wait_for(upc_stride_handle_t *list, size_t *count) {
  const double start = app_begin();
  while (*count > 0) upc_stride_wait(&list[--*count]);
  app_end(APP_MOVE, start);
}

void broadcasts_wait_receives(broadcasts_t *b) { wait_for(b->receives, &b->nreceives); }
void broadcasts_wait_sends(broadcasts_t *b) { wait_for(b->sends, &b->nsends); }

/* 1 if some of the list have not ended. Those that have ended leave its end. */
static int in_flight(upc_stride_handle_t *list, size_t *count) {
  while (*count > 0 && upc_stride_test(&list[*count - 1])) --*count;
  return *count > 0;
}

int broadcasts_under_way(broadcasts_t *receives, broadcasts_t *sends) {
  const double start = app_begin();
  const int some = in_flight(sends->sends, &sends->nsends) || in_flight(receives->receives, &receives->nreceives);
  app_end(APP_MOVE, start);
  return some;
}

int broadcasts_progress(broadcasts_t *b) { return broadcasts_under_way(b, b); }

int broadcasts_turn(void *lists) {
  broadcasts_t *b = lists;
  return broadcasts_progress(&b[0]) || broadcasts_progress(&b[1]) || broadcasts_progress(&b[2]);
}
