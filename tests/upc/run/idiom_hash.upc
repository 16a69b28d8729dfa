// SPDX-License-Identifier: BSD-3-Clause
// A chained hash table in shared space: buckets cyclic, nodes allocated by the inserter, a lock for each few buckets.
#include "../check.h"
#define BUCKETS 31
#define KEYS 60

struct entry { unsigned key; int count; struct { char text[12]; } label; shared [] struct entry *next; };
shared [] struct entry *shared bucket[BUCKETS * THREADS];
upc_lock_t *shared stripe[THREADS];

static unsigned slot(unsigned key) { return key * 2654435761u % (BUCKETS * THREADS); }
static void add(unsigned key) {
  unsigned s = slot(key);
  upc_lock(stripe[s % THREADS]);
  shared [] struct entry *e, *shared *link = &bucket[s];
  for (e = *link; e && e->key != key; e = e->next) {}
  if (!e) {
    e = upc_alloc(sizeof *e);
    struct entry fresh = {.key = key, .next = bucket[s]};
    snprintf(fresh.label.text, sizeof fresh.label.text, "k%u", key);
    *e = fresh;
    bucket[s] = e;
  }
  e->count++;
  upc_unlock(stripe[s % THREADS]);
}
static int count_of(unsigned key) {
  for (shared [] struct entry *e = bucket[slot(key)]; e != NULL; e = e->next)
    if (e->key == key) {
      char text[12], want[12];
      upc_memget(text, e->label.text, sizeof text);
      snprintf(want, sizeof want, "k%u", key);
      CHECK(!strcmp(text, want));
      return e->count;
    }
  return 0;
}

int main(void) {
  stripe[MYTHREAD] = upc_global_lock_alloc();
  upc_barrier;
  for (unsigned k = 0; k < KEYS; k++) {
    add(k * 1000);
    if (k % 3 == 0) add(k * 1000);
    add(1000000 + KEYS * MYTHREAD + k);
  }
  upc_barrier;
  for (unsigned k = 0; k < KEYS; k++) {
    CHECK_EQ(count_of(k * 1000), THREADS * (k % 3 == 0 ? 2 : 1));
    CHECK_EQ(count_of(1000000 + KEYS * ((MYTHREAD + 1) % THREADS) + k), 1);
    CHECK_EQ(count_of(500 + k * 1000), 0);
  }
  return done();
}
