/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions of UPC's collective library: a function for each type. A function of the program's, for two values, is
 * called through one for many, which finds it in a variable: these calls are blocking, so there is one at a time. */
#ifndef UPC_STRIDE_COLLECTIVE_TYPES_H
#define UPC_STRIDE_COLLECTIVE_TYPES_H

#include "standard/collective.h"

/* The function that a file's reductions of the type call for many values. */
#define UPC_STRIDE_APPLIES(T, letter)                                                                        \
  static T (*func##letter)(T, T);                                                                            \
  static void apply##letter(const void *in, void *inout, size_t n) {                                         \
    const T *x = in;                                                                                         \
    T *y = inout;                                                                                            \
    for (; n > 0; n--, x++, y++) *y = func##letter(*x, *y);                                                  \
  }

#define UPC_STRIDE_REDUCTION(T, type, letter, name, reduce)                                                  \
  void name(shared void *dst, shared const void *src, upc_op_t op, size_t nelems, size_t blk_size,           \
            T (*func)(T, T), upc_flag_t flags) {                                                             \
    func##letter = func;                                                                                     \
    reduce(#name, dst, src, op, nelems, blk_size, type, func != NULL ? apply##letter : NULL, flags);         \
  }

#define UPC_STRIDE_FOR_TYPES(EACH)                                                                           \
  EACH(signed char, UPC_CHAR, C)                                                                             \
  EACH(unsigned char, UPC_UCHAR, UC)                                                                         \
  EACH(signed short, UPC_SHORT, S)                                                                           \
  EACH(unsigned short, UPC_USHORT, US)                                                                       \
  EACH(signed int, UPC_INT, I)                                                                               \
  EACH(unsigned int, UPC_UINT, UI)                                                                           \
  EACH(signed long, UPC_LONG, L)                                                                             \
  EACH(unsigned long, UPC_ULONG, UL)                                                                         \
  EACH(float, UPC_FLOAT, F)                                                                                  \
  EACH(double, UPC_DOUBLE, D)                                                                                \
  EACH(long double, UPC_LDOUBLE, LD)

#endif
