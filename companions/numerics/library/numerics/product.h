/* SPDX-License-Identifier: BSD-3-Clause
 * How a product of matrices is cut into blocks and panels: arithmetic, the same on all threads. */
#ifndef UPC_STRIDE_PRODUCT_H
#define UPC_STRIDE_PRODUCT_H

#include "upc_stride_numerics.h"

/* What products are cut by. Tests change it. */
typedef struct upc_stride_cuts {
  double balance;          /* pairs of numbers that a thread multiplies and adds in the time in which it receives one */
  size_t triangular_panel; /* columns of a panel of a triangular matrix                                               */
  size_t symmetric_square; /* the order of squares of symmetric products that are not cut                             */
  size_t factored_panel;   /* columns of a panel that is factored; 0: by the numbers of columns and threads           */
} upc_stride_cuts_t;
upc_stride_cuts_t *upc_stride_cuts(void); /* the calling thread's */

/* The cheapest cut for `threads` threads; an element has `bytes` bytes. Without elements there are no panels. */
void upc_stride_product_cut(upc_stride_product_t *P, size_t m, size_t n, size_t k, size_t bytes, int threads);

#endif
