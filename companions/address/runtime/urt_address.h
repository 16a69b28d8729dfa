/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_address.h: what generated code calls with upcc -fsanitize=address; it stands behind urt.h. A pass of upcc puts a
 * call of urt_address_read or urt_address_write before each load and store that may reach shared memory. Calls by which
 * the program moves data, allocates or frees go by functions that look first (address/calls.c). */
#ifndef URT_ADDRESS_H_OF_PROGRAMS
#define URT_ADDRESS_H_OF_PROGRAMS

#include "urt.h"
#include "urt_names.h"

/* A line with accesses. */
typedef struct urt_address_line {
  const char *file;
  unsigned int line, unused;
} urt_address_line_t;
void urt_address_read(const void *p, urt_size_t bytes, const urt_address_line_t *line);
void urt_address_write(const void *p, urt_size_t bytes, const urt_address_line_t *line);
void urt_address_update(const void *p, urt_size_t bytes, const urt_address_line_t *line); /* a read, then a write */
void urt_address_bits(const void *p, urt_size_t bytes, const urt_address_line_t *line); /* a read of some of its bits */
/* Before a loop: `count` accesses, each `stride` bytes behind the one before. */
void urt_address_read_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                          const urt_address_line_t *line);
void urt_address_write_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                           const urt_address_line_t *line);
void urt_address_bits_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                          const urt_address_line_t *line);
void urt_address_update_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                            const urt_address_line_t *line);
/* Of far elements, which calls of the runtime read and write. */
void urt_address_read_far(urt_ptr_t p, urt_size_t bytes, const urt_address_line_t *line);
void urt_address_write_far(urt_ptr_t p, urt_size_t bytes, const urt_address_line_t *line);

/* Before a call of another library whose arguments say what it reads and writes (foreign_calls.inc): its arguments,
 * each as 64 bits. Behind one that makes a plan of FFTW: with its result. */
void urt_address_library(const char *name, const unsigned long *words, urt_size_t count,
                         const urt_address_line_t *line);

#endif
