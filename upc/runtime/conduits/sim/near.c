/* SPDX-License-Identifier: BSD-3-Clause
 * sim: where the segments and the nodes are. Final before the program's first line. */
#include "base/identity.h"
#include "conduits/sim/control.h"

char *urtc_segments = 0;
unsigned long urtc_stride = 0;
static const int alone = 0;
const int *urtc_node_of = &alone;
int urtc_node = 0;

URTK_CONSTANT(urt_segments, 8, urtc_segments);
URTK_CONSTANT(urt_stride, 8, urtc_stride);
URTK_CONSTANT(urt_node_of, 8, urtc_node_of);
URTK_CONSTANT(urt_node, 4, urtc_node);
