/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's calls for several handles, and access regions. Those for one handle are other names of the calls of
 * upc_nb.h (bupc_memory.h). */
#include <stddef.h>
#include "core/core.h"

typedef struct urt_transfer *handle_t; /* bupc_handle_t */
void upc_sync(handle_t handle);
int upc_sync_attempt(handle_t handle);
void upc_synci(void);

/* How many of `handle` are pending; those that are complete now are marked so. */
static size_t try(handle_t *handle, size_t n, size_t *done) {
  size_t left = 0;
  *done = 0;
  for (size_t i = 0; i < n; i++) {
    if (!handle[i]) continue;
    if (upc_sync_attempt(handle[i])) handle[i] = NULL, ++*done;
    else left++;
  }
  return left;
}

void bupc_waitsync_all(handle_t *handle, size_t n) {
  for (size_t i = 0; i < n; i++) {
    upc_sync(handle[i]);
    handle[i] = NULL;
  }
}

int bupc_trysync_all(handle_t *handle, size_t n) {
  size_t done;
  return try(handle, n, &done) == 0;
}

int bupc_trysync_some(handle_t *handle, size_t n) {
  size_t done, left = try(handle, n, &done);
  return done > 0 || left == 0;
}

void bupc_waitsync_some(handle_t *handle, size_t n) {
  for (unsigned turn = 0; !bupc_trysync_some(handle, n); turn++) urtc_relax(turn);
}

/* An access region has one handle for the transfers without handles between its begin and its end. The end completes
 * them (and any from before: early, which is allowed), so the handle it returns is complete. */
void bupc_begin_accessregion(void) {}
handle_t bupc_end_accessregion(void) { return upc_synci(), NULL; }
