/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef URT_TRACE_RECORDER_H
#define URT_TRACE_RECORDER_H

int urtk_record_trace(int on);                 /* 0: nothing is recorded until 1; returns the setting before */

#endif
