/* SPDX-License-Identifier: BSD-3-Clause
 * The FFTW that a program has, found when it is first needed: transforms of boxes in the memory of one thread. */
#ifndef UPC_STRIDE_NUMERICS_FFTW_H
#define UPC_STRIDE_NUMERICS_FFTW_H

#include "numerics/fft_cut.h"
#include "upc_stride_numerics.h"

/* Many transforms: along the axes of a box, for all its other elements. Elements lie row by row; strides are in
 * elements. In a transform of real numbers, the axis `real` has half as many complex ones, in `to` or in `from`. */
typedef struct upc_stride_fft_box {
  int ndims, kind, real, sign, effort, single;
  unsigned axes;                      /* a bit for each axis that is transformed */
  size_t from[UPC_STRIDE_MAX_DIMS], to[UPC_STRIDE_MAX_DIMS];
  size_t from_stride[UPC_STRIDE_MAX_DIMS], to_stride[UPC_STRIDE_MAX_DIMS];
  size_t from_bytes, to_bytes;        /* the memory that they lie in */
} upc_stride_fft_box_t;

/* What upc_stride_set_fft does. */
void upc_stride_fftw_by(upc_stride_fft_routine_t *routine);

/* 1 if there is an FFTW of double or, with 1, single precision, or a routine of the program. */
int upc_stride_fftw_found(int single);

/* A plan for memory with the alignment of these addresses; from may be to. Nothing is written there. Null if FFTW has
 * none. */
void *upc_stride_fftw_plan(const upc_stride_fft_box_t *box, const void *from, const void *to);
void upc_stride_fftw_run(const upc_stride_fft_box_t *box, void *plan, const void *from, void *to);
void upc_stride_fftw_free(int single, void *plan);

/* The alignment of an address, for plans. */
int upc_stride_fftw_alignment(int single, const void *address);

/* Multiplies the result of a box by a factor. */
void upc_stride_fft_scale(const upc_stride_fft_box_t *box, void *to, double factor);

#endif
