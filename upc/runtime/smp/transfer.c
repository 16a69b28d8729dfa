/* SPDX-License-Identifier: BSD-3-Clause
 * smp: a transfer is a copy. Ordinary traffic does not come here (everything is near, so it is inlined); the
 * reference versions and tests of the conduit do. */
#include <string.h>
#include "conduit.h"

void urtc_put(urt_ptr_t dst, const void *src, size_t bytes) { memcpy(urt_near(dst), src, bytes); }
void urtc_get(void *dst, urt_ptr_t src, size_t bytes) { memcpy(dst, urt_near(src), bytes); }
