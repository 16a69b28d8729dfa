/* SPDX-License-Identifier: BSD-3-Clause
 * Pieces of any size: the lists of the v-forms, and what must hold for them. */
#include "operations.h"
#include "base/number.h"

void upc_stride_check_counts(const upc_stride_prepared_t *P) {
  const upc_stride_builder_t *B = P->builder;
  if (B->flow->src.picks.blocks != B->flow->dst.picks.blocks)
    upc_stride_fail(&P->site, "src", "%zu blocks, must be as many as in dst (%zu)", B->flow->src.picks.blocks,
                    B->flow->dst.picks.blocks);
}

size_t upc_stride_check_both(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  upc_stride_check_counts(P);
  return B->flow->dst.picks.blocks;
}

void upc_stride_keep_pieces(upc_stride_prepared_t *P, const upc_stride_args_t *args, size_t entries) {
  upc_stride_builder_t *B = P->builder;
  if (args->counts == NULL && entries > 0)
    upc_stride_fail(&P->site, "counts", "null, must be %zu sizes in bytes", entries);
  B->flow->counts = P->args.counts = upc_stride_prepared_keep(P, args->counts, entries * sizeof(size_t));
  B->flow->displs = P->args.displs = upc_stride_prepared_keep(P, args->displs, entries * sizeof(size_t));
  B->flow->src_displs = P->args.src_displs = upc_stride_prepared_keep(P, args->src_displs, entries * sizeof(size_t));
}

void upc_stride_line_up(upc_stride_prepared_t *P, size_t entries) {
  upc_stride_builder_t *B = P->builder;
  size_t *displs, sum = 0, i;
  if (B->flow->displs != NULL) return;
  B->flow->displs = displs = upc_stride_plan_alloc(B, entries * sizeof(size_t));
  for (i = 0; i < entries; i++) {
    displs[i] = sum;
    sum = upc_stride_added(sum, B->flow->counts[i]);
  }
}

void upc_stride_line_up_slots(upc_stride_prepared_t *P, size_t k) {
  upc_stride_builder_t *B = P->builder;
  const size_t *counts = B->flow->counts;
  size_t *to = NULL, *from = NULL, i, j, sum;
  if (B->flow->displs == NULL) B->flow->displs = to = upc_stride_plan_alloc(B, k * k * sizeof(size_t));
  if (B->flow->src_displs == NULL) B->flow->src_displs = from = upc_stride_plan_alloc(B, k * k * sizeof(size_t));
  for (i = 0; i < k && to != NULL; i++)
    for (j = 0, sum = 0; j < k; j++) to[j * k + i] = sum, sum = upc_stride_added(sum, counts[j * k + i]);
  for (j = 0; j < k && from != NULL; j++)
    for (i = 0, sum = 0; i < k; i++) from[j * k + i] = sum, sum = upc_stride_added(sum, counts[j * k + i]);
}

/* One piece of `bytes` at `start` in a block that has `most`. */
static void check_piece(const upc_stride_prepared_t *P, const char *argument, size_t piece, size_t start, size_t bytes,
                        size_t most) {
  if (bytes <= most && start <= most - bytes) return;
  upc_stride_fail(&P->site, "counts", "%zu bytes at %zu of piece %zu, must lie within its block of %s (%zu bytes)",
                  bytes, start, piece, argument, most);
}

void upc_stride_check_pieces(const upc_stride_prepared_t *P, const char *argument, const upc_stride_picks_t *picks,
                             const size_t *displs, int every, size_t entries) {
  const upc_stride_builder_t *B = P->builder;
  size_t i;
  for (i = 0; i < entries; i++)
    check_piece(P, argument, i, displs == NULL ? 0 : displs[i], B->flow->counts[i],
                every ? upc_stride_smallest(picks) : upc_stride_block_bytes(picks, i));
}

void upc_stride_check_displs(const upc_stride_prepared_t *P, size_t entries) {
  const upc_stride_flow_t *F = P->builder->flow;
  size_t i;
  for (i = 0; i < entries; i++)
    if (F->counts[i] > 0 && upc_stride_added(F->displs[i], F->counts[i]) > UPC_STRIDE_MOST_BYTES)
      upc_stride_fail(&P->site, "displs", "%zu bytes at %zu of piece %zu go beyond the shared object, must lie in it",
                      F->counts[i], F->displs[i], i);
}

void upc_stride_check_slots(const upc_stride_prepared_t *P, size_t k) {
  const upc_stride_flow_t *F = P->builder->flow;
  size_t i, j;
  for (j = 0; j < k; j++)
    for (i = 0; i < k; i++) {
      size_t at = j * k + i;
      check_piece(P, "src", at, F->src_displs[at], F->counts[at], upc_stride_block_bytes(&F->src.picks, j));
      check_piece(P, "dst", at, F->displs[at], F->counts[at], upc_stride_block_bytes(&F->dst.picks, i));
    }
}

size_t upc_stride_largest(const upc_stride_prepared_t *P, size_t entries) {
  const upc_stride_builder_t *B = P->builder;
  size_t most = 0, i;
  if (B->flow->counts == NULL) return B->flow->len;
  for (i = 0; i < entries; i++)
    if (B->flow->counts[i] > most) most = B->flow->counts[i];
  return most;
}
