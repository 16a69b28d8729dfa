/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: where the node's segments are. Set once, before the program's first line. */
#include "base/identity.h"
#include "conduits/gasnet/control.h"

char **urtc_near_base = 0;

URTK_CONSTANT(urt_near_base, 8, urtc_near_base);

void urtc_set_segments(char **base) { urtc_near_base = base; }
