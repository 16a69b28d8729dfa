/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of all threads that aggregate items: how they find out together that every item was delivered. A thread cannot
 * see what is on its way to it. But all threads can add up what was sent and what was delivered:
 *
 *   3 threads     thread 0 sent 2 messages, thread 1 sent 3; all were delivered but one
 *   first sum     sent 5, delivered 4     once more
 *   second sum    sent 5, delivered 5     done
 *
 * Every thread has sent all it will send when it adds its count, so the sum of what was sent does not change from round
 * to round. A round is a reduction, so it is a barrier too. */
#include "operations.h"
#include "base/port.h"

enum { SENT, DELIVERED, COUNTS };

static shared [COUNTS] unsigned long counts[COUNTS * THREADS], sums[COUNTS * THREADS];

static upc_stride_array_t words(shared void *base) {
  size_t shape = (size_t)COUNTS * THREADS, block = COUNTS;
  return upc_stride_view(base, 1, &shape, &block, sizeof(unsigned long), 0, NULL);
}

/* Adds up the counts of all threads. Items are delivered while the thread waits. */
static void add_up(const char *name) {
  static upc_stride_array_t from, to;
  upc_stride_section_t dst, src;
  upc_stride_args_t args = {0};
  upc_stride_handle_t handle;
  unsigned turn = 0;
  if (from == NULL) from = words((shared void *)counts), to = words((shared void *)sums);
  dst = UPC_SECTION(to, UPC_STRIDE_ALL), src = UPC_SECTION(from, UPC_STRIDE_ALL);
  dst.file = src.file = NULL; /* the program's line is not known */
  args.call = UPC_STRIDE_CALL_REDUCE_ALL, args.name = name;
  args.operation = UPC_STRIDE_OP_REDUCE_ALL, args.build = upc_stride_build_reduce_all;
  args.dst = &dst, args.src = &src, args.len = COUNTS, args.op = UPC_ADD, args.type = UPC_ULONG;
  args.flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  handle = upc_stride_perform_nb(&args);
  while (!upc_stride_test(&handle)) {
    upc_stride_aggregate_poll(turn);
    upc_stride_relax(turn++);
  }
}

static int all_delivered(const char *name) {
  unsigned long *mine = (unsigned long *)&counts[COUNTS * MYTHREAD], *all = (unsigned long *)&sums[COUNTS * MYTHREAD];
  upc_stride_aggregate_poll(0);
  mine[SENT] = upc_stride_aggregate_sent();
  mine[DELIVERED] = upc_stride_aggregate_delivered();
  add_up(name);
  return all[SENT] == all[DELIVERED];
}

void upc_stride_meet(const char *name) {
  upc_stride_tell_meeting(0);
  if (THREADS > 1) all_delivered(name);
  upc_stride_tell_meeting(1);
}

void upc_stride_wait_for_all(const char *name) {
  upc_stride_tell_meeting(0);
  while (THREADS > 1 && !all_delivered(name)) {}
  upc_stride_tell_meeting(1);
}
