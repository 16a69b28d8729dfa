/* SPDX-License-Identifier: BSD-3-Clause
 * copies.upc: data of thread 0, where the tasks of this thread use it. A task that reads or writes far data waits for
 * thread 0, which may compute. So a far thread has a copy of its own, and moves its share of the data at once. */
#include <upc_castable.h>
#include <upc_nb.h>
#include "tasks.h"

shared void *copy_near(shared void *data, size_t bytes) {
  return upc_cast(data) != NULL ? data : upc_alloc(bytes);
}

void fetch_copy(shared void *copy, shared void *data, size_t first, size_t bytes) {
  if (copy == data || bytes == 0) return;
  upc_memget_nbi((char *)copy + first, (shared [] char *)data + first, bytes);
}

void send_copy(shared void *copy, shared void *data, size_t first, size_t bytes) {
  if (copy == data || bytes == 0) return;
  upc_memput_nbi((shared [] char *)data + first, (char *)copy + first, bytes);
}
