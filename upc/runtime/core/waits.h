/* SPDX-License-Identifier: BSD-3-Clause
 * waits.h: reports of long waits, for the files of the runtime that wait: barriers, locks, semaphores. */
#ifndef URT_WAITS_H
#define URT_WAITS_H

#include "core/core.h"

/* A line: the caller's latest call and its place, or `otherwise` if it has made none; then what is added. */
struct urtk_line {
  size_t length;
  char text[1024];
};
struct urtk_line urtk_begin(const char *otherwise);
void urtk_add(struct urtk_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void urtk_add_thread(struct urtk_line *line, int thread); /* "thread 1 (last call: upc_lock at file.upc:12)" */
/* "thread 0 has waited 10 s for ". On a simulated machine, which has its own time, it says that the host's is meant. */
void urtk_add_waited(struct urtk_line *line, long ms);
void urtk_write(struct urtk_line *line);                  /* to standard error */
/* Ends the job with the line, for a wait that never ends. Of several such threads one writes. */
_Noreturn void urtk_end_with(struct urtk_line *line);

/* Called now and then in a wait, with *wait zeroed at its beginning: once, how long it has been, in milliseconds, if
 * that is more than UPC_PATIENCE; else 0. */
long urtk_too_long(urt_long_wait_t *wait);
/* The line "thread 0 has waited 10 s for thread 1 (..)". */
void urtk_report(const char *otherwise, int thread, long ms);

/* Reads what another thread has in its shared memory. 0 if the thread does not answer soon: it is far, and computes. */
int urtk_look(int thread, size_t offset, void *to, size_t bytes);

#endif
