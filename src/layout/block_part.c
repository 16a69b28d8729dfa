/* SPDX-License-Identifier: BSD-3-Clause
 * The elements of a block that a section picks: explained in block_part.h. */
#include "layout/block_part.h"
#include "layout/places.h"

/* The positions i, from *from to before *end, of elements first + step * i in lo .. hi - 1. */
static void positions(long long first, long long step, size_t count, size_t lo, size_t hi, long long *from,
                      long long *end) {
  const long long by = step > 0 ? step : -step;
  const long long skipped = step > 0 ? (long long)lo - first : first - ((long long)hi - 1); /* before the block */
  const long long up_to = step > 0 ? (long long)hi - first : first - ((long long)lo - 1);
  *from = skipped <= 0 ? 0 : (skipped + by - 1) / by;
  *end = up_to <= 0 ? 0 : (up_to + by - 1) / by;
  if (*end > (long long)count) *end = (long long)count;
}

int upc_stride_block_part(upc_stride_block_part_t *part, const upc_stride_picks_t *P, const size_t *at) {
  const upc_stride_layout_t *L = P->layout;
  size_t index[UPC_STRIDE_MAX_DIMS], next;
  int k;
  for (k = 0; k < L->ndims; k++) {
    const size_t lo = at[k] * L->block[k], hi = lo + L->block[k] < L->shape[k] ? lo + L->block[k] : L->shape[k];
    long long from, end;
    positions(P->first[k], P->step[k], P->count[k], lo, hi, &from, &end);
    if (from >= end) return 0;
    part->from[k] = (size_t)from;
    part->count[k] = (size_t)(end - from);
    index[k] = (size_t)(P->first[k] + from * P->step[k]);
  }
  part->thread = upc_stride_places_element(L, index, &part->offset);
  for (k = 0; k < L->ndims; k++) {
    part->pitch[k] = 0;
    if (part->count[k] < 2) continue;
    index[k] += (size_t)P->step[k];
    upc_stride_places_element(L, index, &next);
    part->pitch[k] = (long long)(next - part->offset);
    index[k] -= (size_t)P->step[k];
  }
  return 1;
}

void upc_stride_picked_blocks(const upc_stride_picks_t *P, int k, size_t *least, size_t *greatest) {
  const long long one = P->first[k], other = one + P->step[k] * ((long long)P->count[k] - 1);
  *least = (size_t)(one < other ? one : other) / P->layout->block[k];
  *greatest = (size_t)(one < other ? other : one) / P->layout->block[k];
}

void upc_stride_runs_of(upc_stride_runs_t *R, const upc_stride_block_part_t *part, int ndims, size_t elemsize,
                        const long long *pitch) {
  int k;
  R->bytes = elemsize;
  R->levels = 0;
  for (k = ndims - 1; k >= 0; k--) {
    const int last = R->levels - 1;
    if (part->count[k] < 2) continue;
    if (last < 0 && part->pitch[k] == (long long)R->bytes && pitch[k] == (long long)R->bytes) {
      R->bytes *= part->count[k];
    } else if (last >= 0 && part->pitch[k] == R->there[last] * (long long)R->count[last] &&
               pitch[k] == R->here[last] * (long long)R->count[last]) {
      R->count[last] *= part->count[k];
    } else {
      R->count[R->levels] = part->count[k];
      R->there[R->levels] = part->pitch[k];
      R->here[R->levels++] = pitch[k];
    }
  }
}
