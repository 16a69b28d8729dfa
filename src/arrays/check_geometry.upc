/* SPDX-License-Identifier: BSD-3-Clause
 * Looking at the arguments that describe an array: shape, blocks, element size, grid. */
#include "arrays/check.h"

static void check_sizes(const upc_stride_site_t *call, int ndims, const size_t *shape, const size_t *block,
                        size_t elemsize) {
  size_t most = (size_t)-1 / 4 / (elemsize > 0 ? elemsize : 1);
  int k;
  if (ndims < 1 || ndims > UPC_STRIDE_MAX_DIMS)
    upc_stride_fail(call, "ndims", "%d, must be in 1..%d", ndims, (int)UPC_STRIDE_MAX_DIMS);
  if (shape == NULL) upc_stride_fail(call, "shape", "null, must be %d sizes in elements", ndims);
  if (block == NULL) upc_stride_fail(call, "block", "null, must be %d sizes in elements", ndims);
  if (elemsize == 0) upc_stride_fail(call, "elemsize", "0 bytes, must be at least 1");
  for (k = 0; k < ndims; k++) {
    size_t padded = block[k] > shape[k] ? block[k] : shape[k];
    if (shape[k] == 0) upc_stride_fail(call, "shape", "0 elements in dimension %d, must be at least 1", k);
    if (block[k] == 0) upc_stride_fail(call, "block", "0 elements in dimension %d, must be at least 1", k);
    if (padded > most / 2)
      upc_stride_fail(call, shape[k] < block[k] ? "block" : "shape",
                      "%zu elements in dimension %d, must be less than all memory", padded, k);
    most /= 2 * padded; /* rounding up to whole blocks less than doubles a dimension */
  }
}

static void check_grid(const upc_stride_site_t *call, int ndims, const size_t *shape, const size_t *block, int ngrid,
                       const int *grid) {
  long long product = 1;
  int k;
  if (ngrid < 0 || ngrid > ndims)
    upc_stride_fail(call, "ngrid", "%d, must be in 0..%d, the dimensions of the array", ngrid, ndims);
  if (ngrid == 0) return;
  if (grid == NULL) upc_stride_fail(call, "grid", "null, must be %d processor counts", ngrid);
  for (k = 0; k < ngrid; k++) {
    if (grid[k] < 1) upc_stride_fail(call, "grid", "%d processors in dimension %d, must be at least 1", grid[k], k);
    product = product < 1LL << 31 ? product * grid[k] : product;
  }
  if (product != THREADS)
    upc_stride_fail(call, "grid", "%lld processors, must be THREADS (%d)", product, (int)THREADS);
  for (k = ngrid; k < ndims; k++)
    if (block[k] < shape[k])
      upc_stride_fail(call, "grid", "leaves dimension %d with blocks of %zu unmapped, must be one block of %zu", k,
                      block[k], shape[k]);
}

void upc_stride_check_geometry(const upc_stride_site_t *call, int ndims, const size_t *shape, const size_t *block,
                               size_t elemsize, int ngrid, const int *grid) {
  check_sizes(call, ndims, shape, block, elemsize);
  check_grid(call, ndims, shape, block, ngrid, grid);
}

void upc_stride_check_owners(const upc_stride_site_t *call, const upc_stride_layout_t *L, const int *owner) {
  size_t n;
  if (owner == NULL) upc_stride_fail(call, "owner", "null, must be a thread for each of %zu blocks", L->blocks);
  for (n = 0; n < L->blocks; n++)
    if (owner[n] < 0 || owner[n] >= THREADS)
      upc_stride_fail(call, "owner", "thread %d for block %zu, must be in 0..%d", owner[n], n, (int)THREADS - 1);
}
