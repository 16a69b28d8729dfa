/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: where the node's segments are. Everyone else sees this as const (urt_near.h); set once before the program
 * runs, so this file must not include urt.h. */
char **urt_near_base = 0;

void urtc_set_segments(char **base) { urt_near_base = base; }
