/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a section that one thread owns, between its memory and a dataset: a box for each block
 * (layout/block_part.h). This is plain C with system calls, without UPC. So a helper, a thread of the operating system,
 * can do it while the program computes. */
#ifndef UPC_STRIDE_BLOCK_MOVES_H
#define UPC_STRIDE_BLOCK_MOVES_H

#include "files/dataset.h"
#include "layout/section.h"

#include <pthread.h>

typedef struct upc_stride_block_moves {
  upc_stride_dataset_t *dataset;          /* the helper's own until upc_stride_moves_end                 */
  const upc_stride_picks_t *picks;        /* the section's elements                                      */
  int writing;
  int thread;                             /* of UPC                                                      */
  char *part;                             /* its part of the array                                       */
  upc_stride_interval_t slice[UPC_STRIDE_MAX_DIMS]; /* of the dataset, with the shape of the section      */
  int helped;                             /* 1: there is a helper                                        */
  int moved;                              /* 1: the helper has done all; read and written atomically     */
  pthread_t helper;
} upc_stride_block_moves_t;

/* Moves all elements and closes the latest chunk; or starts a helper that does so. What is wrong is in the dataset. */
void upc_stride_moves_now(upc_stride_block_moves_t *M);
void upc_stride_moves_start(upc_stride_block_moves_t *M);

/* What waited for the turn of this thread: no other one writes meanwhile. */
void upc_stride_moves_turn(upc_stride_block_moves_t *M);

/* 1: all elements have moved. */
int upc_stride_moves_done(const upc_stride_block_moves_t *M);

/* Returns when all elements have moved and the helper has ended. */
void upc_stride_moves_end(upc_stride_block_moves_t *M);

#endif
