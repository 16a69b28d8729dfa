/* SPDX-License-Identifier: BSD-3-Clause
 * sim: lists that contexts have in common, found by a hash of their bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "conduits/sim/common_lists.h"

/* Its bytes follow. */
struct list {
  struct list *next;                     /* with the same bucket */
  uint64_t hash;
  size_t bytes, users;
};

enum { BUCKETS = 1 << 14 };
static struct list **bucket;             /* BUCKETS of them, or null */

static uint64_t hash_of(const char *list, size_t bytes) {
  uint64_t hash = bytes, word;
  for (; bytes >= sizeof word; list += sizeof word, bytes -= sizeof word) {
    memcpy(&word, list, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  for (; bytes > 0; list++, bytes--) hash = (hash ^ (unsigned char)*list) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

void *urtc_list_keep(const void *list, size_t bytes) {
  const uint64_t hash = hash_of(list, bytes);
  if (!bucket) bucket = urtk_memory(BUCKETS, sizeof *bucket, "lists of plans");
  struct list **first = &bucket[hash % BUCKETS], *l = *first;
  while (l && (l->hash != hash || l->bytes != bytes || memcmp(l + 1, list, bytes) != 0)) l = l->next;
  if (!l) {
    l = urtk_memory(1, sizeof *l + bytes, "a list of a plan");
    *l = (struct list){*first, hash, bytes, 0};
    memcpy(l + 1, list, bytes);
    *first = l;
  }
  l->users++;
  return l + 1;
}

void urtc_list_drop(void *list) {
  struct list *l = list ? (struct list *)list - 1 : NULL;
  if (!l || --l->users > 0) return;
  struct list **at = &bucket[l->hash % BUCKETS];
  while (*at != l) at = &(*at)->next;
  *at = l->next;
  free(l);
}
