/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_halo. Each two members that exchange elements meet once (schedules/flow_pairwise.c). No other schedule
 * serves: the buffers are private, so only their owner can write to them. */
#include "operations.h"
#include "base/number.h"
#include "base/port.h"
#include "schedules/schedules.h"

enum {
  ALL_PARTS = UPC_STRIDE_CORNERS | UPC_STRIDE_PERIODIC | UPC_STRIDE_HALO_ONLY | UPC_STRIDE_FAR_ONLY | UPC_STRIDE_PADDED
};

/* The blocks of the section, dimension by dimension: consecutive ones. */
static void check_blocks(const upc_stride_prepared_t *P, upc_stride_halo_t *H) {
  const upc_stride_section_t *S = P->args.src;
  const upc_stride_layout_t *L = &S->array->layout;
  int k;
  upc_stride_check_contiguous(&P->site, "src", L);
  if (L->ndims > UPC_STRIDE_HALO_DIMS)
    upc_stride_fail(&P->site, "src", "%d dimensions, must be 1 to %d", L->ndims, (int)UPC_STRIDE_HALO_DIMS);
  for (k = 0; k < L->ndims; k++) {
    upc_stride_interval_t all = UPC_STRIDE_ALL;
    const upc_stride_interval_t *iv = k < S->intervals ? &S->interval[k] : &all;
    upc_stride_bounds_t b = upc_stride_bounds(iv, L->nblocks[k]);
    if (b.step != 1 && b.lo != b.hi)
      upc_stride_fail(&P->site, "src", "step %lld in dimension %d, must be 1", b.step, k);
    H->first[k] = b.lo;
    H->count[k] = (long long)upc_stride_interval_count(iv, L->nblocks[k]);
  }
}

/* Bytes of the greatest block with its halo; padding adds less to a row than the row has. */
static size_t bytes_with_halo(const upc_stride_layout_t *L, size_t width) {
  size_t bytes = upc_stride_product(2, L->elemsize);
  int k;
  for (k = 0; k < L->ndims; k++) bytes = upc_stride_product(bytes, upc_stride_added(L->block[k], 2 * width));
  return bytes;
}

static void check_sizes(const upc_stride_site_t *call, const char *array, const upc_stride_layout_t *L, size_t width,
                        int parts) {
  const size_t most = (size_t)1 << 30, size = L->elemsize;
  if ((parts & ~(int)ALL_PARTS) != 0)
    upc_stride_fail(call, "parts", "0x%x, must be 0 or some of UPC_STRIDE_CORNERS, _PERIODIC, _HALO_ONLY, "
                    "_FAR_ONLY, _PADDED", (unsigned)parts);
  if ((parts & UPC_STRIDE_PADDED) != 0 && size % UPC_STRIDE_PADDING != 0 && UPC_STRIDE_PADDING % size != 0)
    upc_stride_fail(call, array, "elements of %zu bytes, must divide 64 or be a multiple of it with "
                    "UPC_STRIDE_PADDED", size);
  if (width > most) upc_stride_fail(call, "width", "%zu elements, must be at most %zu", width, most);
  if (bytes_with_halo(L, width) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(call, "width", "%zu elements, must be that of a halo in memory", width);
}

static void check_arguments(const upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  const upc_stride_builder_t *B = P->builder;
  upc_stride_own_t own;
  check_sizes(&P->site, "src", &args->src->array->layout, args->len, args->parts);
  if ((args->parts & UPC_STRIDE_FAR_ONLY) != 0 &&
      (B->sync.in == UPC_STRIDE_MY || B->sync.out == UPC_STRIDE_MY))
    upc_stride_fail(&P->site, "sync_flags", "MYSYNC, must be ALLSYNC or NOSYNC with UPC_STRIDE_FAR_ONLY");
  if ((args->parts & UPC_STRIDE_FAR_ONLY) != 0 && args->src->array->view != NULL)
    upc_stride_fail(&P->site, "src", "a view of the program's memory, must be of memory of the library with "
                    "UPC_STRIDE_FAR_ONLY");
  if (args->local == NULL && B->flow->src.picks.blocks > 0 &&
      upc_stride_own_first(&own, &B->flow->src.picks, MYTHREAD))
    upc_stride_fail_all(&P->site, "dst", "null, must have room for the caller's blocks and their halos");
}

upc_stride_halo_tile_t upc_stride_halo_tile(upc_stride_array_t A, size_t width, int parts) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_halo_tile", NULL);
  const int padded = (parts & UPC_STRIDE_PADDED) != 0;
  upc_stride_halo_tile_t t = {0};
  size_t size, before = width, length;
  int k;
  upc_stride_check_array(&call, "array", A);
  check_sizes(&call, "array", &A->layout, width, parts);
  size = A->layout.elemsize;
  for (k = A->layout.ndims - 1, t.elements = 1; k >= 0; k--) {
    length = A->layout.block[k] + 2 * width;
    if (padded && k == A->layout.ndims - 1) {
      before = UPC_STRIDE_PADDED_LENGTH(width, size);
      length = UPC_STRIDE_PADDED_LENGTH(before + A->layout.block[k] + width, size);
    }
    t.stride[k] = t.elements;
    t.first += (k == A->layout.ndims - 1 ? before : width) * t.elements;
    t.elements *= length;
  }
  return t;
}

void upc_stride_build_halo(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_halo_t *H = upc_stride_plan_alloc(B, sizeof *H);
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  check_blocks(P, H);
  check_arguments(P, args);
  H->width = args->len;
  H->corners = (args->parts & UPC_STRIDE_CORNERS) != 0, H->periodic = (args->parts & UPC_STRIDE_PERIODIC) != 0;
  H->halo_only = (args->parts & UPC_STRIDE_HALO_ONLY) != 0, H->far_only = (args->parts & UPC_STRIDE_FAR_ONLY) != 0;
  H->padded = (args->parts & UPC_STRIDE_PADDED) != 0;
  B->flow->dst = B->flow->src;
  B->flow->kind = UPC_STRIDE_HALOS;
  B->flow->halo = H;
  B->dst.is_private = 1;
  B->dst.address = args->local;
  if (!upc_stride_takes_part(&M, P, 0)) return;
  upc_stride_plan_begin(P, &M.group);
  upc_stride_schedule_named(UPC_STRIDE_OP_COPY, "pairwise", &choice);
  upc_stride_write_plan(B, &M, &choice);
  upc_stride_members_end(&M, B->flow);
}
