/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's own collectives on top of the library: what the files of this folder share. */
#ifndef UPC_STRIDE_COLLECTIVE_H
#define UPC_STRIDE_COLLECTIVE_H

#include "base/port.h"
#include "checked/checked.h"
#include "operations.h"

/* All of an ordinary array, an argument of the call: blocks of nbytes, one after another over the threads, from base's
 * on. */
upc_stride_section_t upc_stride_whole(const upc_stride_site_t *call, const char *argument, shared const void *base,
                                      size_t nbytes, size_t blocks);

/* UPC's relocalizations see an array with a block on each thread, whose first one is thread 0's: what points to it must
 * have affinity to thread 0. Its phase does not count. */
void upc_stride_check_first_thread(const upc_stride_site_t *call, const char *argument, shared const void *place);

/* Sorts and computations see nelems elements of `size` bytes in blocks of blk, the first of them `phase` into a block
 * of any thread. All of them must lie in the shared object there. nelems is at least 1, and nelems * size no more than
 * memory has. */
void upc_stride_check_dealt_out(const upc_stride_site_t *call, const char *argument, shared const void *place,
                                size_t phase, size_t blk, size_t nelems, size_t size);

/* In checked mode: what a call writes must not overlap what it reads on the same thread. UPC's prototypes say so
 * (restrict), also where the library's own calls work in place. `to` and `from` are offsets or addresses there. */
void upc_stride_check_apart(const upc_stride_site_t *call, size_t to, size_t to_bytes, size_t from, size_t from_bytes);

/* The caller's elements of an array in blocks of blk, for who watches accesses. `first` is where the block starts, on
 * `thread`, in which the array begins with element `phase`. */
upc_stride_seen_range_t upc_stride_own_range(shared [] char *first, size_t thread, size_t phase, size_t blk,
                                             size_t nelems, size_t size, int written);

/* The reductions, by UPC's name, for values of any type. The result of reduce_all goes to THREADS elements, from dst's
 * on. */
void upc_stride_all_reduce(const char *name, shared void *dst, shared const void *src, upc_op_t op, size_t nelems,
                           size_t blk_size, upc_type_t type, upc_stride_func_t *func, upc_flag_t flags);
void upc_stride_all_reduce_all(const char *name, shared void *dst, shared const void *src, upc_op_t op, size_t nelems,
                               size_t blk_size, upc_type_t type, upc_stride_func_t *func, upc_flag_t flags);
void upc_stride_all_prefix_reduce(const char *name, shared void *dst, shared const void *src, upc_op_t op,
                                  size_t nelems, size_t blk_size, upc_type_t type, upc_stride_func_t *func,
                                  upc_flag_t flags);

#endif
