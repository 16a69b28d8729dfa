/* SPDX-License-Identifier: BSD-3-Clause
 * foreign_calls.h: what a call of BLAS, LAPACK, FFTW or C's library reads and writes. */
#ifndef URT_FOREIGN_CALLS_H
#define URT_FOREIGN_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* A call touches `count` runs of bytes, each `stride` behind the one before; also private memory. */
struct urtk_foreign_access { const char *at; size_t bytes, count; long long stride; int writes; };

struct urtk_foreign_listener {
  void (*access)(const struct urtk_foreign_listener *listener, const struct urtk_foreign_access *access);
  const void *of;                              /* the listener's own */
};

/* Before a call, with its arguments, each as 64 bits. Behind one that makes a plan of FFTW, with its result as well. */
void urtk_foreign_call(const char *name, const uint64_t *word, size_t count,
                       const struct urtk_foreign_listener *listener);

#endif
