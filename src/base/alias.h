/* SPDX-License-Identifier: BSD-3-Clause
 * One memory at two addresses: pages of the program become those of a shared segment. Plain C with calls of Linux. */
#ifndef UPC_STRIDE_ALIAS_H
#define UPC_STRIDE_ALIAS_H

#include <stddef.h>

size_t upc_stride_page(void);

/* 1: these bytes are private memory that may be written, as the heap, static variables and the stack have it. 0: it is
 * shared already, or of a file, or read only. */
int upc_stride_alias_possible(const char *memory, size_t bytes);

/* From now on the pages at `memory`, which keep their values, are those at `segment`, which get these values. Both
 * begin at a page, and `bytes` are whole pages. 0: the system cannot do so, for example since the segment is not
 * shared; then the program's memory has not changed. */
int upc_stride_alias(char *memory, char *segment, size_t bytes);

/* The pages at `memory`, which are those at `segment`, become private again, and keep their values. Does nothing if the
 * program has given them back to the system. 0: there is no memory for them. */
int upc_stride_alias_end(char *memory, const char *segment, size_t bytes);

#endif
