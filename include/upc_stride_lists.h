/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_lists.h: the lists of a call in which each member knows only its own numbers. For upc_stride_calls.h; a
 * program never includes this header. */
#ifndef UPC_STRIDE_LISTS_H
#define UPC_STRIDE_LISTS_H

#include <stddef.h>

/* The lists of exchange_own and its kin, and where lend tells an address: data of each call, which no plan depends
 * on. */
typedef struct upc_stride_own_lists {
  const size_t *counts, *displs, *src_displs;
  size_t *received;
  const void **lent;
} upc_stride_own_lists_t;

#endif
