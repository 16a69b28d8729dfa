/* SPDX-License-Identifier: BSD-3-Clause
 * A clock that never goes back. On a simulated machine it is the machine's, in programs in UPC. */
#ifndef UPC_STRIDE_CLOCK_H
#define UPC_STRIDE_CLOCK_H

double upc_stride_seconds(void);

#endif
