/* SPDX-License-Identifier: BSD-3-Clause
 * Private memory for the library's own purposes. Without enough memory the program ends with one line that says what
 * the memory was for and how many bytes, with status 1. Plain C; free() gives the memory back. */
#ifndef UPC_STRIDE_ALLOCATE_H
#define UPC_STRIDE_ALLOCATE_H

#include <stddef.h>

/* `count` elements of `size` bytes, zeroed. */
void *upc_stride_alloc(size_t count, size_t size, const char *what);

/* The bytes of memory that a block of so many takes, with the word of the C library: in multiples of 16. None for 0. */
static inline size_t upc_stride_block_memory(size_t bytes) {
  return bytes == 0 ? 0 : (bytes + sizeof(size_t) + 15) / 16 * 16;
}

/* Memory of a size that a file asks for, not set; null if there is not enough. */
void *upc_stride_alloc_if(size_t bytes);

/* The list with `count` elements; new elements are not set. */
void *upc_stride_resize(void *list, size_t count, size_t size, const char *what);

/* Returns the list with room for entry n. Its capacity doubles, from 1 on: there may be a great many short lists. */
void *upc_stride_grown(void *list, int n, int *capacity, size_t size, const char *what);

/* Sets what prints the line and ends the program: the UPC part of the library ends all threads. By default: stderr,
 * exit. */
void upc_stride_out_of_memory_by(void (*end)(const char *line));

/* Prints a line and ends the program in that way, for plain C that cannot go on. */
void upc_stride_end_with(const char *line);

#endif
