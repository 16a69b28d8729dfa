/* SPDX-License-Identifier: BSD-3-Clause
 * Chains of accesses to 8 bytes. Equal ones are one: neighbouring cells mostly have the same accesses. */
#include <string.h>
#include "race/chains.h"
#include "race/memory.h"

static uint32_t new_node(void) {
  struct race *r = urtk_races;
  urtk_race_take(&r->node_lock);
  uint32_t number = r->first_free;
  if (number) r->first_free = r->nodes[number].same;
  else if (r->nodes_used < NODES) number = r->nodes_used++;
  urtk_race_drop(&r->node_lock);
  return number;
}

static void free_node(uint32_t number) {
  struct race *r = urtk_races;
  urtk_race_take(&r->node_lock);
  r->nodes[number].same = r->first_free, r->first_free = number;
  urtk_race_drop(&r->node_lock);
}

static struct bucket *bucket_of(const struct node *n) {
  uint64_t h = n->next;
  for (int i = 0; i < IN_NODE; i++) h = (h ^ n->head[i] ^ n->site[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
  return &urtk_races->buckets[h % BUCKETS];
}

static int is_same(const struct node *a, const struct node *b) {
  return a->next == b->next && !memcmp(a->head, b->head, sizeof a->head) && !memcmp(a->site, b->site, sizeof a->site);
}

void urtk_race_leave_chain(uint32_t number) {
  for (uint32_t next; number; number = next) {
    struct node *n = &urtk_races->nodes[number];
    struct bucket *b = bucket_of(n);
    uint32_t *link = &b->first;
    next = n->next;
    urtk_race_take(&b->lock);
    int unused = --n->users == 0;
    while (unused && *link != number) link = &urtk_races->nodes[*link].same;
    if (unused) *link = n->same;
    urtk_race_drop(&b->lock);
    if (!unused) return;
    free_node(number);
  }
}

/* The node with these contents, which has one more user. Those behind it have counted this one already. 0: no room. */
static uint32_t node_like(const struct node *wanted) {
  struct bucket *b = bucket_of(wanted);
  struct node *nodes = urtk_races->nodes;
  urtk_race_take(&b->lock);
  uint32_t number = b->first;
  while (number && !is_same(&nodes[number], wanted)) number = nodes[number].same;
  int found = number != 0;
  if (!found && (number = new_node())) nodes[number] = *wanted, nodes[number].same = b->first, b->first = number;
  if (number) nodes[number].users++;
  urtk_race_drop(&b->lock);
  if (found) urtk_race_leave_chain(wanted->next); /* that it has counted before */
  return number;
}

/* A chain of the accesses from number `at` on: full nodes lie behind, so what grows has the same ones as before. */
uint32_t urtk_race_chain_of(const struct list *list, uint32_t at) {
  uint32_t begin = 0;
  while (at < list->count) {
    struct node n = {.next = begin};
    for (int i = 0; i < IN_NODE && at < list->count; i++, at++)
      n.head[i] = list->head[at], n.site[i] = (uint16_t)list->site[at];
    uint32_t number = node_like(&n);
    if (!number) return begin;
    begin = number;
  }
  return begin;
}

/* As chain_of has written them: those of the last node come first. */
void urtk_race_collect_chain(uint32_t number, struct list *list) {
  const struct node *n = &urtk_races->nodes[number];
  if (n->next) urtk_race_collect_chain(n->next, list);
  for (int i = 0; i < IN_NODE; i++) add(list, n->head[i], n->site[i]);
}
