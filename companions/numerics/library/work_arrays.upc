/* SPDX-License-Identifier: BSD-3-Clause
 * Work arrays, which are kept for the next call that wants the same. To allocate one costs a barrier, pages that are
 * touched for the first time, and new plans for all calls with it. All threads make the same calls, so all keep the
 * same arrays. */
#include "work_arrays.h"
#include "arrays/array.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

int upc_stride_one_each(const size_t *block, void *argument) {
  (void)argument;
  return (int)block[0];
}

/* A thread has work arrays of as many bytes as have been in use at once, or of those in use and so many more. So calls
 * that follow each other find the arrays of the one before, and need no more memory than the first one. */
static const size_t spare_bytes = (size_t)16 << 20;
static size_t most_in_use;

typedef struct kept {
  upc_stride_array_t array;
  int *owners;                        /* of its blocks; null: it is replicated */
  size_t blocks, bytes;               /* bytes: on a thread */
  int in_use;
  struct kept *next;                  /* used before this one */
} kept_t;

static kept_t *all_kept;              /* the latest first */

static size_t blocks_of(int ndims, const size_t *shape, const size_t *block) {
  size_t blocks = 1;
  int k;
  for (k = 0; k < ndims; k++) blocks *= (shape[k] + block[k] - 1) / block[k];
  return blocks;
}

static int *list_owners(int ndims, const size_t *shape, const size_t *block, size_t blocks,
                        upc_stride_owner_function_t *owner, void *argument) {
  int *owners = upc_stride_alloc(blocks, sizeof *owners, "the owners of blocks");
  size_t at[UPC_STRIDE_MAX_DIMS] = {0}, b;
  int k;
  for (b = 0; b < blocks; b++) {
    owners[b] = owner(at, argument);
    for (k = ndims - 1; k >= 0 && (++at[k]) * block[k] >= shape[k]; k--) at[k] = 0;
  }
  return owners;
}

static int is_same(const kept_t *kept, int ndims, const size_t *shape, const size_t *block, size_t size,
                   const int *owners) {
  const upc_stride_layout_t *const L = &kept->array->layout;
  const size_t bytes = (size_t)ndims * sizeof *shape;
  return !kept->in_use && L->ndims == ndims && L->elemsize == size && memcmp(L->shape, shape, bytes) == 0 &&
         memcmp(L->block, block, bytes) == 0 && (kept->owners == NULL) == (owners == NULL) &&
         (owners == NULL || memcmp(kept->owners, owners, kept->blocks * sizeof *owners) == 0);
}

/* The first place in the list where the next array is the one that is looked for; or the end of the list. */
static kept_t **find(int ndims, const size_t *shape, const size_t *block, size_t size, const int *owners) {
  kept_t **place = &all_kept;
  while (*place != NULL && !is_same(*place, ndims, shape, block, size, owners)) place = &(*place)->next;
  return place;
}

/* The most that a thread has. */
static size_t bytes_of(int ndims, const size_t *shape, const size_t *block, size_t size, const int *owners,
                       size_t blocks) {
  size_t bytes = size, most = 0, *count, b;
  int k;
  for (k = 0; k < ndims; k++) bytes *= owners == NULL ? shape[k] : block[k];
  if (owners == NULL) return bytes;
  count = upc_stride_alloc(THREADS, sizeof *count, "the owners of blocks");
  memset(count, 0, THREADS * sizeof *count);
  for (b = 0; b < blocks; b++)
    if (++count[owners[b]] > most) most = count[owners[b]];
  free(count);
  return most * bytes;
}

static kept_t *new_array(int ndims, const size_t *shape, const size_t *block, size_t size, int *owners,
                         size_t blocks, size_t bytes) {
  kept_t *kept = upc_stride_alloc(1, sizeof *kept, "a work array");
  kept->array = owners != NULL ? upc_stride_all_alloc_listed(ndims, shape, block, size, owners)
                               : upc_stride_all_alloc_replicated(ndims, shape, size);
  kept->owners = owners;
  kept->blocks = blocks;
  kept->bytes = bytes;
  return kept;
}

static void drop(kept_t **place) {
  kept_t *kept = *place;
  *place = kept->next;
  upc_stride_all_free(kept->array);
  free(kept->owners);
  free(kept);
}

/* The last array of the list that is not in use; null: there is none. */
static kept_t **last_unused(void) {
  kept_t **place, **found = NULL;
  for (place = &all_kept; *place != NULL; place = &(*place)->next)
    if (!(*place)->in_use) found = place;
  return found;
}

/* Frees arrays that were used longest ago, until there is room for so many bytes that come into use. */
static void make_room(size_t bytes) {
  size_t all = bytes, in_use = bytes, most;
  const kept_t *kept;
  for (kept = all_kept; kept != NULL; kept = kept->next) {
    all += kept->bytes;
    if (kept->in_use) in_use += kept->bytes;
  }
  if (in_use > most_in_use) most_in_use = in_use;
  most = in_use + spare_bytes > most_in_use ? in_use + spare_bytes : most_in_use;
  while (all > most) {
    kept_t **place = last_unused();
    all -= (*place)->bytes;
    drop(place);
  }
}

upc_stride_array_t upc_stride_work_array(int ndims, const size_t *shape, const size_t *block, size_t size,
                                         upc_stride_owner_function_t *owner, void *argument) {
  const size_t blocks = blocks_of(ndims, shape, block);
  int *owners = owner == NULL ? NULL : list_owners(ndims, shape, block, blocks, owner, argument);
  kept_t **place = find(ndims, shape, block, size, owners), *kept = *place;
  if (kept == NULL) {
    const size_t bytes = bytes_of(ndims, shape, block, size, owners, blocks);
    make_room(bytes);
    kept = new_array(ndims, shape, block, size, owners, blocks, bytes);
  } else {
    free(owners);
    *place = kept->next;
  }
  kept->in_use = 1;
  kept->next = all_kept;
  all_kept = kept;
  make_room(0);
  return kept->array;
}

void upc_stride_work_done(upc_stride_array_t array) {
  kept_t *kept = all_kept;
  while (kept->array != array) kept = kept->next;
  kept->in_use = 0;
  make_room(0);
}
