/* SPDX-License-Identifier: BSD-3-Clause
 * How a product of matrices is cut into blocks and panels: arithmetic, the same on all threads. */
#ifndef UPC_STRIDE_PRODUCT_H
#define UPC_STRIDE_PRODUCT_H

#include "base/of_thread.h"
#include "upc_stride_numerics.h"

/* How many pairs of numbers a thread multiplies and adds in the time in which it receives one number. Tests change
 * it. */
extern UPC_STRIDE_OF_THREAD double upc_stride_product_balance;

/* Columns of a panel of a triangular matrix; the order of squares of symmetric products that are not cut; columns of a
 * panel that is factored, 0: by the numbers of columns and threads. Tests change them. */
extern UPC_STRIDE_OF_THREAD size_t upc_stride_triangular_panel, upc_stride_symmetric_square, upc_stride_factored_panel;

/* The cheapest cut for `threads` threads; an element has `bytes` bytes. Without elements there are no panels. */
void upc_stride_product_cut(upc_stride_product_t *P, size_t m, size_t n, size_t k, size_t bytes, int threads);

#endif
