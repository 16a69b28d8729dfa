/* SPDX-License-Identifier: BSD-3-Clause
 * Sums of values along one dimension. Several of them are kept in registers, and the processor adds to these at once.
 * What is added to what depends on the extents alone, so each processor gives the same bits.
 *
 * The error of a line of n values is at most 12 + log2(n) roundings, as of NumPy's sums: a block has 16 values for
 * each of the sums in registers, and blocks are added in pairs. Of columns it is n / 8 + 10, since eight rows are added
 * in pairs. */
#include "plan/values.h"

#include <stdint.h>
#include <string.h>
#include <upc_types.h>

/* Bytes of the sums in registers; rows that are added at once; numbers of blocks, each twice the one before. */
enum { BYTES = 128, ROWS = 8, LEVELS = 64 };

/* The sums in registers of at most BLOCK values. This macro and the next use LANES, i and k of the function. */
#define SUM_BLOCK(T, sum, from, n)                                      \
  for (k = 0; k < LANES; k++) sum[k] = 0;                               \
  for (i = 0; i + LANES <= n; i += LANES)                               \
    for (k = 0; k < LANES; k++) sum[k] += from[i + k];                  \
  if (i < n) {                                                          \
    T rest[LANES];                                                      \
    for (k = 0; k < LANES; k++) rest[k] = 0;                            \
    memcpy(rest, from + i, (n - i) * sizeof(T));                        \
    for (k = 0; k < LANES; k++) sum[k] += rest[k];                      \
  }

#define SUM_OF_LANES(sum)                                               \
  for (i = LANES / 2; i > 0; i /= 2)                                    \
    for (k = 0; k < i; k++) sum[k] += sum[k + i];

/* Short lines have a function of their own, in which all sums stay in registers. In a long one `level` has the sums of
 * 1, 2, 4, .. blocks that wait for as many more, the most blocks first. Integers are added as unsigned ones, which
 * wrap. */
#define SUM_OF_LINE(name, T, how)                                       \
  how static T name##_short(const T *from, size_t n) {                  \
    enum { LANES = BYTES / sizeof(T) };                                 \
    T sum[LANES];                                                       \
    size_t i, k;                                                        \
    SUM_BLOCK(T, sum, from, n)                                          \
    SUM_OF_LANES(sum)                                                   \
    return sum[0];                                                      \
  }                                                                     \
  how static T name(const T *from, size_t n) {                          \
    enum { LANES = BYTES / sizeof(T), BLOCK = 16 * LANES };             \
    T level[LEVELS][LANES];                                             \
    size_t i, k, waiting = 0, block;                                    \
    if (n <= BLOCK) return name##_short(from, n);                       \
    for (block = 1; n > 0; block++) {                                   \
      T sum[LANES];                                                     \
      size_t here = n < BLOCK ? n : BLOCK, with;                        \
      SUM_BLOCK(T, sum, from, here)                                     \
      from += here, n -= here;                                          \
      for (with = block; with % 2 == 0; with /= 2, waiting--)           \
        for (k = 0; k < LANES; k++) sum[k] += level[waiting - 1][k];    \
      for (k = 0; k < LANES; k++) level[waiting][k] = sum[k];           \
      waiting++;                                                        \
    }                                                                   \
    for (; waiting > 1; waiting--)                                      \
      for (k = 0; k < LANES; k++) level[waiting - 2][k] += level[waiting - 1][k]; \
    SUM_OF_LANES(level[0])                                              \
    return level[0][0];                                                 \
  }

#define SUMS_OF_COLUMNS(name, T, how)                                   \
  how static void name(T *restrict to, const T *restrict from, size_t count, size_t n) { \
    size_t i, k;                                                        \
    for (k = 0; k < n; k++) to[k] = 0;                                  \
    for (i = 0; i + ROWS <= count; i += ROWS, from += ROWS * n)         \
      for (k = 0; k < n; k++)                                           \
        to[k] += ((from[k] + from[n + k]) + (from[2 * n + k] + from[3 * n + k])) + \
                 ((from[4 * n + k] + from[5 * n + k]) + (from[6 * n + k] + from[7 * n + k])); \
    for (; i < count; i++, from += n)                                   \
      for (k = 0; k < n; k++) to[k] += from[k];                         \
  }

#define SUMS(name, of_line, of_columns, T, how)                         \
  SUM_OF_LINE(of_line, T, how)                                          \
  SUMS_OF_COLUMNS(of_columns, T, how)                                   \
  how static void name(T *to, const T *from, size_t lines, size_t count, size_t columns) { \
    size_t i;                                                           \
    if (columns == 1)                                                   \
      for (i = 0; i < lines; i++) to[i] = of_line(from + i * count, count); \
    else                                                                \
      for (i = 0; i < lines; i++) of_columns(to + i * columns, from + i * count * columns, count, columns); \
  }

#define PLAIN
SUMS(sums_of_words, sum_of_words, columns_of_words, uint32_t, PLAIN)
SUMS(sums_of_long_words, sum_of_long_words, columns_of_long_words, uint64_t, PLAIN)
SUMS(sums_of_floats, sum_of_floats, columns_of_floats, float, PLAIN)
SUMS(sums_of_doubles, sum_of_doubles, columns_of_doubles, double, PLAIN)

/* Registers of 32 bytes, where the processor has them: the same additions in half the instructions. */
#if defined __x86_64__ && defined __GNUC__
#define WIDE __attribute__((target("avx2")))
SUMS(wide_sums_of_floats, wide_sum_of_floats, wide_columns_of_floats, float, WIDE)
SUMS(wide_sums_of_doubles, wide_sum_of_doubles, wide_columns_of_doubles, double, WIDE)
static int has_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
#define wide_sums_of_floats sums_of_floats
#define wide_sums_of_doubles sums_of_doubles
static int has_wide(void) { return 0; }
#endif

int upc_stride_has_sums(upc_type_t type) {
  switch (upc_stride_value_kind(type)) {
    case UPC_STRIDE_INT32: case UPC_STRIDE_UINT32: case UPC_STRIDE_INT64: case UPC_STRIDE_UINT64: case UPC_STRIDE_FLOAT:
    case UPC_STRIDE_DOUBLE: return 1;
    default: return 0;
  }
}

void upc_stride_sums(upc_type_t type, void *to, const void *from, size_t lines, size_t count, size_t columns) {
  switch (count > 0 ? upc_stride_value_kind(type) : UPC_STRIDE_NO_VALUE) {
    case UPC_STRIDE_INT32: case UPC_STRIDE_UINT32: sums_of_words(to, from, lines, count, columns); break;
    case UPC_STRIDE_INT64: case UPC_STRIDE_UINT64: sums_of_long_words(to, from, lines, count, columns); break;
    case UPC_STRIDE_FLOAT:
      (has_wide() ? wide_sums_of_floats : sums_of_floats)(to, from, lines, count, columns);
      break;
    case UPC_STRIDE_DOUBLE:
      (has_wide() ? wide_sums_of_doubles : sums_of_doubles)(to, from, lines, count, columns);
      break;
    default: memset(to, 0, lines * columns * upc_stride_type_bytes(type)); /* of no values */
  }
  if (count > 0) upc_stride_note_combined(lines * (count - 1) * columns * upc_stride_type_bytes(type));
}
