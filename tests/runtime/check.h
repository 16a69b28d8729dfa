/* SPDX-License-Identifier: BSD-3-Clause
 * For the runtime's tests in C: they are written as generated code is, against urt.h. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/calls.h"

#define CHECK(condition, ...)                                                        \
  do {                                                                               \
    if (!(condition)) {                                                              \
      fprintf(stderr, "%s:%d: thread %d: ", __FILE__, __LINE__, urt_mythread);       \
      fprintf(stderr, __VA_ARGS__);                                                  \
      fputc('\n', stderr);                                                           \
      upc_global_exit(99);                                                           \
    }                                                                                \
  } while (0)

/* A static shared object of `size` bytes a thread, as upcc would declare it. */
#define SHARED(variable, size)                                                                              \
  urt_size_t variable;                                                                                      \
  static const urt_static_t variable##_record __attribute__((section("urt_statics"), used, aligned(8))) = { \
      &variable, (size), 0, 0, #variable}

static inline urt_ptr_t at(urt_size_t offset, int thread) { return (urt_ptr_t){offset, (unsigned)thread, 0}; }
static inline void barrier(void) { urt_barrier(0, 0); }

/* The end of a test: all threads have come here. */
static inline int passed(void) {
  barrier();
  if (urt_mythread == 0) printf("PASS\n");
  return 0;
}

#endif
