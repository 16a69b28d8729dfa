/* SPDX-License-Identifier: BSD-3-Clause
 * Private memory: explained in allocate.h. No other file of src/ calls malloc, calloc or realloc. */
#include "base/allocate.h"
#include "base/of_thread.h"

#include <stdio.h>
#include <stdlib.h>

static UPC_STRIDE_OF_THREAD void (*end_program)(const char *line); /* or null */

void upc_stride_out_of_memory_by(void (*end)(const char *line)) { end_program = end; }

void upc_stride_end_with(const char *line) {
  if (end_program != NULL) end_program(line);
  fprintf(stderr, "%s\n", line);
  exit(1);
}

static void out_of_memory(size_t count, size_t size, const char *what) {
  char line[160];
  if (count <= (size_t)-1 / size)
    snprintf(line, sizeof line, "upc_stride: no memory left for %.60s: %zu bytes", what, count * size);
  else
    snprintf(line, sizeof line, "upc_stride: no memory left for %.60s: %zu times %zu bytes", what, count, size);
  upc_stride_end_with(line);
}

void *upc_stride_alloc(size_t count, size_t size, const char *what) {
  void *memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) out_of_memory(count, size, what);
  return memory;
}

void *upc_stride_alloc_if(size_t bytes) { return malloc(bytes); }

void *upc_stride_resize(void *list, size_t count, size_t size, const char *what) {
  if (count == 0) count = 1;
  list = count <= (size_t)-1 / size ? realloc(list, count * size) : NULL;
  if (list == NULL) out_of_memory(count, size, what);
  return list;
}

void *upc_stride_grown(void *list, int n, int *capacity, size_t size, const char *what) {
  if (n < *capacity) return list;
  *capacity = *capacity == 0 ? 1 : 2 * *capacity;
  return upc_stride_resize(list, (size_t)*capacity, size, what);
}
