/* SPDX-License-Identifier: BSD-3-Clause
 * Work arrays, which are kept for the next call that wants the same. To allocate one costs a barrier, pages that are
 * touched for the first time, and new plans for all calls with it. All threads make the same calls, so all keep the
 * same arrays. */
#include "work_arrays.h"
#include "arrays/array.h"
#include "base/allocate.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

/* What a thread keeps at most, beside the arrays in use. */
static const size_t most_bytes = (size_t)16 << 20;

typedef struct kept {
  upc_stride_array_t array;
  size_t bytes;                       /* on a thread */
  int in_use;
  struct kept *next;                  /* used before this one */
} kept_t;

static kept_t *all_kept;              /* the latest first */
static size_t in_use, most_in_use;    /* bytes on a thread */

static size_t blocks_of(int ndims, const size_t *shape, const size_t *block) {
  size_t blocks = 1;
  int k;
  for (k = 0; k < ndims; k++) blocks *= (shape[k] + block[k] - 1) / block[k];
  return blocks;
}

static int *list_owners(int ndims, const size_t *shape, const size_t *block, upc_stride_owner_function_t *owner,
                        void *argument) {
  const size_t blocks = blocks_of(ndims, shape, block);
  int *owners = upc_stride_alloc(blocks, sizeof *owners, "the owners of blocks");
  size_t at[UPC_STRIDE_MAX_DIMS] = {0}, b;
  int k;
  for (b = 0; b < blocks; b++) {
    owners[b] = owner(at, argument);
    for (k = ndims - 1; k >= 0 && (++at[k]) * block[k] >= shape[k]; k--) at[k] = 0;
  }
  return owners;
}

/* 1: its blocks have the owners of the list; of no list: it is replicated. */
static int has_owners(const upc_stride_layout_t *L, const int *owners) {
  size_t b = 0;
  if (owners == NULL || L->copies > 0) return owners == NULL && L->copies > 0;
  while (b < L->blocks && upc_stride_places_number(L, (long long)b) % L->threads == (size_t)owners[b]) b++;
  return b == L->blocks;
}

static int is_same(const kept_t *kept, int ndims, const size_t *shape, const size_t *block, size_t size,
                   const int *owners) {
  const upc_stride_layout_t *const L = &kept->array->layout;
  const size_t bytes = (size_t)ndims * sizeof *shape;
  return !kept->in_use && L->ndims == ndims && L->elemsize == size && memcmp(L->shape, shape, bytes) == 0 &&
         memcmp(L->block, block, bytes) == 0 && has_owners(L, owners);
}

/* The first place in the list where the next array is the one that is looked for; or the end of the list. */
static kept_t **find(int ndims, const size_t *shape, const size_t *block, size_t size, const int *owners) {
  kept_t **place = &all_kept;
  while (*place != NULL && !is_same(*place, ndims, shape, block, size, owners)) place = &(*place)->next;
  return place;
}

static kept_t *new_array(int ndims, const size_t *shape, const size_t *block, size_t size, const int *owners) {
  kept_t *kept = upc_stride_alloc(1, sizeof *kept, "a work array");
  kept->array = owners != NULL ? upc_stride_all_alloc_listed(ndims, shape, block, size, owners)
                               : upc_stride_all_alloc_replicated(ndims, shape, size);
  kept->bytes = upc_stride_layout_bytes(&kept->array->layout);
  return kept;
}

upc_stride_array_t upc_stride_work_array(int ndims, const size_t *shape, const size_t *block, size_t size,
                                         upc_stride_owner_function_t *owner, void *argument) {
  int *owners = owner == NULL ? NULL : list_owners(ndims, shape, block, owner, argument);
  kept_t **place = find(ndims, shape, block, size, owners), *kept = *place;
  if (kept == NULL) kept = new_array(ndims, shape, block, size, owners);
  else *place = kept->next;
  free(owners);
  kept->in_use = 1;
  in_use += kept->bytes;
  if (in_use > most_in_use) most_in_use = in_use;
  kept->next = all_kept;
  all_kept = kept;
  return kept->array;
}

static int one_each(const size_t *block, void *argument) {
  (void)argument;
  return (int)block[0];
}

upc_stride_array_t upc_stride_work_each(size_t count, size_t size) {
  const size_t all = count * THREADS;
  return upc_stride_work_array(1, &all, &count, size, one_each, NULL);
}

static void drop(kept_t **place) {
  kept_t *kept = *place;
  *place = kept->next;
  upc_stride_all_free(kept->array);
  free(kept);
}

/* Those that were used longest ago go first. */
void upc_stride_work_done(upc_stride_array_t array) {
  kept_t **place = &all_kept;
  size_t bytes = 0;
  while (*place != NULL) {
    if ((*place)->array == array) (*place)->in_use = 0, in_use -= (*place)->bytes;
    if (!(*place)->in_use) bytes += (*place)->bytes;
    if (!(*place)->in_use && bytes > most_bytes) bytes -= (*place)->bytes, drop(place);
    else place = &(*place)->next;
  }
}

void upc_stride_work_all_done(void) {
  kept_t *kept;
  for (kept = all_kept; kept != NULL; kept = kept->next) kept->in_use = 0;
  in_use = 0;
  upc_stride_work_done(NULL);
}

size_t upc_stride_most_work(void) {
  const size_t most = most_in_use;
  most_in_use = in_use;
  return most;
}
