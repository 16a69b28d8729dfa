/* SPDX-License-Identifier: BSD-3-Clause
 * What the drawing files ask of a picture: its array, team and blocks in words, the owner of a block, its position in
 * the section. */
#include <stdio.h>
#include <stdlib.h>
#include "common/mistake.h"
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
  return (int)upc_stride_places_owner(&p->layout, c, &slot);
}

long long position_of(const picture_t *p, const size_t *c) {
  long long position = 0;
  for (int k = 0; k < p->layout.ndims; k++) {
    static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
    upc_stride_bounds_t b = upc_stride_bounds(k < p->intervals ? &p->interval[k] : &all, p->layout.nblocks[k]);
    long long count = (b.hi - b.lo) / b.step + 1, i = ((long long)c[k] - b.lo) / b.step;
    if (i < 0 || i >= count || b.lo + i * b.step != (long long)c[k]) return -1;
    position = position * count + i;
  }
  return position;
}

/* ---- in words ---- */

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* "0-3, 8" of ascending numbers; what has no space is "..". */
static size_t add_ranges(char *words, size_t used, size_t size, const int *number, int n) {
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && number[end] == number[end - 1] + 1;) end++;
    if (used + 60 > size) return used + (size_t)snprintf(words + used, size - used, ", ..");
    used += (size_t)snprintf(words + used, size - used, "%s%d", i ? ", " : "", number[i]);
    if (end - i > 1) used += (size_t)snprintf(words + used, size - used, "-%d", number[end - 1]);
  }
  return used;
}

/* The coordinates of the members along a dimension of the grid, which are those of its box. */
static size_t add_coordinates(const picture_t *p, int dim, char *words, size_t used, size_t size) {
  const upc_stride_picks_t *P = &p->picks;
  int n = p->team.size[dim], *at = calloc((size_t)n, sizeof *at);
  if (!at) mistake("no memory");
  for (int i = 0; i < n; i++)
    at[i] = (int)((P->first[dim] + (long long)i * P->step[dim]) % (long long)P->modulus[dim]);
  qsort(at, (size_t)n, sizeof *at, by_number);
  used = add_ranges(words, used, size, at, n);
  free(at);
  return used;
}

void describe_team(const picture_t *p, char *words, size_t size) {
  const upc_stride_layout_t *l = &p->layout;
  int n = p->team.n, *thread = calloc((size_t)n, sizeof *thread);
  if (!thread) mistake("no memory");
  size_t used = (size_t)snprintf(words, size, "%d of %zu thread%s: ", n, l->threads, l->threads == 1 ? "" : "s");
  for (int r = 0; r < n; r++) thread[r] = upc_stride_team_thread(&p->team, r);
  qsort(thread, (size_t)n, sizeof *thread, by_number);
  used = add_ranges(words, used, size - 200, thread, n);
  free(thread);
  if (!l->gridded || l->placed) return;
  used += (size_t)snprintf(words + used, size - used, "; grid coordinates (");
  for (int k = 0; k < l->ndims; k++) {
    if (k && l->grid[k] == 1) continue;
    if (k) used += (size_t)snprintf(words + used, size - used, ", ");
    used = add_coordinates(p, k, words, used, size - 20);
  }
  snprintf(words + used, size - used, ")");
}

/* "thread 1*4 + 3 = 7" of the coordinates modulo the grid. */
static size_t add_owner(const picture_t *p, const size_t *c, int owner, char *words, size_t used, size_t size) {
  const upc_stride_layout_t *l = &p->layout;
  if (!l->gridded) {
    size_t number = 0;
    for (int k = 0; k < l->ndims; k++) number = number * l->nblocks[k] + c[k];
    return used + (size_t)snprintf(words + used, size - used, "block number %zu, thread %zu mod %zu = %d", number,
                                   number + l->first, l->threads, owner);
  }
  used += (size_t)snprintf(words + used, size - used, "grid place (");
  for (int k = 0, first = 1; k < l->ndims && used < size; k++) {
    if (l->grid[k] == 1 && (k || l->ndims > 1)) continue;
    used += (size_t)snprintf(words + used, size - used, "%s%zu mod %zu", first ? "" : ", ", c[k], l->grid[k]);
    first = 0;
  }
  return used < size ? used + (size_t)snprintf(words + used, size - used, "), thread %d", owner) : used;
}

void describe_block(const picture_t *p, const size_t *c, char *words, size_t size) {
  const upc_stride_layout_t *l = &p->layout;
  size_t slot, used = (size_t)snprintf(words, size, "%s<", p->name), at;
  int owner = (int)upc_stride_places_owner(l, c, &slot);
  long long position = position_of(p, c);
  for (int k = 0; k < l->ndims; k++) used += (size_t)snprintf(words + used, size - used, "%s%zu", k ? ", " : "", c[k]);
  used += (size_t)snprintf(words + used, size - used, ">: ");
  used = add_owner(p, c, owner, words, used, size);
  at = upc_stride_places_block(l, owner, slot);
  if (used < size && !l->placed)
    used += (size_t)snprintf(words + used, size - used, "; its block %zu, at %zu * %zu", slot, slot, l->blockelems);
  if (used < size && !l->placed && p->type[0])
    used += (size_t)snprintf(words + used, size - used, " * %zu", l->elemsize);
  if (used < size)
    used += (size_t)snprintf(words + used, size - used, "%s%zu %s%s", l->placed ? "; at " : " = ", at,
                             p->type[0] ? "byte" : "element", at == 1 ? "" : "s");
  if (used < size && position >= 0)
    used += (size_t)snprintf(words + used, size - used, "; position %lld of the section", position);
  if (used < size && position >= 0)
    snprintf(words + used, size - used, ", rank %d of the team", upc_stride_team_rank(&p->team, owner));
}
