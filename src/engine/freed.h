/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must not be freed: memory that calls in flight use, or a running graph. A thread is refused when it frees what
 * its own calls use: the runtime tells of upc_free and upc_all_free before they free anything. What another thread
 * frees with upc_free is found when the call ends: the runtime counts what is freed, and knows the latest pieces. The
 * count of memory of all threads is on thread 0. Threads that do not reach it by address look in checked mode alone,
 * since it would be a message.
 */
#ifndef UPC_STRIDE_FREED_H
#define UPC_STRIDE_FREED_H

#include "base/fail.h"

#include <stddef.h>

/* Memory at the same addresses of all threads, or of one. */
typedef struct upc_stride_freed_memory {
  size_t from, bytes;
  int thread;                             /* -1: of all */
} upc_stride_freed_t;

/* How many pieces of memory had been freed: of all threads, of the caller. */
typedef struct upc_stride_frees {
  unsigned long of_all, own;
} upc_stride_frees_t;

void upc_stride_note_frees(upc_stride_frees_t *frees);

/* A number that grows with each piece that is freed of the memory that all threads have, and with `own` of the
 * caller's. What the caller does not reach by address does not count. */
unsigned long upc_stride_frees_seen(int own);

/* Which thread has freed memory since for which `is_used` returns 1; -1: none. `what` is handed on. */
int upc_stride_freed_since(const upc_stride_frees_t *since,
                           int (*is_used)(const void *what, const upc_stride_freed_t *m), const void *what);

/* Who is asked before the calling thread frees memory: `look` refuses the call if it must stay. From `begins` to
 * `ends`, which end in the reverse order. */
typedef struct upc_stride_use {
  void (*look)(const struct upc_stride_use *use, const upc_stride_site_t *call, const upc_stride_freed_t *m);
  struct upc_stride_use *around;
} upc_stride_use_t;

void upc_stride_use_begins(upc_stride_use_t *use);
void upc_stride_use_ends(const upc_stride_use_t *use);

#endif
