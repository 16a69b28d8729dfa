/* SPDX-License-Identifier: BSD-3-Clause
 * clock.h: the clock of a trace. urtk_choose_trace_clock is called before the clock is first read.
 * urtk_trace_moment returns the present moment. */
#ifndef URT_TRACE_CLOCK_H
#define URT_TRACE_CLOCK_H

#include <stdint.h>
#include "trace/record.h"

void urtk_choose_trace_clock(void);
struct urtk_trace_moment urtk_trace_moment(void);
uint64_t urtk_trace_ticks(void);

#endif
