/* SPDX-License-Identifier: BSD-3-Clause
 * sim: memory without data (upc_machine_without_data). The end of each segment has addresses but is never touched, so
 * it takes no memory of this host. Copies to it and from it take only their virtual time. */
#include "conduits/sim/control.h"

static int wanted;
static size_t used, pieces;              /* thread 0's: bytes of it that are given away, in pieces of all threads */

void urtc_without_data(int on) { wanted = on; }

size_t urtc_dataless_alloc(size_t bytes) {
  size_t room = urtc_stride - urtc_heap_end - used, whole = (bytes + 63) & ~(size_t)63;
  if (!wanted || whole < bytes || whole > room) return 0;
  used += whole;
  pieces++;
  return urtc_heap_end + used - whole;
}

/* The memory is used again when all its pieces are free. */
int urtc_dataless_free(size_t offset) {
  if (offset < urtc_heap_end) return 0;
  if (pieces > 0 && --pieces == 0) used = 0;
  return 1;
}

size_t urtc_dataless_rest(size_t offset) {
  return offset < urtc_heap_end || offset > urtc_stride ? 0 : urtc_stride - offset;
}

/* Bytes of the thread's own segment, and of its private memory, are taken to be in its core's caches. */
static double copy_time(const void *from, urt_size_t bytes) {
  uint64_t place;
  int is_own = !urtc_place(from, &place) || place / urtc_stride == (uint64_t)urt_mythread;
  return (double)bytes * (is_own ? urtc_control->costs.own_byte : urtc_control->costs.near_byte);
}

int urt_copies(const void *to, const void *from, urt_size_t bytes) {
  int has_data = urtc_has_data(to) && urtc_has_data(from);
  if (!urtc_seat) return has_data;
  if (has_data) urtc_copying += copy_time(from, bytes);
  else urtc_spend(copy_time(from, bytes));
  return has_data;
}
