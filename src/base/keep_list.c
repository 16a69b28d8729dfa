/* SPDX-License-Identifier: BSD-3-Clause
 * Lists that do not change: explained in keep_list.h. */
#include "base/keep_list.h"
#include "base/of_thread.h"

#include <stdlib.h>

static UPC_STRIDE_OF_THREAD void *(*keep)(const void *list, size_t bytes); /* or null */
static UPC_STRIDE_OF_THREAD void (*drop)(void *list);

void upc_stride_lists_kept_by(void *(*keep_copy)(const void *list, size_t bytes), void (*give_back)(void *list)) {
  keep = keep_copy;
  drop = give_back;
}

void *upc_stride_keep_list(void *list, size_t bytes) {
  void *kept;
  if (keep == NULL || list == NULL) return list;
  kept = keep(list, bytes);
  free(list);
  return kept;
}

void upc_stride_drop_list(const void *list) {
  if (drop == NULL) free((void *)list);
  else drop((void *)list);
}
