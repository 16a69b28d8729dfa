/* SPDX-License-Identifier: BSD-3-Clause
 * Values, each combined with all that come before it. A sum is kept in a register: a loop over upc_stride_combine would
 * read each sum from memory before it writes the next one, which takes three times as long. */
#include "plan/values.h"

#include <stdint.h>
#include <string.h>
#include <upc_types.h>

/* Integers are added as unsigned ones, which wrap. */
#define SUMS(name, T)                                         \
  static void name(T *to, const T *from, size_t n) {          \
    T sum = to[0] = from[0];                                  \
    size_t i;                                                 \
    for (i = 1; i < n; i++) to[i] = sum += from[i];           \
  }
SUMS(sums_of_words, uint32_t)
SUMS(sums_of_long_words, uint64_t)
SUMS(sums_of_floats, float)
SUMS(sums_of_doubles, double)

/* 1: it has added them. */
static int adds(const upc_stride_values_t *v, void *to, const void *from, size_t n) {
  switch (v->op == UPC_ADD ? upc_stride_value_kind(v->type) : UPC_STRIDE_NO_VALUE) {
    case UPC_STRIDE_INT32: case UPC_STRIDE_UINT32: sums_of_words(to, from, n); break;
    case UPC_STRIDE_INT64: case UPC_STRIDE_UINT64: sums_of_long_words(to, from, n); break;
    case UPC_STRIDE_FLOAT: sums_of_floats(to, from, n); break;
    case UPC_STRIDE_DOUBLE: sums_of_doubles(to, from, n); break;
    default: return 0;
  }
  upc_stride_note_combined((n - 1) * v->size);
  return 1;
}

void upc_stride_running(const upc_stride_values_t *v, void *to, const void *from, size_t n) {
  char *result = to;
  const char *values = from;
  size_t i;
  if (n == 0 || adds(v, to, from, n)) return;
  memmove(result, values, v->size);
  upc_stride_combine_one(v, result, 1);
  for (i = 1; i < n; i++, result += v->size) {
    memmove(result + v->size, values + i * v->size, v->size);
    upc_stride_combine(v, result, result + v->size, 1);
  }
}
