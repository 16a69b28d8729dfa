/* SPDX-License-Identifier: BSD-3-Clause
 * smp: where the segments are. Set once, before any thread runs. */
#include "base/constant.h"
#include "conduits/smp/control.h"

char *urtc_segments = 0;
unsigned long urtc_stride = 0;

URTK_CONSTANT(urt_segments, 8, urtc_segments);
URTK_CONSTANT(urt_stride, 8, urtc_stride);

void urtc_set_segments(char *first, unsigned long stride) {
  urtc_segments = first;
  urtc_stride = stride;
}
