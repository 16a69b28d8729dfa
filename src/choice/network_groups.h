/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UPC_STRIDE_NETWORK_GROUPS_H
#define UPC_STRIDE_NETWORK_GROUPS_H

/* The most groups of nodes that UPC_STRIDE_NETWORK may name. The simulator of conduit sim, which writes this variable,
 * includes this file too. */
enum { UPC_STRIDE_NETWORK_GROUPS = 6 };

#endif
