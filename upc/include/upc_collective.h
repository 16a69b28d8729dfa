/* SPDX-License-Identifier: BSD-3-Clause
 * upc_collective.h: the collective library of UPC 1.3 (section 7.3). All threads call, with the same arguments.
 *
 * sync_flags say what must hold at the start and at the end: one UPC_IN_ and one UPC_OUT_ flag of upc_types.h, combined
 * with `|`. Arrays are as the standard declares them: a block of nbytes on each thread, from thread 0 on. */
#ifndef UPC_COLLECTIVE_H
#define UPC_COLLECTIVE_H

#include <upc_types.h>

/* Operations besides those of upc_types.h. */
#define UPC_FUNC 0x200UL          /* the program's function                        */
#define UPC_NONCOMM_FUNC 0x400UL  /* the same if the order of operands matters */

#ifdef __UPC__ /* plain C has the constants alone */
#include <upc.h>

/* 7.3.2 Relocalization: `nbytes` is a block's */
void upc_all_broadcast(shared void *__restrict __dst, shared const void *__restrict __src, size_t __nbytes,
                       upc_flag_t __flags);
void upc_all_scatter(shared void *__restrict __dst, shared const void *__restrict __src, size_t __nbytes,
                     upc_flag_t __flags);
void upc_all_gather(shared void *__restrict __dst, shared const void *__restrict __src, size_t __nbytes,
                    upc_flag_t __flags);
void upc_all_gather_all(shared void *__restrict __dst, shared const void *__restrict __src, size_t __nbytes,
                        upc_flag_t __flags);
void upc_all_exchange(shared void *__restrict __dst, shared const void *__restrict __src, size_t __nbytes,
                      upc_flag_t __flags);
void upc_all_permute(shared void *__restrict __dst, shared const void *__restrict __src,
                     shared const int *__restrict __perm, size_t __nbytes, upc_flag_t __flags);

/* 7.3.3 Computation with nelems elements in blocks of blk_size (0: all on one thread), from src's phase on. reduce
 * writes one value to dst. prefix_reduce writes to element i of dst the combination of elements 0..i of src; dst has
 * src's phase and affinity. T and its C type: */
void upc_all_reduceC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, signed char (*__func)(signed char, signed char), upc_flag_t __flags);
void upc_all_reduceUC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                      size_t __nelems, size_t __blk_size, unsigned char (*__func)(unsigned char, unsigned char),
                      upc_flag_t __flags);
void upc_all_reduceS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, signed short (*__func)(signed short, signed short), upc_flag_t __flags);
void upc_all_reduceUS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                      size_t __nelems, size_t __blk_size, unsigned short (*__func)(unsigned short, unsigned short),
                      upc_flag_t __flags);
void upc_all_reduceI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, signed int (*__func)(signed int, signed int), upc_flag_t __flags);
void upc_all_reduceUI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                      size_t __nelems, size_t __blk_size, unsigned int (*__func)(unsigned int, unsigned int),
                      upc_flag_t __flags);
void upc_all_reduceL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, signed long (*__func)(signed long, signed long), upc_flag_t __flags);
void upc_all_reduceUL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                      size_t __nelems, size_t __blk_size, unsigned long (*__func)(unsigned long, unsigned long),
                      upc_flag_t __flags);
void upc_all_reduceF(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, float (*__func)(float, float), upc_flag_t __flags);
void upc_all_reduceD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op, size_t __nelems,
                     size_t __blk_size, double (*__func)(double, double), upc_flag_t __flags);
void upc_all_reduceLD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                      size_t __nelems, size_t __blk_size, long double (*__func)(long double, long double),
                      upc_flag_t __flags);

void upc_all_prefix_reduceC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, signed char (*__func)(signed char, signed char),
                            upc_flag_t __flags);
void upc_all_prefix_reduceUC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                             size_t __nelems, size_t __blk_size, unsigned char (*__func)(unsigned char, unsigned char),
                             upc_flag_t __flags);
void upc_all_prefix_reduceS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, signed short (*__func)(signed short, signed short),
                            upc_flag_t __flags);
void upc_all_prefix_reduceUS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                             size_t __nelems, size_t __blk_size,
                             unsigned short (*__func)(unsigned short, unsigned short), upc_flag_t __flags);
void upc_all_prefix_reduceI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, signed int (*__func)(signed int, signed int),
                            upc_flag_t __flags);
void upc_all_prefix_reduceUI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                             size_t __nelems, size_t __blk_size, unsigned int (*__func)(unsigned int, unsigned int),
                             upc_flag_t __flags);
void upc_all_prefix_reduceL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, signed long (*__func)(signed long, signed long),
                            upc_flag_t __flags);
void upc_all_prefix_reduceUL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                             size_t __nelems, size_t __blk_size, unsigned long (*__func)(unsigned long, unsigned long),
                             upc_flag_t __flags);
void upc_all_prefix_reduceF(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, float (*__func)(float, float), upc_flag_t __flags);
void upc_all_prefix_reduceD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                            size_t __nelems, size_t __blk_size, double (*__func)(double, double), upc_flag_t __flags);
void upc_all_prefix_reduceLD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                             size_t __nelems, size_t __blk_size, long double (*__func)(long double, long double),
                             upc_flag_t __flags);

/* From UPC's first collective library; GCC UPC has it too. Sorts A's nelems elements of elem_size bytes, in blocks of
 * blk_size (0: all on one thread). func compares two elements: it returns less than, equal to or more than 0. */
void upc_all_sort(shared void *__A, size_t __elem_size, size_t __nelems, size_t __blk_size,
                  int (*__func)(shared void *, shared void *), upc_flag_t __flags);

#endif
#endif
