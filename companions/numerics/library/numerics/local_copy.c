/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of blocks, as they are or transposed. */
#include "numerics/local_blas.h"

#include <string.h>

void upc_stride_local_copy(size_t size, size_t rows, size_t columns, const void *from, size_t from_row, void *to,
                           size_t to_row) {
  size_t i;
  for (i = 0; i < rows; i++)
    memcpy((char *)to + i * to_row * size, (const char *)from + i * from_row * size, columns * size);
}

/* `size` is a constant where the function is called, so that elements move in registers. */
static inline void transpose(size_t size, size_t rows, size_t columns, const char *from, size_t from_row, char *to,
                             size_t to_row) {
  size_t i, j;
  for (j = 0; j < columns; j++)
    for (i = 0; i < rows; i++) memcpy(to + (j * to_row + i) * size, from + (i * from_row + j) * size, size);
}

/* Tiles stay in the cache, and their rows, on both sides, are so long that the processor fetches the next lines by
 * itself. They go along the shorter side first. */
enum { TILE = 64 };

void upc_stride_local_transpose(size_t size, size_t rows, size_t columns, const void *from, size_t from_row, void *to,
                                size_t to_row) {
  const size_t high = rows > columns, longer = high ? rows : columns, shorter = high ? columns : rows;
  size_t x, y;
  for (x = 0; x < longer; x += TILE)
    for (y = 0; y < shorter; y += TILE) {
      const size_t i = high ? x : y, j = high ? y : x;
      const size_t h = rows - i < TILE ? rows - i : TILE, w = columns - j < TILE ? columns - j : TILE;
      const char *const source = (const char *)from + (i * from_row + j) * size;
      char *const target = (char *)to + (j * to_row + i) * size;
      switch (size) {
        case 4: transpose(4, h, w, source, from_row, target, to_row); break;
        case 8: transpose(8, h, w, source, from_row, target, to_row); break;
        default: transpose(16, h, w, source, from_row, target, to_row);
      }
    }
}
