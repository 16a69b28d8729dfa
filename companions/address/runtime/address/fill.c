/* SPDX-License-Identifier: BSD-3-Clause
 * Sets bytes of a segment, near or far: of the shadow, and of the view of it. */
#include <string.h>
#include "address/address.h"

enum { PART = 512 };                           /* far bytes are written in pieces */

void urtk_address_fill(int thread, size_t at, size_t count, unsigned char value) {
  urt_ptr_t p = urtk_at(thread, at);
  unsigned char part[PART];
  if (urt_is_near(p)) {
    memset(urt_near(p), value, count);
    return;
  }
  memset(part, value, count < PART ? count : PART);
  for (size_t n; count; count -= n, p.offset += n) urtc_put(p, part, n = count < PART ? count : PART);
}
