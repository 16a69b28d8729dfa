/* SPDX-License-Identifier: BSD-3-Clause
 * sim: memory without data (upc_machine_without_data). The end of each segment has addresses but is never touched, so
 * it takes no memory of this host. Copies to it and from it take only their virtual time. */
#include "conduits/sim/control.h"

int urtc_dataless;                       /* 1: what is allocated has no data */
static size_t used, pieces;              /* thread 0's: bytes of it that are given away, in pieces of all threads */

size_t urtc_dataless_alloc(size_t bytes) {
  size_t room = urtc_control->dataless - used, whole = (bytes + 63) & ~(size_t)63;
  if (!urtc_dataless || whole < bytes || whole > room) return 0;
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
  size_t into = offset - urtc_heap_end;
  return offset < urtc_heap_end || into > urtc_control->dataless ? 0 : urtc_control->dataless - into;
}

/* Between two known lengths the time is interpolated; the first one counts from 0. */
static double time_of(const struct sim_copies *copies, double bytes) {
  const struct sim_known *known = copies->known;
  int i = 0;
  while (i < copies->lengths && known[i].bytes < bytes) i++;
  struct sim_known low = i ? known[i - 1] : (struct sim_known){0, 0};
  if (i == copies->lengths) return low.seconds + (bytes - low.bytes) * copies->byte;
  return low.seconds + (bytes - low.bytes) * (known[i].seconds - low.seconds) / (known[i].bytes - low.bytes);
}

/* Bytes of the thread's own segment, and of its private memory, are taken to be in its core's caches. Addresses behind
 * all segments are its own, since only they are near. */
static double copy_time(const void *from, urt_size_t bytes) {
  const struct sim_costs *costs = &urtc_control->costs;
  uint64_t place;
  int is_own = !urtc_place(from, &place) || place / urtc_stride == (uint64_t)urt_mythread;
  return time_of(is_own ? &costs->own_copies : &costs->near_copies, (double)bytes);
}

/* How long the copy takes beside others of this node, the simulator knows. Meanwhile other threads have turns: who
 * calls urt_copies with two places holds nothing that they may wait for. */
static void copy_beside_others(double alone) {
  double waited = urtc_waited;
  urtc_enter();
  struct sim_post post = urtc_post_for(SIM_COPY, urt_mythread);
  post.seconds = alone;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, NULL);
  urtc_wait_handle(post.handle);
  urtc_waited = waited;                  /* its processor copies */
  urtc_leave();
}

/* What the thread has said of its memory changes no time, unless copies take that of this host. */
int urt_copies(const void *to, const void *from, urt_size_t bytes) {
  int has_data = urtc_has_data(to) && urtc_has_data(from);
  if (!urtc_seat) return has_data;
  double alone = copy_time(from, bytes);
  int host_counts = urtc_control->costs.host_factor > 0, takes_host_time = has_data && host_counts;
  int counts_later = has_data || (!host_counts && urtc_may_have_data(to) && urtc_may_have_data(from));
  if ((double)bytes > urtc_control->costs.shared_copies && alone > 0 && to != from && !takes_host_time)
    copy_beside_others(alone);
  else if (counts_later) urtc_copying += alone;
  else urtc_spend(alone);
  return has_data;
}
