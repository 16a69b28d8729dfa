/* SPDX-License-Identifier: BSD-3-Clause
 * upc_collective.h: the collective library of UPC 1.3 (section 7.3). All threads call, with the same arguments.
 *
 * sync_flags say what must hold at the start and at the end: one UPC_IN_ and one UPC_OUT_ flag of upc_types.h, or'ed.
 * Arrays are as the standard declares them: nbytes of each thread's block, from thread 0 on. */
#ifndef UPC_COLLECTIVE_H
#define UPC_COLLECTIVE_H

#include <upc.h>
#include <upc_types.h>

/* Operations beside those of upc_types.h: the function given; one whose order matters. */
#define UPC_FUNC 0x200UL
#define UPC_NONCOMM_FUNC 0x400UL

/* 7.3.2 Relocalization: `nbytes` is a block's */
void upc_all_broadcast(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_scatter(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_gather(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_gather_all(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_exchange(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_permute(shared void *restrict dst, shared const void *restrict src, shared const int *restrict perm,
                     size_t nbytes, upc_flag_t flags);

/* 7.3.3 Computation: of nelems elements in blocks of blk_size (0: all on one thread), from src's phase on. reduce
 * leaves one value at dst; prefix_reduce leaves at each element of dst what those of src up to it give, dst having
 * src's phase and affinity. T and its C type: */
void upc_all_reduceC(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, signed char (*func)(signed char, signed char), upc_flag_t flags);
void upc_all_reduceUC(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                      size_t blk_size, unsigned char (*func)(unsigned char, unsigned char), upc_flag_t flags);
void upc_all_reduceS(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, signed short (*func)(signed short, signed short), upc_flag_t flags);
void upc_all_reduceUS(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                      size_t blk_size, unsigned short (*func)(unsigned short, unsigned short), upc_flag_t flags);
void upc_all_reduceI(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, signed int (*func)(signed int, signed int), upc_flag_t flags);
void upc_all_reduceUI(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                      size_t blk_size, unsigned int (*func)(unsigned int, unsigned int), upc_flag_t flags);
void upc_all_reduceL(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, signed long (*func)(signed long, signed long), upc_flag_t flags);
void upc_all_reduceUL(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                      size_t blk_size, unsigned long (*func)(unsigned long, unsigned long), upc_flag_t flags);
void upc_all_reduceF(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, float (*func)(float, float), upc_flag_t flags);
void upc_all_reduceD(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                     size_t blk_size, double (*func)(double, double), upc_flag_t flags);
void upc_all_reduceLD(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                      size_t blk_size, long double (*func)(long double, long double), upc_flag_t flags);

void upc_all_prefix_reduceC(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, signed char (*func)(signed char, signed char), upc_flag_t flags);
void upc_all_prefix_reduceUC(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                             size_t blk_size, unsigned char (*func)(unsigned char, unsigned char), upc_flag_t flags);
void upc_all_prefix_reduceS(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, signed short (*func)(signed short, signed short), upc_flag_t flags);
void upc_all_prefix_reduceUS(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                             size_t blk_size, unsigned short (*func)(unsigned short, unsigned short), upc_flag_t flags);
void upc_all_prefix_reduceI(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, signed int (*func)(signed int, signed int), upc_flag_t flags);
void upc_all_prefix_reduceUI(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                             size_t blk_size, unsigned int (*func)(unsigned int, unsigned int), upc_flag_t flags);
void upc_all_prefix_reduceL(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, signed long (*func)(signed long, signed long), upc_flag_t flags);
void upc_all_prefix_reduceUL(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                             size_t blk_size, unsigned long (*func)(unsigned long, unsigned long), upc_flag_t flags);
void upc_all_prefix_reduceF(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, float (*func)(float, float), upc_flag_t flags);
void upc_all_prefix_reduceD(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                            size_t blk_size, double (*func)(double, double), upc_flag_t flags);
void upc_all_prefix_reduceLD(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems,
                             size_t blk_size, long double (*func)(long double, long double), upc_flag_t flags);

#endif
