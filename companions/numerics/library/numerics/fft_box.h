/* SPDX-License-Identifier: BSD-3-Clause
 * Transforms of boxes in the memory of one thread. */
#ifndef UPC_STRIDE_FFT_BOX_H
#define UPC_STRIDE_FFT_BOX_H

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

/* Boxes of more bytes are transformed axis by axis; if the effort is not FFTW_ESTIMATE, those of up to 1 MB in the way
 * that is measured to be faster. Tests change it. */
size_t *upc_stride_fft_large_box(void); /* the calling thread's */

/* What upc_stride_set_fft does. */
void upc_stride_fft_box_by(upc_stride_fft_routine_t *routine);

/* 1 if there is an FFTW of double or, with 1, single precision, or a routine of the program. */
int upc_stride_fft_box_possible(int single);

/* A plan for memory with the alignment of these addresses; from may be to, but not if numbers are real. Nothing is
 * written there. Null if FFTW has none. A run of a plan to real numbers may write to from. */
void *upc_stride_fft_box_plan(const upc_stride_fft_box_t *box, const void *from, const void *to);
void upc_stride_fft_box_run(const upc_stride_fft_box_t *box, const void *plan, const void *from, void *to);
void upc_stride_fft_box_free(const upc_stride_fft_box_t *box, void *plan);

/* Multiplies the result of a box by a factor. */
void upc_stride_fft_box_scale(const upc_stride_fft_box_t *box, void *to, double factor);

#endif
