/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays the compiler declares: their layout, worked out at start-up when THREADS is known. Plain C: the runtime
 * calls it before there are threads. */
#include "base/environment.h"
#include "upc_stride_layout.h"

#include <stdio.h>
#include <stdlib.h>

/* "A: grid g (2 x 3) " to standard error. */
static void about(const upc_stride_declared_t *D) {
  int k;
  if (D->file != NULL) fprintf(stderr, "%s:%d: ", D->file, D->line);
  fprintf(stderr, "array %s: grid %s (", D->name, D->gridname);
  for (k = 0; k < D->ngrid; k++) fprintf(stderr, "%s%d", k == 0 ? "" : " x ", D->grid[k]);
  fprintf(stderr, ") ");
}

static long long product(const upc_stride_declared_t *D) {
  long long p = 1;
  int k;
  for (k = 0; k < D->ngrid; k++) p = D->grid[k] > 0 && p < (1LL << 32) ? p * D->grid[k] : -1;
  return p;
}

/* The blocking factors as numbers. */
static void resolve(const upc_stride_declared_t *D, int threads, size_t *block) {
  int k;
  for (k = 0; k < D->ndims; k++) {
    long long over = D->ndims == 1 || k >= D->ngrid ? (D->ndims == 1 ? threads : 1) : D->grid[k];
    size_t p = (size_t)(over > 0 ? over : 1);
    block[k] = D->block[k];
    if (block[k] == UPC_STRIDE_WHOLE) block[k] = D->shape[k];
    if (block[k] == UPC_STRIDE_STAR) block[k] = (D->shape[k] + p - 1) / p;
  }
}

/* 1 where the named grid fits the job; ends the program where it must and does not. */
static int fits(const upc_stride_declared_t *D, int threads) {
  int fatal = upc_stride_environment()->strict_processors;
  if (D->gridname == NULL || product(D) == threads) return D->gridname != NULL;
  about(D);
  fprintf(stderr, fatal ? "must have as many processors as there are THREADS (%d)\n"
                         : "does not have THREADS (%d) processors; ignored, blocks go round the threads\n",
          threads);
  if (fatal) exit(1);
  return 0;
}

size_t upc_stride_declared_bytes(void *declared, int threads) {
  upc_stride_declared_t *D = declared;
  size_t block[UPC_STRIDE_MAX_DIMS];
  int k;
  if (!D->multiblocked) {
    upc_stride_layout_init_ordinary(&D->layout, D->ndims, D->shape, D->ublock, D->elemsize, threads);
    return upc_stride_layout_bytes(&D->layout);
  }
  resolve(D, threads, block);
  D->mapped = fits(D, threads);
  upc_stride_layout_init(&D->layout, D->ndims, D->shape, block, D->elemsize, D->mapped ? D->ngrid : 0, D->grid,
                         threads, 0);
  for (k = D->ngrid; k < D->ndims && D->mapped; k++) {
    if (D->layout.nblocks[k] == 1) continue;
    about(D);
    fprintf(stderr, "leaves dimension %d with %zu blocks unmapped, must be one block\n", k, D->layout.nblocks[k]);
    exit(1);
  }
  return upc_stride_layout_bytes(&D->layout);
}
