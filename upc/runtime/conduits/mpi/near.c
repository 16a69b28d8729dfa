/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: where the node's segments are. Final before the program's first line. */
#include "base/identity.h"
#include "conduits/mpi/control.h"

char *urtc_node_base = 0;
unsigned long urtc_node_stride = 0;
unsigned int urtc_node_first = 0, urtc_node_size = 1;

URTK_CONSTANT(urt_node_base, 8, urtc_node_base);
URTK_CONSTANT(urt_node_stride, 8, urtc_node_stride);
URTK_CONSTANT(urt_node_first, 4, urtc_node_first);
URTK_CONSTANT(urt_node_size, 4, urtc_node_size);

void urtc_set_segments(char *base, unsigned long stride, int first, int size) {
  urtc_node_base = base;
  urtc_node_stride = stride;
  urtc_node_first = (unsigned int)first;
  urtc_node_size = (unsigned int)size;
}
