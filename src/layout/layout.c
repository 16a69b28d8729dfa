/* SPDX-License-Identifier: BSD-3-Clause
 * Layouts: filling in upc_stride_layout_t. Pure arithmetic; the numbers are explained in upc_stride_layout.h. */
#include "layout/places.h"

static size_t ceiling(size_t a, size_t b) { return a / b + (a % b != 0); }

static void finish(upc_stride_layout_t *L) {
  int k;
  L->elements = L->blocks = L->blockelems = 1;
  for (k = 0; k < L->ndims; k++) {
    L->nblocks[k] = ceiling(L->shape[k], L->block[k]);
    L->full[k] = L->nblocks[k] / L->grid[k];
    L->rest[k] = L->nblocks[k] % L->grid[k];
    L->elements *= L->shape[k];
    L->blocks *= L->nblocks[k];
    L->blockelems *= L->block[k];
  }
  L->blockbytes = L->blockelems * L->elemsize;
}

void upc_stride_layout_init(upc_stride_layout_t *L, int ndims, const size_t *shape, const size_t *block,
                            size_t elemsize, int ngrid, const int *grid, int threads, int first) {
  int k;
  L->ndims = ndims;
  L->gridded = ngrid > 0;
  L->padded = 1;
  L->placed = 0;
  L->threads = (size_t)threads;
  L->first = (size_t)first;
  L->elemsize = elemsize;
  L->copies = 0;
  L->owners = NULL;
  for (k = 0; k < ndims; k++) {
    L->shape[k] = shape[k];
    L->block[k] = block[k];
    L->grid[k] = k < ngrid ? (size_t)grid[k] : 1;
  }
  finish(L);
}

/* The dimension j with ublock = b_j * d_(j+1) * .. * d_(n-1) and b_j dividing d_j, or -1; *bj = b_j. */
static int rows_of(int ndims, const size_t *shape, size_t ublock, size_t *bj) {
  size_t inner = 1;
  int j;
  for (j = ndims - 1; j >= 0; j--) {
    if (ublock % inner != 0) return -1;
    *bj = ublock / inner;
    if (*bj <= shape[j]) return shape[j] % *bj == 0 ? j : -1;
    inner *= shape[j];
  }
  return -1;
}

int upc_stride_layout_init_ordinary(upc_stride_layout_t *L, int ndims, const size_t *shape, size_t ublock,
                                    size_t elemsize, int threads) {
  size_t block[UPC_STRIDE_MAX_DIMS], elements = 1, bj = 0;
  int j = 0, k, keeps = 1;
  for (k = 0; k < ndims; k++) elements *= shape[k];
  if (ndims > 0 && ndims <= UPC_STRIDE_MAX_DIMS) {
    if (ublock == 0) bj = shape[0];
    else keeps = (j = rows_of(ndims, shape, ublock, &bj)) >= 0;
  } else {
    keeps = 0;
  }
  if (keeps) {
    for (k = 0; k < ndims; k++) block[k] = k < j ? 1 : k == j ? bj : shape[k];
    upc_stride_layout_init(L, ndims, shape, block, elemsize, 0, NULL, threads, 0);
  } else {
    block[0] = ublock == 0 ? elements : ublock;
    upc_stride_layout_init(L, 1, &elements, block, elemsize, 0, NULL, threads, 0);
  }
  L->padded = 0;
  return keeps;
}

size_t upc_stride_layout_bytes(const upc_stride_layout_t *L) {
  size_t blocks = 1;
  int k;
  if (L->placed) return upc_stride_places_bytes(L);
  if (L->owners != NULL) return L->owners->most * L->blockbytes;
  if (!L->gridded) return ceiling(L->first + L->blocks, L->threads) * L->blockbytes;
  for (k = 0; k < L->ndims; k++) blocks *= ceiling(L->nblocks[k], L->grid[k]);
  return blocks * L->blockbytes;
}

/* The thread for which a replicated array is laid out has number 0. */
static size_t laid_out(const upc_stride_layout_t *L, size_t thread) { return L->copies > 0 ? 0 : thread; }

int upc_stride_layout_element(const upc_stride_layout_t *L, int thread, size_t offset, size_t *index) {
  size_t slot, within, rest, block;
  int k;
  if (L->placed && !upc_stride_places_nominal(L, &thread, &offset)) return 0;
  slot = offset / L->blockbytes, within = offset % L->blockbytes / L->elemsize;
  rest = laid_out(L, (size_t)thread);
  if (L->owners != NULL && slot >= upc_stride_layout_owned(L, rest)) return 0;
  if (!L->gridded && slot * L->threads + rest < L->first) return 0;
  block = L->gridded ? slot : slot * L->threads + rest - L->first;
  if (L->owners != NULL) block = L->owners->block[L->owners->start[rest] + slot];
  for (k = L->ndims - 1; k >= 0; k--) {
    size_t owner = L->gridded ? rest % L->grid[k] : 0;
    size_t blocks = L->gridded ? L->full[k] + (owner < L->rest[k]) : L->nblocks[k]; /* of the thread, or of all */
    if (blocks == 0) return 0;
    index[k] = (L->gridded ? block % blocks * L->grid[k] + owner : block % blocks) * L->block[k] + within % L->block[k];
    if (index[k] >= L->shape[k]) return 0;
    rest /= L->grid[k];
    block /= blocks;
    within /= L->block[k];
  }
  return block == 0;
}

/* Of a thread: with a grid, its coordinates, and how many blocks it has along each dimension. */
static void along_grid(const upc_stride_layout_t *L, size_t thread, size_t *coordinate, size_t *along) {
  int k;
  for (k = L->ndims; k-- > 0; thread /= L->grid[k]) {
    coordinate[k] = thread % L->grid[k];
    along[k] = L->full[k] + (coordinate[k] < L->rest[k]);
  }
}

/* Without a grid block n is the place `first + n` in the round: the thread's places are slot * threads + thread. */
static size_t first_slot(const upc_stride_layout_t *L, size_t thread) { return thread < L->first; }

size_t upc_stride_layout_owned(const upc_stride_layout_t *L, size_t thread) {
  size_t coordinate[UPC_STRIDE_MAX_DIMS], along[UPC_STRIDE_MAX_DIMS], owned = 1, end = L->first + L->blocks;
  int k;
  thread = laid_out(L, thread);
  if (L->owners != NULL) return L->owners->start[thread + 1] - L->owners->start[thread];
  if (!L->gridded) return (end > thread ? (end - thread - 1) / L->threads + 1 : 0) - first_slot(L, thread);
  if (L->placed && !upc_stride_places_of(L, &thread)) return 0;
  along_grid(L, thread, coordinate, along);
  for (k = 0; k < L->ndims; k++) owned *= along[k];
  return owned;
}

size_t upc_stride_layout_owned_block(const upc_stride_layout_t *L, size_t thread, size_t number, size_t *at) {
  size_t coordinate[UPC_STRIDE_MAX_DIMS], along[UPC_STRIDE_MAX_DIMS], rest = number, slot = number;
  int k;
  thread = laid_out(L, thread);
  if (!L->gridded) {
    slot = first_slot(L, thread) + number;
    rest = slot * L->threads + thread - L->first;
    if (L->owners != NULL) rest = L->owners->block[L->owners->start[thread] + number];
    for (k = L->ndims; k-- > 0; rest /= L->nblocks[k]) at[k] = rest % L->nblocks[k];
    return slot;
  }
  if (L->placed) upc_stride_places_of(L, &thread);
  along_grid(L, thread, coordinate, along);
  for (k = L->ndims; k-- > 0; rest /= along[k]) at[k] = coordinate[k] + rest % along[k] * L->grid[k];
  return slot;
}
