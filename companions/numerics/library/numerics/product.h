/* SPDX-License-Identifier: BSD-3-Clause
 * How a product of matrices is cut into blocks and panels: arithmetic, the same on all threads. */
#ifndef UPC_STRIDE_PRODUCT_H
#define UPC_STRIDE_PRODUCT_H

#include "base/of_thread.h"
#include "upc_stride_numerics.h"

/* How many pairs of numbers a thread multiplies and adds in the time in which it receives one number. Tests change
 * it. */
extern UPC_STRIDE_OF_THREAD double upc_stride_product_balance;

/* The cheapest cut for `threads` threads; an element has `bytes` bytes. Without elements there are no panels. */
void upc_stride_product_cut(upc_stride_product_t *P, size_t m, size_t n, size_t k, size_t bytes, int threads);

#endif
