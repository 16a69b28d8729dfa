/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_race.h: what generated code calls with upcc -fsanitize=race; it stands behind urt.h. A pass of upcc puts a call
 * of urt_race_read or urt_race_write before each load and store that may reach shared memory. Calls by which the
 * program moves data, or is ordered with other threads, go by functions that tell the detector (race/calls.c). The
 * library calls the functions themselves: what it does inside is not the program's. */
#ifndef URT_RACE_H_OF_PROGRAMS
#define URT_RACE_H_OF_PROGRAMS

#include "urt.h"
#include "urt_names.h"

/* A line with accesses. The runtime gives it a number when it is first reached. */
typedef struct urt_race_line {
  const char *file;
  unsigned int line, number;
} urt_race_line_t;
void urt_race_read(const void *p, urt_size_t bytes, urt_race_line_t *line);
void urt_race_write(const void *p, urt_size_t bytes, urt_race_line_t *line);
/* Before a loop in which nothing orders threads: `count` accesses, each `stride` bytes behind the one before. */
void urt_race_read_run(const void *p, urt_size_t bytes, long stride, urt_size_t count, urt_race_line_t *line);
void urt_race_write_run(const void *p, urt_size_t bytes, long stride, urt_size_t count, urt_race_line_t *line);
/* Of far elements, which calls of the runtime read and write. */
void urt_race_read_far(urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line);
void urt_race_write_far(urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line);

/* Before and after an atomic instruction. `order` is C's __ATOMIC_RELAXED, and so on; `kind` is 1 if it writes. */
void urt_race_before_atomic(const void *p, urt_size_t bytes, int kind, int order, urt_race_line_t *line);
void urt_race_after_atomic(const void *p, urt_size_t bytes, int order);
void urt_race_fenced(void);                      /* a fence of the processor */

/* Before a call of another library whose arguments say what it reads and writes (foreign_calls.inc): its arguments,
 * each as 64 bits. Behind one that makes a plan of FFTW: with its result. */
void urt_race_library(const char *name, const unsigned long *words, urt_size_t count, urt_race_line_t *line);

void urt_race_get_strict(void *value, urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line);
void urt_race_put_strict(urt_ptr_t p, const void *value, urt_size_t bytes, urt_race_line_t *line);
#define URT_RACE_LINE() ({ static urt_race_line_t urt_l_ = {__FILE__, __LINE__, 0}; &urt_l_; })
#undef URT_GET_STRICT
#undef URT_PUT_STRICT
#undef URT_GET_BYTES_STRICT
#undef URT_PUT_BYTES_STRICT
#define URT_GET_BYTES_STRICT(to, p, bytes) urt_race_get_strict((to), (p), (bytes), URT_RACE_LINE())
#define URT_PUT_BYTES_STRICT(p, from, bytes) urt_race_put_strict((p), (from), (bytes), URT_RACE_LINE())
#define URT_GET_STRICT(T, p)                                        \
  ({                                                                \
    __typeof__(T) urt_s_;                                           \
    urt_race_get_strict((void *)&urt_s_, (p), sizeof urt_s_, URT_RACE_LINE()); \
    urt_s_;                                                         \
  })
#define URT_PUT_STRICT(T, p, ...)                                   \
  ({                                                                \
    __typeof__(T) urt_s_ = (__VA_ARGS__);                           \
    urt_race_put_strict((p), (const void *)&urt_s_, sizeof urt_s_, URT_RACE_LINE()); \
    urt_s_;                                                         \
  })

#endif
