/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: which threads there are, which are near, and where the node's segments are. Final before the program's first
 * line; start.c and segment.c find it out. */
#include "base/identity.h"
#include "conduits/mpi/control.h"

MPI_Comm urtc_comm;
int urtc_embedded;
int urtc_nodes, urtc_node, *urtc_leader, urtc_hosts = 1, urtc_first_here;

struct control *urtc_control;
struct barrier *urtc_barrier(int which) { return &urtc_control->barrier[which]; }
MPI_Win urtc_window;
size_t urtc_segment_end;

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

int urtc_node_threads(void) { return (int)urt_node_size; }
