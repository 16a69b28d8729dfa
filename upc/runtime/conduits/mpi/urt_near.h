/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the segments of a node's threads lie side by side in one mapping, and a node's threads have consecutive
 * numbers, so near is a comparison, and the address is the same arithmetic as on smp. The node of threads 4 to 7:
 *
 *   mapping:      | control | segment 4 | segment 5 | segment 6 | segment 7 |
 *   urt_node_base is where segment 0 would start if it were there, four strides before segment 4. */
#ifndef URT_NEAR_H
#define URT_NEAR_H
extern char *const urt_node_base;
extern const urt_size_t urt_node_stride;  /* bytes from one segment to the next    */
extern const unsigned int urt_node_first; /* the node's lowest thread, ...         */
extern const unsigned int urt_node_size;  /* ... and how many it has; 1 at least   */
URT_INLINE
int urt_is_near(urt_ptr_t p) { return p.thread - urt_node_first < urt_node_size; }
URT_INLINE
void *urt_near(urt_ptr_t p) { return urt_node_base + p.thread * urt_node_stride + p.offset; }
#endif
