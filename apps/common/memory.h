/* SPDX-License-Identifier: BSD-3-Clause
 * memory.h: private memory for the applications. A thread that gets none prints one line and ends the program. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* Memory for `count` elements of `size` bytes, to be freed with free; in huge pages if it is large and the system has
 * them. `purpose` says in the message what it is for. */
void *app_allocate(size_t count, size_t size, const char *purpose);
/* The pointer, which another library allocated; the same message if it is null. */
void *app_allocated(void *pointer, size_t count, size_t size, const char *purpose);

#endif
