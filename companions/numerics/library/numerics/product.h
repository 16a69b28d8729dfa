/* SPDX-License-Identifier: BSD-3-Clause
 * How a product of matrices is cut into blocks and panels: arithmetic, the same on all threads. */
#ifndef UPC_STRIDE_PRODUCT_H
#define UPC_STRIDE_PRODUCT_H

#include "upc_stride_numerics.h"

/* What matrices are cut by; product.c has the numbers. Tests change them. */
typedef struct upc_stride_cuts {
  double balance;          /* pairs of numbers that a thread multiplies and adds in the time in which it receives one */
  double call;             /* numbers that a thread receives in the time that a call's messages take at least         */
  double sums;             /* what a number of the layers' sums costs beside one of a panel: it comes when the threads
                              have multiplied, and is added and copied to C then */
  double copies;           /* the cost of copying one number of a panel, where reading and writing one number of C
                              costs 1 */
  size_t deepest, shallowest; /* the inner dimension of a panel of a product                                         */
  size_t first_part;       /* the first panels take at most 1 / first_part of the product's time                      */
  size_t product_rows, product_columns; /* of C that a thread multiplies at a time while panels are on their way      */
  size_t strip_rows, strip_columns; /* the same if panels pass through other threads, so that they do not wait long   */
  size_t cached;           /* numbers of C that stay in a cache while a thread multiplies                             */
  size_t triangular_panel; /* columns of a panel of a triangular matrix                                               */
  size_t solved_at_once;   /* rows or columns for which a trsm of BLAS solves at a time                               */
  size_t least_piece;      /* rows, and columns, of a block from which on it is multiplied where it lies              */
  size_t least_block;      /* elements of a block from which on near threads copy it by address                       */
  size_t symmetric_square; /* the order of squares of symmetric products that are not cut                             */
  size_t panels_of_thread; /* about so many panels of a matrix that is factored are on a thread; they have ..         */
  size_t narrowest, widest; /* .. as many columns, a multiple of the narrowest                                        */
  size_t piece;            /* columns that a thread changes at a time, while a panel is on its way to far threads     */
  size_t factored_panel;   /* columns of a panel that is factored; 0: by the numbers before                           */
  double most_memory;      /* bytes of upc_stride_product_t.memory, where a grid keeps to them; 0: any                */
} upc_stride_cuts_t;
upc_stride_cuts_t *upc_stride_cuts(void); /* the calling thread's */

/* How many of `all` elements piece number i has, if `piece` of them are a piece. */
static inline size_t upc_stride_within(size_t all, size_t i, size_t piece) {
  const size_t before = i * piece;
  return before >= all ? 0 : all - before < piece ? all - before : piece;
}

/* The cheapest cut for `threads` threads that keeps to most_memory, else the one that needs least; an element has
 * `bytes` bytes. Without elements there are no panels. */
void upc_stride_product_cut(upc_stride_product_t *P, size_t m, size_t n, size_t k, size_t bytes, int threads);

#endif
