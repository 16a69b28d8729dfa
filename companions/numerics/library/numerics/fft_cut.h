/* SPDX-License-Identifier: BSD-3-Clause
 * How a Fourier transform is cut: which dimensions the threads share in each stage, and which axes they transform
 * there. Arithmetic, the same on all threads.
 *
 *   64 x 64 x 64 on 4 threads, slabs     stage 0: x is cut, y and z are transformed     stage 1: y is cut, x
 *   the same on 2 x 2 threads, pencils   stage 0: x and y are cut, z   stage 1: x and z, y   stage 2: y and z, x */
#ifndef UPC_STRIDE_FFT_CUT_H
#define UPC_STRIDE_FFT_CUT_H

#include "upc_stride_layout.h"

enum { UPC_STRIDE_FFT_COMPLEX, UPC_STRIDE_FFT_FROM_REAL, UPC_STRIDE_FFT_TO_REAL }; /* kinds of transforms */

/* A layout: blocks go round `parts` threads in each dimension. Block b is on the thread that is the sum of
 * b[d] mod parts[d] times weight[d]. */
typedef struct upc_stride_fft_layout {
  int ndims;
  size_t shape[UPC_STRIDE_MAX_DIMS], block[UPC_STRIDE_MAX_DIMS];
  size_t parts[UPC_STRIDE_MAX_DIMS], weight[UPC_STRIDE_MAX_DIMS];
} upc_stride_fft_layout_t;

/* The layout of an array as such a value; 0 if it has another form. */
int upc_stride_fft_layout_of(upc_stride_fft_layout_t *to, const upc_stride_layout_t *L);
int upc_stride_fft_owner(const size_t *block, void *layout);
/* The most elements of a thread. */
size_t upc_stride_fft_share(const upc_stride_fft_layout_t *L);
/* Block b of the one is on the same thread as block b of the other, and as large, but for dimension `but`. */
int upc_stride_fft_alike(const upc_stride_fft_layout_t *a, const upc_stride_fft_layout_t *b, int but);

/* From so many elements on, one dimension alone is cut, too; and chunks are so large that messages have these many
 * bytes. Tests change them. */
size_t *upc_stride_fft_shortest_line(void); /* the calling thread's */
size_t *upc_stride_fft_message_bytes(void);

typedef struct upc_stride_fft_problem {
  int ndims, threads, kind, real;     /* real: the axis that has half as many complex numbers, or -1 */
  int axis[UPC_STRIDE_MAX_DIMS];      /* 1: is transformed                                            */
  size_t from[UPC_STRIDE_MAX_DIMS], to[UPC_STRIDE_MAX_DIMS]; /* extents of in and out                 */
  size_t bytes;                       /* of a complex number                                          */
  size_t most_chunks;                 /* of a stage                                                   */
  const upc_stride_fft_layout_t *in, *out; /* where transforms may read in, and leave out; or null    */
} upc_stride_fft_problem_t;

enum { UPC_STRIDE_FFT_STAGES = 3, UPC_STRIDE_FFT_CHUNKS = 64 };

/* A stage reads `layout`. It transforms the axes of `axes`, a bit each, and goes on chunk by chunk: `length` indices of
 * dimension `along`. */
typedef struct upc_stride_fft_stage {
  upc_stride_fft_layout_t layout;
  unsigned axes;
  int along;
  size_t length, chunks;
} upc_stride_fft_stage_t;

typedef struct upc_stride_fft_cut {
  int stages, reads_in, leaves_out;   /* 1: the first stage reads in, the last one leaves its result in out */
  upc_stride_fft_stage_t stage[UPC_STRIDE_FFT_STAGES];
  double cost;
} upc_stride_fft_cut_t;

/* The cheapest cut. All extents are at least 1. */
void upc_stride_fft_choose(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *problem);

#endif
