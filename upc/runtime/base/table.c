/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of what is under way (table.h). */
#include "base/fail.h"
#include "base/table.h"

enum { FIRST = 4 };                      /* few: each of thousands of simulated threads has tables */

static void grow(struct urtk_table *table) {
  uint32_t more = table->count ? 2 * table->count : FIRST;
  table->entries = urtk_larger(table->entries, more, table->bytes, table->what);
  table->next_free = urtk_larger(table->next_free, more, sizeof *table->next_free, table->what);
  for (uint32_t handle = more; handle > table->count; handle--) urtk_free_entry(table, handle);
  table->count = more;
}

uint32_t urtk_take_entry(struct urtk_table *table) {
  if (!table->first_free) grow(table);
  uint32_t handle = table->first_free;
  table->first_free = table->next_free[handle - 1];
  return handle;
}

void urtk_free_entry(struct urtk_table *table, uint32_t handle) {
  table->next_free[handle - 1] = table->first_free;
  table->first_free = handle;
}
