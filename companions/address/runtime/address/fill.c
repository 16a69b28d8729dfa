/* SPDX-License-Identifier: BSD-3-Clause
 * Sets bytes of a segment, near or far: of the shadow, and of the view of it. */
#include <stdlib.h>
#include <string.h>
#include "address/address.h"
#include "base/fail.h"

/* Far bytes are written in pieces. A long one costs little more than a short one. */
static void fill_far(urt_ptr_t p, size_t count, unsigned char value) {
  const size_t most = 256 << 10, room = count < most ? count : most;
  unsigned char *piece = urtk_memory(room, 1, "a piece of the shadow");
  memset(piece, value, room);
  for (size_t n; count; count -= n, p.offset += n) urtc_put(p, piece, n = count < room ? count : room);
  free(piece);
}

void urtk_address_fill(int thread, size_t at, size_t count, unsigned char value) {
  const urt_ptr_t p = urtk_at(thread, at);
  if (urt_is_near(p)) memset(urt_near(p), value, count);
  else if (count) fill_far(p, count, value);
}
