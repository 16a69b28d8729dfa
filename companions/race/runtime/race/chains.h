/* SPDX-License-Identifier: BSD-3-Clause
 * chains.h: lists of accesses to 8 bytes, and the chains of nodes in which a cell keeps them. */
#ifndef URT_RACE_CHAINS_H
#define URT_RACE_CHAINS_H

#include <stdint.h>

enum { MOST = 400 }; /* accesses to 8 bytes that are kept at a time */
struct list {
  uint32_t count;
  uint64_t head[MOST];
  uint32_t site[MOST];
};

static inline void add(struct list *list, uint64_t head, uint32_t site) {
  if (!head) return;
  if (list->count == MOST) list->count--; /* the latest is lost: a race may be missed, and none is invented */
  list->head[list->count] = head, list->site[list->count++] = site;
}

/* A chain of the accesses from number `at` on; 0 for none. The caller is one of its users until it leaves it. */
uint32_t urtk_race_chain_of(const struct list *list, uint32_t at);
void urtk_race_leave_chain(uint32_t number);
void urtk_race_collect_chain(uint32_t number, struct list *list); /* adds them, as they were written */

#endif
