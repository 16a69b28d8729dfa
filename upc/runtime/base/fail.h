/* SPDX-License-Identifier: BSD-3-Clause
 * fail.h: the ways in which the runtime gives up: one line that says why, then the end of the job. */
#ifndef URT_FAIL_H
#define URT_FAIL_H

#include <stddef.h>

/* Prints "upc: ..." and exits with `status`. For the time before threads exist, when all processes fail alike. */
_Noreturn void urtk_usage(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Where the thread's latest call is noted, as "file.upc:12: upc_lock"; before the first call null. It is urt_called of
 * urt.h. */
extern const char **urtk_called_now;

/* "file.upc:12", the place of the program's call, if that is the thread's latest call; otherwise "upc". Its length: no
 * zero ends it. Null: of the latest call, whichever it is. */
const char *urtk_place_of(const char *call, int *length);

/* As urt_fatal (urt.h), with the place of the call in place of "upc". */
void urtk_fatal_in(const char *call, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* Memory for `count` times `bytes`: zeroed; as realloc gives it; a copy of a text. Never null: if there is none, the
 * job ends with a line that says for what, such as "the list of hosts". */
void *urtk_memory(size_t count, size_t bytes, const char *what);
void *urtk_larger(void *had, size_t count, size_t bytes, const char *what);
char *urtk_copy(const char *text, const char *what);

#endif
