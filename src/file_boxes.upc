/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a section that the caller owns, as boxes: one for each block.
 *
 *   a dimension of 10 elements in blocks of 4, section 1:2:9      elements     1 3 | 5 7 | 9
 *                                                                 positions    0 1 | 2 3 | 4
 *   block 1 has a box of 2 elements, from position 2 on; in memory they begin at its element 1 and lie 2 elements apart
 */
#include "file_members.h"
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

/* The box of the block at[]; 0 if the section picks nothing of it. */
static int box_of(const upc_stride_file_call_t *call, const size_t *at, const upc_stride_bounds_t *slice,
                  upc_stride_file_box_t *box) {
  const upc_stride_layout_t *L = call->picks.layout;
  size_t index[UPC_STRIDE_MAX_DIMS], start, next;
  int k;
  box->ndims = L->ndims;
  for (k = 0; k < L->ndims; k++) {
    const size_t lo = at[k] * L->block[k], hi = lo + L->block[k] < L->shape[k] ? lo + L->block[k] : L->shape[k];
    long long from, end;
    positions(call->picks.first[k], call->picks.step[k], call->picks.count[k], lo, hi, &from, &end);
    if (from >= end) return 0;
    box->count[k] = (size_t)(end - from);
    box->at[k] = slice[k].lo + from * slice[k].step;
    box->by[k] = slice[k].step;
    index[k] = (size_t)(call->picks.first[k] + from * call->picks.step[k]);
  }
  upc_stride_places_element(L, index, &start);
  box->memory = upc_stride_my_part(call->section.array) + start;
  for (k = 0; k < L->ndims; k++) {
    box->pitch[k] = 0;
    if (box->count[k] < 2) continue;
    index[k] += (size_t)call->picks.step[k];
    upc_stride_places_element(L, index, &next);
    box->pitch[k] = (long long)(next - start);
    index[k] -= (size_t)call->picks.step[k];
  }
  return 1;
}

int upc_stride_file_move(const upc_stride_file_call_t *call, upc_stride_dataset_t *D,
                         const upc_stride_interval_t *slice, int writing) {
  static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  const upc_stride_layout_t *L = call->picks.layout;
  upc_stride_bounds_t bounds[UPC_STRIDE_MAX_DIMS];
  upc_stride_file_box_t box;
  size_t at[UPC_STRIDE_MAX_DIMS], owned = upc_stride_layout_owned(L, (size_t)MYTHREAD), n;
  int k, status = 0;
  for (k = 0; k < L->ndims; k++) {
    bounds[k] = upc_stride_bounds(slice != NULL ? &slice[k] : &all, D->shape[k]);
    if (call->picks.count[k] == 1) bounds[k].step = 1;
  }
  for (n = 0; n < owned && status == 0; n++) {
    upc_stride_layout_owned_block(L, (size_t)MYTHREAD, n, at);
    if (!box_of(call, at, bounds, &box)) continue;
    status = writing ? upc_stride_dataset_write(D, &box) : upc_stride_dataset_read(D, &box);
  }
  return status;
}
