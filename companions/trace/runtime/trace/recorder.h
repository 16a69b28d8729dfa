/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef URT_TRACE_RECORDER_H
#define URT_TRACE_RECORDER_H

#include <stdint.h>
#include "trace/record.h"

void urtk_check_record(void);                  /* variables of the environment */
void urtk_open_record(const char *prefix);     /* the thread's file, before it runs .. */
void urtk_record_starts(void);                 /* .. and when all threads have started */

int urtk_traces(void);                         /* 1: the thread is traced */
int urtk_record_trace(int on);                 /* 0: nothing is recorded until 1; returns the setting before */
void urtk_record(const struct urtk_trace_event *event, const char *text);
void urtk_record_event(int kind, const char *text, uint64_t begin, uint64_t end); /* of the program's own */

#endif
