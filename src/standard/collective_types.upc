/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, computation: the functions for each type. A function of the program's, for two values, is
 * called through one for many, which finds it in a variable: these calls are blocking, so there is one at a time. */
#include "standard/collective.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#define FOR_TYPE(T, type, current, apply, reduce, reduce_all, prefix_reduce)                                      \
  static T (*current)(T, T);                                                                                      \
  static void apply(const void *in, void *inout, size_t n) {                                                      \
    const T *x = in;                                                                                              \
    T *y = inout;                                                                                                 \
    for (; n > 0; n--, x++, y++) *y = current(*x, *y);                                                            \
  }                                                                                                               \
  void reduce(shared void *dst, shared const void *src, upc_op_t op, size_t nelems, size_t blk_size,              \
              T (*func)(T, T), upc_flag_t flags) {                                                                \
    current = func;                                                                                               \
    upc_stride_all_reduce(#reduce, dst, src, op, nelems, blk_size, type, func != NULL ? apply : NULL, flags);     \
  }                                                                                                               \
  void reduce_all(shared void *dst, shared const void *src, upc_op_t op, size_t nelems, size_t blk_size,          \
                  T (*func)(T, T), upc_flag_t flags) {                                                            \
    current = func;                                                                                               \
    upc_stride_all_reduce_all(#reduce_all, dst, src, op, nelems, blk_size, type, func != NULL ? apply : NULL,     \
                              flags);                                                                             \
  }                                                                                                               \
  void prefix_reduce(shared void *dst, shared const void *src, upc_op_t op, size_t nelems, size_t blk_size,       \
                     T (*func)(T, T), upc_flag_t flags) {                                                         \
    current = func;                                                                                               \
    upc_stride_all_prefix_reduce(#prefix_reduce, dst, src, op, nelems, blk_size, type,                            \
                                 func != NULL ? apply : NULL, flags);                                             \
  }

FOR_TYPE(signed char, UPC_CHAR, funcC, applyC, upc_all_reduceC, bupc_all_reduce_allC,
         upc_all_prefix_reduceC)
FOR_TYPE(unsigned char, UPC_UCHAR, funcUC, applyUC, upc_all_reduceUC, bupc_all_reduce_allUC,
         upc_all_prefix_reduceUC)
FOR_TYPE(signed short, UPC_SHORT, funcS, applyS, upc_all_reduceS, bupc_all_reduce_allS,
         upc_all_prefix_reduceS)
FOR_TYPE(unsigned short, UPC_USHORT, funcUS, applyUS, upc_all_reduceUS, bupc_all_reduce_allUS,
         upc_all_prefix_reduceUS)
FOR_TYPE(signed int, UPC_INT, funcI, applyI, upc_all_reduceI, bupc_all_reduce_allI,
         upc_all_prefix_reduceI)
FOR_TYPE(unsigned int, UPC_UINT, funcUI, applyUI, upc_all_reduceUI, bupc_all_reduce_allUI,
         upc_all_prefix_reduceUI)
FOR_TYPE(signed long, UPC_LONG, funcL, applyL, upc_all_reduceL, bupc_all_reduce_allL,
         upc_all_prefix_reduceL)
FOR_TYPE(unsigned long, UPC_ULONG, funcUL, applyUL, upc_all_reduceUL, bupc_all_reduce_allUL,
         upc_all_prefix_reduceUL)
FOR_TYPE(float, UPC_FLOAT, funcF, applyF, upc_all_reduceF, bupc_all_reduce_allF,
         upc_all_prefix_reduceF)
FOR_TYPE(double, UPC_DOUBLE, funcD, applyD, upc_all_reduceD, bupc_all_reduce_allD,
         upc_all_prefix_reduceD)
FOR_TYPE(long double, UPC_LDOUBLE, funcLD, applyLD, upc_all_reduceLD, bupc_all_reduce_allLD,
         upc_all_prefix_reduceLD)

#endif
