/* SPDX-License-Identifier: BSD-3-Clause
 * The FFTW that a program has, found when it is first needed. */
#ifndef UPC_STRIDE_NUMERICS_FFTW_H
#define UPC_STRIDE_NUMERICS_FFTW_H

#include "numerics/fft_cut.h"

#include <stddef.h>

/* A dimension: n indices, and the elements from one to the next. This is FFTW's fftw_iodim64. */
typedef struct upc_stride_fftw_dim {
  ptrdiff_t n, from_stride, to_stride;
} upc_stride_fftw_dim_t;

/* What is planned: transforms along `rank` axes, for all indices of the other dimensions. The axis with real numbers
 * is the last one. */
typedef struct upc_stride_fftw_lines {
  int kind, sign, effort;
  int single;                         /* 1: of single precision */
  int unaligned;                      /* 1: addresses have another alignment each time */
  int rank, others;                   /* axes, and other dimensions */
  upc_stride_fftw_dim_t axis[UPC_STRIDE_MAX_DIMS], other[UPC_STRIDE_MAX_DIMS];
} upc_stride_fftw_lines_t;

/* 1 if there is an FFTW of double or, with 1, single precision. */
int upc_stride_fftw_found(int single);

/* The alignment of an address, for plans. */
int upc_stride_fftw_alignment(int single, const void *address);

/* A plan for memory with the alignment of these addresses, or null. With an effort above 0 FFTW writes to them. */
void *upc_stride_fftw_plan(const upc_stride_fftw_lines_t *lines, void *from, void *to);
void upc_stride_fftw_run(int kind, int single, void *plan, void *from, void *to);
void upc_stride_fftw_free(int single, void *plan);

#endif
