/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_reduce.h, included by bupc_extensions.h: Berkeley UPC's addition to upc_collective.h. */
#ifndef BUPC_REDUCE_H
#define BUPC_REDUCE_H

#include <stddef.h>
#include <upc_types.h>

/* As upc_all_reduce, but each thread gets the result, in its element of `shared T dst[THREADS]`. */
void bupc_all_reduce_allC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, signed char (*__func)(signed char, signed char),
                          upc_flag_t __flags);
void bupc_all_reduce_allUC(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                           size_t __nelems, size_t __blk_size, unsigned char (*__func)(unsigned char, unsigned char),
                           upc_flag_t __flags);
void bupc_all_reduce_allS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, signed short (*__func)(signed short, signed short),
                          upc_flag_t __flags);
void bupc_all_reduce_allUS(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                           size_t __nelems, size_t __blk_size, unsigned short (*__func)(unsigned short, unsigned short),
                           upc_flag_t __flags);
void bupc_all_reduce_allI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, signed int (*__func)(signed int, signed int),
                          upc_flag_t __flags);
void bupc_all_reduce_allUI(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                           size_t __nelems, size_t __blk_size, unsigned int (*__func)(unsigned int, unsigned int),
                           upc_flag_t __flags);
void bupc_all_reduce_allL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, signed long (*__func)(signed long, signed long),
                          upc_flag_t __flags);
void bupc_all_reduce_allUL(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                           size_t __nelems, size_t __blk_size, unsigned long (*__func)(unsigned long, unsigned long),
                           upc_flag_t __flags);
void bupc_all_reduce_allF(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, float (*__func)(float, float), upc_flag_t __flags);
void bupc_all_reduce_allD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                          size_t __nelems, size_t __blk_size, double (*__func)(double, double), upc_flag_t __flags);
void bupc_all_reduce_allLD(shared void *__restrict __dst, shared const void *__restrict __src, upc_op_t __op,
                           size_t __nelems, size_t __blk_size, long double (*__func)(long double, long double),
                           upc_flag_t __flags);

#endif
