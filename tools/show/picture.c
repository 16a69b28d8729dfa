/* SPDX-License-Identifier: BSD-3-Clause
 * What the drawing files ask of a picture: its array in words, the owner of a block, its position in the section. */
#include <stdio.h>
#include "show.h"

static size_t add_sizes(char *words, size_t used, size_t size, const size_t *numbers, int n) {
  for (int k = 0; k < n && used < size; k++)
    used += (size_t)snprintf(words + used, size - used, "%s%zu", k ? " x " : "", numbers[k]);
  return used < size ? used : size - 1;
}

void describe_array(const picture_t *p, char *words, size_t size) {
  const upc_stride_layout_t *l = &p->layout;
  size_t used = (size_t)snprintf(words, size, "%s: ", p->name), grid[UPC_STRIDE_MAX_DIMS];
  int dims = 0;
  used = add_sizes(words, used, size, l->nblocks, l->ndims);
  used += (size_t)snprintf(words + used, size - used, " blocks of ");
  used = add_sizes(words, used, size, l->block, l->ndims);
  used += (size_t)snprintf(words + used, size - used, ", on %zu thread%s", l->threads, l->threads == 1 ? "" : "s");
  for (int k = 0; k < l->ndims && l->gridded; k++)
    if (k == 0 || l->grid[k] > 1) grid[dims++] = (size_t)l->grid[k];
  if (dims > 0 && used < size) used += (size_t)snprintf(words + used, size - used, ", grid ");
  if (dims > 0 && used < size) add_sizes(words, used, size, grid, dims);
}

int owner_of(const picture_t *p, const size_t *c) {
  size_t slot;
  return (int)upc_stride_layout_block(&p->layout, c, &slot);
}

long position_of(const picture_t *p, const size_t *c) {
  long position = 0;
  for (int k = 0; k < p->layout.ndims; k++) {
    static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
    upc_stride_bounds_t b = upc_stride_bounds(k < p->intervals ? &p->interval[k] : &all, p->layout.nblocks[k]);
    long long count = (b.hi - b.lo) / b.step + 1, i = ((long long)c[k] - b.lo) / b.step;
    if (i < 0 || i >= count || b.lo + i * b.step != (long long)c[k]) return -1;
    position = position * count + i;
  }
  return position;
}
