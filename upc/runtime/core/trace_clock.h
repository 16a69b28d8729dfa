/* SPDX-License-Identifier: BSD-3-Clause
 * trace_clock.h: the clock of a trace. urtk_choose_trace_clock is called before the clock is first read.
 * urtk_trace_moment returns the present moment. */
#ifndef URT_CORE_TRACE_CLOCK_H
#define URT_CORE_TRACE_CLOCK_H

#include <stdint.h>
#include "base/trace.h"

void urtk_choose_trace_clock(void);
struct urtk_trace_moment urtk_trace_moment(void);
uint64_t urt_trace_now(void);                  /* in ticks; the library's as well */

#endif
