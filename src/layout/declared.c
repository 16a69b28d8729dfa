/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays the compiler declares: their layout, computed at the start when THREADS is known. Plain C: the runtime
 * calls it before there are threads. */
#include "base/environment.h"
#include "upc_stride_layout.h"
#include "base/of_thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *upc_stride_spell_grid(const upc_stride_declared_t *D, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "'%.100s' (", D->gridname);
  int k;
  for (k = 0; k < D->ngrid && used < size; k++)
    used += (size_t)snprintf(text + used, size - used, "%s%d", k == 0 ? "" : " x ", D->grid[k]);
  if (used < size) snprintf(text + used, size - used, ")");
  return text;
}

/* "file.upc:12: array A: grid 'g' (2 x 3) " to standard error. */
static void about(const upc_stride_declared_t *D) {
  char text[300];
  if (D->file != NULL) fprintf(stderr, "%s:%d: ", D->file, D->line);
  fprintf(stderr, "array %s: grid %s ", D->name, upc_stride_spell_grid(D, text, sizeof text));
}

long long upc_stride_processors(const upc_stride_declared_t *D) {
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

static UPC_STRIDE_OF_THREAD upc_stride_declared_t *ignored; /* arrays whose grid is ignored, linked by next_ignored */

const upc_stride_declared_t *upc_stride_ignored_at(size_t offset) {
  const upc_stride_declared_t *D;
  for (D = ignored; D != NULL; D = D->next_ignored)
    if (D->offset != NULL && offset - *D->offset < upc_stride_layout_bytes(&D->layout)) return D;
  return NULL;
}

static int same_grid(const upc_stride_declared_t *a, const upc_stride_declared_t *b) {
  if (strcmp(a->gridname, b->gridname) != 0 || a->gridline != b->gridline) return 0;
  return a->gridfile != NULL && b->gridfile != NULL && strcmp(a->gridfile, b->gridfile) == 0;
}

/* One warning for each grid, however many arrays it has. */
static void ignore(upc_stride_declared_t *D, int threads) {
  const upc_stride_declared_t *other = ignored;
  char text[300];
  while (other != NULL && !same_grid(other, D)) other = other->next_ignored;
  D->next_ignored = ignored;
  ignored = D;
  if (other != NULL) return;
  if (D->gridfile != NULL) fprintf(stderr, "%s:%d: ", D->gridfile, D->gridline);
  fprintf(stderr, "warning: grid %s does not have THREADS (%d) processors; it is ignored, and the blocks of its arrays "
          "go round the threads\n", upc_stride_spell_grid(D, text, sizeof text), threads);
}

/* 1 where the named grid fits the job; ends the program where it must and does not. */
static int fits(upc_stride_declared_t *D, int threads) {
  if (D->gridname == NULL || upc_stride_processors(D) == threads) return D->gridname != NULL;
  if (upc_stride_environment()->processors == UPC_STRIDE_PROCESSORS_STRICT) {
    about(D);
    fprintf(stderr, "must have as many processors as there are THREADS (%d)\n", threads);
    exit(1);
  }
  ignore(D, threads);
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
