/* SPDX-License-Identifier: BSD-3-Clause
 * table.h: a table of what is under way. It grows. An entry has a handle, 1 + its place, so that 0 means none. Entries
 * move when the table grows: keep the handle, not the address. */
#ifndef URT_TABLE_H
#define URT_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct urtk_table {
  size_t bytes;                    /* of an entry, and what the entries are, for a message: set these two */
  const char *what;
  void *entries;
  uint32_t *next_free;             /* of each free entry: the handle of the next one */
  uint32_t count, first_free;
};

uint32_t urtk_take_entry(struct urtk_table *table); /* its bytes are what they were */
void urtk_free_entry(struct urtk_table *table, uint32_t handle);

static inline void *urtk_entry(const struct urtk_table *table, uint32_t handle) {
  return (char *)table->entries + (handle - 1) * table->bytes;
}

#endif
