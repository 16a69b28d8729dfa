/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a section that the caller owns, as boxes of the dataset: one for each block (layout/block_part.h). */
#include "file_members.h"
#include "layout/block_part.h"

/* The box of the block at[]; 0 if the section picks nothing of it. */
static int box_of(const upc_stride_file_call_t *call, const size_t *at, const upc_stride_bounds_t *slice,
                  upc_stride_file_box_t *box) {
  upc_stride_block_part_t part;
  int k;
  if (!upc_stride_block_part(&part, &call->picks, at)) return 0;
  box->ndims = call->picks.layout->ndims;
  box->memory = upc_stride_my_part(call->section.array) + part.offset;
  for (k = 0; k < box->ndims; k++) {
    box->count[k] = part.count[k];
    box->at[k] = slice[k].lo + (long long)part.from[k] * slice[k].step;
    box->by[k] = slice[k].step;
    box->pitch[k] = part.pitch[k];
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
