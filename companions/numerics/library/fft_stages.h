/* SPDX-License-Identifier: BSD-3-Clause
 * A transform in stages. Each stage reads an array, transforms it on each thread chunk by chunk, and copies the chunks
 * to the array of the next stage. The copies are prepared calls of the library.
 *
 *   in   ->  stage 0: read     left   ->  stage 1: read = left  ->  out
 *   copy     work array        ring       work array                copy
 *
 * There is no copy from in if stage 0 reads in itself, and none to out if the last stage leaves its result there. */
#ifndef UPC_STRIDE_FFT_STAGES_H
#define UPC_STRIDE_FFT_STAGES_H

#include "arrays/array.h"
#include "numerics/fft_cut.h"
#include "numerics/fft_box.h"
#include "upc_stride_numerics.h"

/* A section of in or out, or a whole work array: element i of dimension d is first[d] + i * step[d] of the array. */
typedef struct upc_stride_fft_end {
  upc_stride_array_t array;
  long long first[UPC_STRIDE_MAX_DIMS], step[UPC_STRIDE_MAX_DIMS];
  size_t count[UPC_STRIDE_MAX_DIMS];
} upc_stride_fft_end_t;

/* A plan of FFTW, for blocks of this size and alignment. */
typedef struct upc_stride_fft_local {
  upc_stride_fft_box_t box;
  int from_alignment, to_alignment;
  void *plan;
} upc_stride_fft_local_t;

/* A block of the caller's: where a stage reads it, where it leaves it. */
typedef struct upc_stride_fft_job {
  size_t chunk, read[UPC_STRIDE_MAX_DIMS], left[UPC_STRIDE_MAX_DIMS];
  int local;                          /* which plan of FFTW */
} upc_stride_fft_job_t;

/* A stage, or a copy alone: then nothing is read. A chunk that is left has the place chunk mod slots. */
typedef struct upc_stride_fft_node {
  const upc_stride_fft_stage_t *stage;
  upc_stride_array_t read;            /* null: nothing is transformed */
  upc_stride_fft_end_t left, to;      /* the chunks are copied from left to to, if copies is not null */
  size_t slots;
  int scales;                         /* 1: the last stage, which multiplies by the scale */
  int after_barrier;                  /* 1: it begins with a barrier, since others read before what it writes */
  upc_stride_handle_t *copies;        /* one for each chunk */
  upc_stride_fft_job_t *jobs;
  upc_stride_fft_local_t *locals;
  size_t njobs;
  int nlocals;
} upc_stride_fft_node_t;

enum { UPC_STRIDE_FFT_NODES = UPC_STRIDE_FFT_STAGES + 2, UPC_STRIDE_FFT_ARRAYS = 2 * UPC_STRIDE_FFT_STAGES };

typedef struct upc_stride_fft_stages {
  upc_stride_fft_problem_t problem;
  upc_stride_fft_layout_t in_layout, out_layout;
  upc_stride_fft_cut_t cut;
  upc_stride_fft_node_t node[UPC_STRIDE_FFT_NODES];
  int nodes, sign, effort, single;
  upc_stride_array_t work[UPC_STRIDE_FFT_ARRAYS];
  int arrays;
} upc_stride_fft_stages_t;

/* All are collective. The problem, sign, effort and precision are set; all extents are at least 1. */
void upc_stride_fft_stages_make(const upc_stride_site_t *site, upc_stride_fft_stages_t *S,
                                const upc_stride_fft_end_t *out, const upc_stride_fft_end_t *in);
void upc_stride_fft_stages_run(upc_stride_fft_stages_t *S, double scale);
void upc_stride_fft_stages_free(upc_stride_fft_stages_t *S);

/* A whole array. */
upc_stride_fft_end_t upc_stride_fft_whole(upc_stride_array_t A);

/* The elements lo .. lo + count - 1 of dimension `along`, and all of the others; along -1: all. */
upc_stride_section_t upc_stride_fft_part(const upc_stride_fft_end_t *end, int along, size_t lo, size_t count);

#endif
