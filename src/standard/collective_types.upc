/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, computation: the functions for each type. A function of the program's, for two values, is
 * called through one for many, which finds it in a variable: these calls are blocking, so there is one at a time. */
#include "standard/collective.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#define REDUCTION(T, type, letter, name, reduce)                                                             \
  void name(shared void *dst, shared const void *src, upc_op_t op, size_t nelems, size_t blk_size,           \
            T (*func)(T, T), upc_flag_t flags) {                                                             \
    func##letter = func;                                                                                     \
    reduce(#name, dst, src, op, nelems, blk_size, type, func != NULL ? apply##letter : NULL, flags);         \
  }

#define FOR_TYPE(T, type, letter)                                                                            \
  static T (*func##letter)(T, T);                                                                            \
  static void apply##letter(const void *in, void *inout, size_t n) {                                         \
    const T *x = in;                                                                                         \
    T *y = inout;                                                                                            \
    for (; n > 0; n--, x++, y++) *y = func##letter(*x, *y);                                                  \
  }                                                                                                          \
  REDUCTION(T, type, letter, upc_all_reduce##letter, upc_stride_all_reduce)                                  \
  REDUCTION(T, type, letter, bupc_all_reduce_all##letter, upc_stride_all_reduce_all)                         \
  REDUCTION(T, type, letter, upc_all_prefix_reduce##letter, upc_stride_all_prefix_reduce)

FOR_TYPE(signed char, UPC_CHAR, C)
FOR_TYPE(unsigned char, UPC_UCHAR, UC)
FOR_TYPE(signed short, UPC_SHORT, S)
FOR_TYPE(unsigned short, UPC_USHORT, US)
FOR_TYPE(signed int, UPC_INT, I)
FOR_TYPE(unsigned int, UPC_UINT, UI)
FOR_TYPE(signed long, UPC_LONG, L)
FOR_TYPE(unsigned long, UPC_ULONG, UL)
FOR_TYPE(float, UPC_FLOAT, F)
FOR_TYPE(double, UPC_DOUBLE, D)
FOR_TYPE(long double, UPC_LDOUBLE, LD)

#endif
