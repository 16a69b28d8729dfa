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

int urt_copies(const void *to, const void *from, urt_size_t bytes) {
  if (urtc_has_data(to) && urtc_has_data(from)) {
    urt_bytes_copied += bytes;
    return 1;
  }
  if (urtc_seat) urtc_spend((double)bytes * urtc_control->costs.near_byte);
  return 0;
}
