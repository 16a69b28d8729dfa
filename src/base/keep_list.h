/* SPDX-License-Identifier: BSD-3-Clause
 * Lists that do not change. Threads often make the same list, and a simulated machine has thousands of them in one
 * process: there a list that another thread has already is kept once. Elsewhere each thread has its own. Plain C. */
#ifndef UPC_STRIDE_KEEP_LIST_H
#define UPC_STRIDE_KEEP_LIST_H

#include <stddef.h>

/* Takes a list that upc_stride_alloc or upc_stride_resize gave, or null, and returns one with the same bytes, which
 * nobody changes. */
void *upc_stride_keep_list(void *list, size_t bytes);
void upc_stride_drop_list(const void *list);

/* What keeps a copy of a list, or finds one with the same bytes, and gives it back. Without it each thread has its
 * own. */
void upc_stride_lists_kept_by(void *(*keep)(const void *list, size_t bytes), void (*drop)(void *list));

#endif
