/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: where the node's segments are. Everyone else sees these as const (urt_near.h); set once before the program
 * runs, so this file must not include urt.h. */
char *urt_node_base = 0;
unsigned long urt_node_stride = 0;
unsigned int urt_node_first = 0, urt_node_size = 1;

void urtc_set_segments(char *base, unsigned long stride, int first, int size) {
  urt_node_base = base;
  urt_node_stride = stride;
  urt_node_first = (unsigned int)first;
  urt_node_size = (unsigned int)size;
}
