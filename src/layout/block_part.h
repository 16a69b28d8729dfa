/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of one block that a section of elements picks: a box, in memory and among the section's positions.
 *
 *   a dimension of 10 elements in blocks of 4, section 1:2:9      elements     1 3 | 5 7 | 9
 *                                                                 positions    0 1 | 2 3 | 4
 *   block 1 has a box of 2 elements, from position 2 on; in memory they begin at its element 1 and lie 2 elements apart
 */
#ifndef UPC_STRIDE_BLOCK_PART_H
#define UPC_STRIDE_BLOCK_PART_H

#include "layout/section.h"

typedef struct upc_stride_block_part {
  int thread;                             /* the block's owner                                    */
  size_t offset;                          /* of the first element, from the owner's part          */
  size_t from[UPC_STRIDE_MAX_DIMS];       /* its position in each dimension                       */
  size_t count[UPC_STRIDE_MAX_DIMS];
  long long pitch[UPC_STRIDE_MAX_DIMS];   /* bytes in memory from one to the next; 0: only one    */
} upc_stride_block_part_t;

/* The part of block at[]; 0 if the section picks nothing of it. */
int upc_stride_block_part(upc_stride_block_part_t *part, const upc_stride_picks_t *P, const size_t *at);

/* The least and the greatest block in dimension k of which something is picked; P has elements. */
void upc_stride_picked_blocks(const upc_stride_picks_t *P, int k, size_t *least, size_t *greatest);

/* Nested loops over runs of bytes: two boxes of equal extents, each with its pitches. */
typedef struct upc_stride_runs {
  size_t bytes;                           /* of a run, contiguous on both sides                   */
  int levels;                             /* level 0 is the innermost                             */
  size_t count[UPC_STRIDE_MAX_DIMS];
  long long there[UPC_STRIDE_MAX_DIMS], here[UPC_STRIDE_MAX_DIMS];
} upc_stride_runs_t;

/* The part in memory, and the same elements in a buffer with these pitches. */
void upc_stride_runs_of(upc_stride_runs_t *R, const upc_stride_block_part_t *part, int ndims, size_t elemsize,
                        const long long *pitch);

#endif
