/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "arguments.h"
#include "huge_pages.h"
#include "memory.h"

void *app_allocated(void *pointer, size_t count, size_t size, const char *purpose) {
  if (pointer == NULL) {
    fprintf(stderr, "%s: thread %d: no memory for %s: %zu elements of %zu bytes\n", app_name(), (int)MYTHREAD,
            purpose, count, size);
    upc_global_exit(1);
  }
  return pointer;
}

void *app_allocate(size_t count, size_t size, const char *purpose) {
  const int too_many = count > SIZE_MAX / size;
  return app_allocated(too_many ? NULL : app_bytes(count * size), count, size, purpose);
}
