/* SPDX-License-Identifier: BSD-3-Clause
 * smp: where the segments are. Set once, before any thread runs. */
#include "base/identity.h"
#include "base/sizes.h"
#include "conduits/smp/control.h"

char *urtc_segments = 0;
unsigned long urtc_stride = 0;
char *urtc_segment_of[URTK_MOST_PROCESSES] = {0};

_Static_assert(sizeof urtc_segment_of == 524288, "the size of urt_segment_of below");
URTK_CONSTANT(urt_segments, 8, urtc_segments);
URTK_CONSTANT(urt_stride, 8, urtc_stride);
URTK_CONSTANT(urt_segment_of, 524288, urtc_segment_of);

void urtc_set_segments(char *first, unsigned long stride, int threads) {
  urtc_segments = first;
  urtc_stride = stride;
  for (int t = 0; t < threads; t++) urtc_segment_of[t] = first + (unsigned long)t * stride;
}
