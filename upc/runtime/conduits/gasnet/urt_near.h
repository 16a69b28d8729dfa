/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: GASNet maps the segments of neighbours wherever it likes, so where a segment starts in this process is looked
 * up by thread number, and null says that it is far. Six threads, 2 and 3 in this process's node:
 *
 *   urt_near_base:  | 0 | 0 | segment 2 | segment 3 | 0 | 0 |  */
#ifndef URT_NEAR_H
#define URT_NEAR_H
extern char *const *const urt_near_base;
URT_INLINE
int urt_is_near(urt_ptr_t p) { return urt_near_base[p.thread] != (char *)0; }
URT_INLINE void *urt_near(urt_ptr_t p) { return urt_near_base[p.thread] + p.offset; }
#endif
