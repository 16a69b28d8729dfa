/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness: 1 where the caller reads the thread's shared memory by address, so that data need cross only once.
 * Near is mutual, and whoever is near to one thread of a node is near to all of it. */
#ifndef UPC_STRIDE_NEAR_H
#define UPC_STRIDE_NEAR_H

int upc_stride_near(int thread);

#endif
