/* SPDX-License-Identifier: BSD-3-Clause
 * smp: every segment lies in one mapping, at the same addresses in every process, so everything is near. Where a
 * thread's segment starts is read from a table: a multiplication by the stride takes longer, and a processor has few
 * multipliers. */
#ifndef URT_NEAR_H
#define URT_NEAR_H
#define URT_ALL_NEAR 1
#define URT_ONE_MAPPING 1
extern char *const urt_segment_of[];   /* by thread: where its segment starts */
extern const urt_size_t urt_stride;    /* bytes from one segment to the next  */
URT_INLINE int urt_is_near(urt_ptr_t p) { (void)p; return 1; }
URT_ADDRESS void *urt_near(urt_ptr_t p) { return urt_segment_of[p.thread] + p.offset; }
#endif
