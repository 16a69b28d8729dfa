/* SPDX-License-Identifier: BSD-3-Clause
 * upc_tick.h: high-resolution time (UPC 1.3 optional library, 7.5 "wall-clock timer"). Ticks of different threads of
 * one machine can be compared. A call costs about 25 ns. */
#ifndef UPC_TICK_H
#define UPC_TICK_H

#include <stdint.h>

typedef uint64_t upc_tick_t;

#define UPC_TICK_MIN ((upc_tick_t)0)
#define UPC_TICK_MAX (~(upc_tick_t)0)

upc_tick_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(upc_tick_t __ticks);                 /* of a difference of ticks: nanoseconds */

#endif
