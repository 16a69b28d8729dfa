/* SPDX-License-Identifier: BSD-3-Clause
 * The library's operations, numbered. The forms with counts (scatterv, ...) have the number of the form without.
 * transform has that of copy. */
#ifndef UPC_STRIDE_OPERATION_H
#define UPC_STRIDE_OPERATION_H

enum {
  UPC_STRIDE_OP_BROADCAST, UPC_STRIDE_OP_SCATTER, UPC_STRIDE_OP_GATHER, UPC_STRIDE_OP_GATHER_ALL,
  UPC_STRIDE_OP_EXCHANGE, UPC_STRIDE_OP_PERMUTE, UPC_STRIDE_OP_REDUCE, UPC_STRIDE_OP_REDUCE_ALL,
  UPC_STRIDE_OP_PREFIX_REDUCE, UPC_STRIDE_OP_COPY, UPC_STRIDE_OPS
};

#endif
