/* SPDX-License-Identifier: BSD-3-Clause
 * sim: all segments lie in one mapping, at the same addresses in every process. Two threads are near if the machine has
 * them on one node. Which threads those are depends on how threads are placed, so there is a table. */
#ifndef URT_NEAR_H
#define URT_NEAR_H
#define URT_ONE_MAPPING 1
extern char *const urt_segments;           /* where thread 0's segment starts   */
extern const urt_size_t urt_stride;        /* bytes from one segment to the next */
extern const int *const urt_node_of;       /* by thread: its node */
extern const int urt_node;                 /* this thread's node */
URT_INLINE int urt_is_near(urt_ptr_t p) { return urt_node_of[p.thread] == urt_node; }
URT_INLINE
void *urt_near(urt_ptr_t p) { return urt_segments + p.thread * urt_stride + p.offset; }

/* Words that this thread has found by address, which others of its node have written, and for which it has not been
 * charged yet. */
#define URT_COUNTS_NEAR 1
extern unsigned int urt_words_found;

/* Accesses to far elements count as calls, by their lines. */
#define URT_NOTES_ACCESSES 1
#endif
