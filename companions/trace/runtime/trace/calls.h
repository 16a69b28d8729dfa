/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef URT_TRACE_CALLS_H
#define URT_TRACE_CALLS_H

void urtk_trace_calls(int messages);           /* the library's, from now on; 1: their messages too */

#endif
