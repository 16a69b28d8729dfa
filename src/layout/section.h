/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sections: which blocks they pick, in which order, and which of them a thread owns. Pure arithmetic.
 *
 * A picked block has a *position*, 0..k-1, row-major in the order the intervals run. Block coordinates run as
 * arithmetic progressions, and owners as progressions modulo the number of processors of a dimension:
 *
 *   12 threads, grid (3,4), section <2:-1:0, 1:2:7>
 *   dimension 0: block rows 2 1 0       first 2 step -1 count 3, coordinates 2 1 0        period 3
 *   dimension 1: block columns 1 3 5 7  first 1 step  2 count 4, coordinates 1 3 1 3      period 2
 *   so thread (2,3) owns the positions with i0 = 0 and i1 = 1, 3.
 *
 * Without a grid the progression is that of the block numbers, modulo THREADS. Dimensions whose progressions continue
 * each other are merged, so that a run of whole rows is one progression. The result is number = first[0] + sum of
 * step[r] * i_r, over `ndims` merged dimensions.
 */
#ifndef UPC_STRIDE_SECTION_H
#define UPC_STRIDE_SECTION_H

#include "upc_stride_layout.h"

typedef struct upc_stride_picks {
  const upc_stride_layout_t *layout;
  size_t blocks;                        /* k; if 0, nothing below is set                                       */
  int ndims;                            /* gridded: the array's; else: merged dimensions, at least 1           */
  long long first[UPC_STRIDE_MAX_DIMS]; /* block index; not gridded: [0] only, the number counted from thread 0 */
  long long step[UPC_STRIDE_MAX_DIMS];
  size_t count[UPC_STRIDE_MAX_DIMS];
  size_t modulus[UPC_STRIDE_MAX_DIMS];  /* processors the dimension goes round: P_k, or THREADS                */
  size_t period[UPC_STRIDE_MAX_DIMS];   /* distinct owners before they repeat: modulus / gcd(step, modulus)    */
  size_t divisor[UPC_STRIDE_MAX_DIMS];  /* that gcd                                                            */
  size_t inverse[UPC_STRIDE_MAX_DIMS];  /* of step / divisor, modulo period                                    */
} upc_stride_picks_t;

/* 1: both layouts say the same of every element. Their dimensions beyond ndims are not set. */
int upc_stride_layout_same(const upc_stride_layout_t *a, const upc_stride_layout_t *b);

/* Any interval as lo:step:hi in a dimension of `extent` indices. */
typedef struct upc_stride_bounds {
  long long lo, step, hi;
} upc_stride_bounds_t;
upc_stride_bounds_t upc_stride_bounds(const upc_stride_interval_t *iv, size_t extent);

/* How many indices an interval picks, whether they exist or not; 0 for a step of 0. */
size_t upc_stride_interval_count(const upc_stride_interval_t *iv, size_t extent);

/* What is wrong with a section's intervals. */
enum { UPC_STRIDE_FINE, UPC_STRIDE_TOO_MANY, UPC_STRIDE_STEP_ZERO, UPC_STRIDE_OUT_OF_RANGE };
typedef struct upc_stride_mistake {
  int what;                             /* of the above                                    */
  int dimension;                        /* which interval, from 0                          */
  long long picked;                     /* OUT_OF_RANGE: the block index outside           */
} upc_stride_mistake_t;

/* Computes the blocks that the n intervals iv[] pick of an array laid out as L; omitted trailing intervals mean
 * everything. Returns UPC_STRIDE_FINE, or what *m then explains. */
int upc_stride_pick(upc_stride_picks_t *P, const upc_stride_layout_t *L, int n, const upc_stride_interval_t *iv,
                    upc_stride_mistake_t *m);

/* The same for intervals of elements: fills in ndims, first, step, count and blocks (picked elements) alone. */
int upc_stride_pick_elements(upc_stride_picks_t *P, const upc_stride_layout_t *L, int n,
                             const upc_stride_interval_t *iv, upc_stride_mistake_t *m);

/* The elements from one on, in steps of `step`, that lie in its block of `block` elements. */
static inline long long upc_stride_run_in_block(long long element, long long step, long long block) {
  long long within = element % block;
  return step > 0 ? (block - within - 1) / step + 1 : within / -step + 1;
}

/* The thread that owns the block at a position; *offset = bytes from its part of the array. */
size_t upc_stride_at_position(const upc_stride_picks_t *P, size_t position, size_t *offset);

/* The least i >= 0 with first-relative step[k] * i = target (mod modulus[k]), or -1. It recurs every period[k]. */
long long upc_stride_solve(const upc_stride_picks_t *P, int k, long long target);

/* Bytes of the smallest block picked: an unpadded edge block ends with its array. */
size_t upc_stride_smallest(const upc_stride_picks_t *P);

/* Bytes of the block at a position. */
size_t upc_stride_block_bytes(const upc_stride_picks_t *P, size_t position);

/* The picked blocks of one thread, one after another:
 *   for (more = upc_stride_own_first(&it, &P, thread); more; more = upc_stride_own_next(&it)) .. it.position ..
 * They come in an order of their own. Costs about a division a dimension for each; where several merged dimensions
 * are left, all but the longest are searched. */
typedef struct upc_stride_own {
  const upc_stride_picks_t *picks;
  size_t thread;
  size_t position;                      /* of the block in the section                     */
  size_t offset;                        /* bytes from the thread's part of the array       */
  int solved;                           /* the dimension that follows from the others, or -1 */
  size_t from[UPC_STRIDE_MAX_DIMS], every[UPC_STRIDE_MAX_DIMS], at[UPC_STRIDE_MAX_DIMS];
} upc_stride_own_t;
int upc_stride_own_first(upc_stride_own_t *it, const upc_stride_picks_t *P, size_t thread);
int upc_stride_own_next(upc_stride_own_t *it);

/* The intervals of a section as text: "1, 0:2:7, :". */

/* Reads intervals i, lo:hi, lo:step:hi and :, with commas between, into iv[UPC_STRIDE_MAX_DIMS]. An empty one means
 * everything. Returns how many there are, or -1, and then *wrong is the rest of the text from the mistake on. */
int upc_stride_section_parse(const char *text, upc_stride_interval_t *iv, const char **wrong);

#endif
