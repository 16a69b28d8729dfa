/* SPDX-License-Identifier: BSD-3-Clause
 * The library's one way to wait: call this in every turn of a waiting loop, turn counting from 0. */
#ifndef UPC_STRIDE_WAIT_H
#define UPC_STRIDE_WAIT_H

void upc_stride_relax(unsigned turn);

#endif
