/* SPDX-License-Identifier: BSD-3-Clause
 * The BLAS that a program has, found when it is first needed. */
#ifndef UPC_STRIDE_NUMERICS_BLAS_H
#define UPC_STRIDE_NUMERICS_BLAS_H

#include "upc_stride_numerics.h"

#include <stdint.h>

/* Integers are passed as numbers of 8 bytes. A BLAS whose integers have 4 bytes reads the lower half, which comes first
 * on a little-endian processor. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
typedef int64_t upc_stride_blas_int_t;
#else
typedef int upc_stride_blas_int_t;
#endif
/* A size as an integer of the BLAS. Ends the program if the integers of the BLAS have 4 bytes, and the size needs
 * more. */
upc_stride_blas_int_t upc_stride_blas_int(size_t size);

/* The routine of this name that a library has, or null. The library is what dlopen returns, or RTLD_DEFAULT. */
upc_stride_routine_t *upc_stride_routine_of(void *library, const char *name);

/* Where routines are looked for. The handle of the program with its libraries, RTLD_DEFAULT, may be null. */
typedef struct upc_stride_library {
  int looked, there;
  void *handle;
} upc_stride_library_t;
/* The program, if it has this routine, which may be null; else the first of these files that is installed. */
upc_stride_library_t upc_stride_library_with(const char *routine, const char *const *files, size_t count);
upc_stride_routine_t *upc_stride_routine_in(const upc_stride_library_t *library, const char *name);

/* What upc_stride_set_blas does. */
void upc_stride_blas_by(upc_stride_routine_t *(*find)(const char *name));

/* The letter of a type in names of BLAS, s, d, c or z; 0 for another type. */
char upc_stride_blas_letter(upc_type_t type);

/* 1: a type of real numbers; one whose numbers are float. */
int upc_stride_is_real(upc_type_t type);
int upc_stride_is_single(upc_type_t type);
/* The bytes of an element of a type. */
size_t upc_stride_bytes_of(upc_type_t type);

/* The numbers 0, 1 and -1 of a type; 0 is the same for all types. */
const void *upc_stride_zero(void);
const void *upc_stride_one(upc_type_t type);
const void *upc_stride_minus_one(upc_type_t type);

/* Routine dgemm for the name "gemm" and the letter d; null if there is no BLAS that has it. */
upc_stride_routine_t *upc_stride_blas_routine(char letter, const char *name);

#endif
