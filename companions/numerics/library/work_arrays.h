/* SPDX-License-Identifier: BSD-3-Clause
 * Work arrays of calls on distributed matrices. */
#ifndef UPC_STRIDE_WORK_ARRAYS_H
#define UPC_STRIDE_WORK_ARRAYS_H

#include "upc_stride_coll.h"

/* An array for the call's own use, with elements of `size` bytes that have any values. `owner` says which thread has
 * which block, as in upc_stride_all_alloc_owned. Null: the array is replicated. All threads call. When a work array is
 * not used any more, all threads meet in a barrier, and each says that it is done. */
typedef int upc_stride_owner_function_t(const size_t *block, void *argument);
upc_stride_array_t upc_stride_work_array(int ndims, const size_t *shape, const size_t *block, size_t size,
                                         upc_stride_owner_function_t *owner, void *argument);
/* The same with `count` elements on each thread, a block of its own. */
upc_stride_array_t upc_stride_work_each(size_t count, size_t size);
/* Of null nothing. */
void upc_stride_work_done(upc_stride_array_t array);
/* The same for all that a call had in use which has failed on all threads. */
void upc_stride_work_all_done(void);
/* For tests: the bytes on a thread that arrays in use have taken at most, since this was asked before. */
size_t upc_stride_most_work(void);

#endif
