/* SPDX-License-Identifier: BSD-3-Clause
 * smp: where the segments are. Everyone else sees these as const (urt_near.h); set once before any thread runs, so
 * this file must not include urt.h. */
char *urt_segments = 0;
unsigned long urt_stride = 0;

void urtc_set_segments(char *first, unsigned long stride) {
  urt_segments = first;
  urt_stride = stride;
}
