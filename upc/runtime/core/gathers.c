/* SPDX-License-Identifier: BSD-3-Clause
 * The tables of urt_gathers.h, and the objects that loops gather from through pointers-to-shared. Threads of OpenMP may
 * come at the same time: what is made is never changed or freed, and found again when an object has the place and the
 * blocks of an earlier one. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/core.h"

#ifdef URT_ALL_NEAR

enum { MOST_BYTES = 64 << 20, LISTS_LOG = 10, LISTS = 1 << LISTS_LOG };

static urt_size_t most; /* granules of a table that the cache has room for */

static const unsigned long always;
static const urt_gathered_t nothing = {.header = &always};

/* An object with its table. */
struct known {
  urt_gathered_t object;
  urt_size_t granules;
  struct known *next; /* in its list, by a hash of offset, element and block */
};
static struct known *list[LISTS];
static const urt_gathered_t *recent[LISTS]; /* by a hash of a pointer's offset, for loops that change objects */
static size_t bytes_used;                   /* of tables and objects */
static int full;                            /* there was no memory for another one */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static size_t hash(urt_size_t offset, urt_size_t elem, urt_size_t block) {
  return (offset + (elem << 40) + (block << 20)) * 0x9e3779b97f4a7c15u >> (64 - LISTS_LOG);
}

/* A table and the elements that are found by it share the second-level cache with what else the loop reads. A larger
 * table costs more than the multiplications that it saves: with blocks of one, a table of half the cache did. */
void urtk_size_gather_tables(void) {
  enum { USUAL = 256 << 10 };            /* bytes, where the system tells nothing: few caches have less */
  long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  most = (urt_size_t)(cache > 0 ? cache : USUAL) / 4 / sizeof(long);
}

static void *memory(size_t bytes) {
  if (bytes > MOST_BYTES - bytes_used) return NULL;
  bytes_used += bytes;
  return malloc(bytes);
}

/* The table has words for some granules before and behind the object, too: many a program reads A[-1] and does not use
 * the value. Without the word, the address would be anything. */
static urt_size_t *make_places(urt_size_t from, urt_size_t granules, urt_size_t elem, urt_size_t block) {
  long around = (long)granules / 4 + 16, granule = 1L << urt_granule_log(block);
  urt_size_t *places = memory((granules + 2 * (urt_size_t)around) * sizeof *places);
  urt_size_t start = (urt_size_t)urt_near((urt_ptr_t){from, 0, 0});
  if (!places) return NULL;
  places += around;
  for (long i = -around; i < (long)granules + around; i++) {
    urt_parts_t in = urt_divide(i * granule, (long)block), to = urt_divide(in.whole, urt_threads);
    long moved = to.whole * (long)block + in.rest - (granule > 1 ? i * granule : 0);
    places[i] = start + (urt_size_t)to.rest * urt_stride + (urt_size_t)moved * elem;
  }
  return places;
}

/* The object, with a table of at least so many granules. Another object that was in its place may have one. */
static const urt_gathered_t *known_object(urt_gathered_t object, urt_size_t granules) {
  size_t n = hash(object.from, object.elem, object.block);
  urt_size_t size = 0;
  for (struct known *k = list[n]; k; k = k->next) {
    const urt_gathered_t *o = &k->object;
    if (o->from != object.from || o->elem != object.elem || o->block != object.block) continue;
    if (o->bytes == object.bytes && o->header == object.header && o->state == object.state) return o;
    if (o->places && k->granules >= granules) object.places = o->places, size = k->granules;
  }
  if (!object.places && granules <= most) {
    object.places = make_places(object.from, size = granules, object.elem, object.block);
    if (!object.places) return NULL;
  }
  struct known *made = memory(sizeof *made);
  if (!made) return NULL;
  *made = (struct known){object, size, list[n]};
  list[n] = made;
  return &made->object;
}

/* The same for threads of OpenMP. `full` is a hint, so relaxed: who misses it searches once more. Once
 * there was no memory for another table, loops get none, without a search. */
static const urt_gathered_t *known_object_locked(urt_gathered_t object, urt_size_t granules) {
  if (__atomic_load_n(&full, __ATOMIC_RELAXED)) return &nothing;
  pthread_mutex_lock(&mutex);
  const urt_gathered_t *found = known_object(object, granules);
  if (!found) __atomic_store_n(&full, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mutex);
  return found ? found : &nothing;
}

/* The whole rows of blocks that a thread's bytes of an object lie in, as granules. */
static urt_size_t granules_of(urt_size_t bytes, urt_size_t elem, urt_size_t block) {
  urt_size_t row = block * elem, rows = (bytes + row - 1) / row;
  return rows * (urt_size_t)urt_threads * block >> urt_granule_log(block);
}

static urt_products_t products_from_null(urt_size_t elem, urt_size_t block) {
  return urt_products_of((urt_ptr_t){(urt_size_t)urt_segment_of[0], 0, 0}, elem, block);
}

/* Is this the object that p points into, as it was when its table was made? */
static int is_gathered(const urt_gathered_t *g, urt_ptr_t p) {
  return p.offset - g->from < g->bytes && *g->header == g->state;
}

static const urt_gathered_t *find_gathered(const urt_gathered_t **last, urt_ptr_t p, urt_size_t elem,
                                           urt_size_t block) {
  const urt_gathered_t **at = &recent[hash(p.offset, elem, block)], *g = __atomic_load_n(at, __ATOMIC_ACQUIRE);
  if (!g || g->elem != elem || g->block != block || !is_gathered(g, p)) {
    struct urtk_object o = {.header = &always};
    if (__atomic_load_n(&full, __ATOMIC_RELAXED)) return &nothing;
    if (!urtk_static_object(p.offset, &o) && !urtk_heap_object(p, &o)) return &nothing;
    urt_gathered_t object = {o.from, o.bytes, o.header, *o.header, elem, block, NULL, products_from_null(elem, block)};
    g = known_object_locked(object, granules_of(o.bytes, elem, block));
    __atomic_store_n(at, g, __ATOMIC_RELEASE);
  }
  __atomic_store_n(last, g, __ATOMIC_RELEASE);
  return g;
}

/* There is no table if the rows of p's blocks do not begin where the object begins. Where a granule has several
 * elements, p must also point to the object's first element: any other would cost each access an addition. */
static const urt_size_t *table_from(const urt_gathered_t *g, urt_ptr_t p, urt_size_t elem, urt_size_t block) {
  urt_size_t at = p.offset - p.phase * elem - g->from;
  if (!g->places || at >= g->bytes || at % (block * elem)) return NULL;
  urt_size_t first = (at / (block * elem) * (urt_size_t)urt_threads + p.thread) * block + p.phase;
  if (urt_granule_log(block)) return first ? NULL : g->places;
  return g->places + first;
}

/* An object that is not known has none of its own. */
static urt_products_t products_from(const urt_gathered_t *g, urt_ptr_t p, urt_size_t elem, urt_size_t block) {
  urt_products_t from = g->elem ? g->products : products_from_null(elem, block);
  urt_size_t in_row = p.thread * block + p.phase, row = p.offset + p.thread * block * elem;
  from.first += in_row, from.in_row += in_row;
  from.start += row, from.row += row;
  return from;
}

const urt_size_t *urt_table_of(const urt_gathered_t **kept, urt_ptr_t p, urt_size_t elem, urt_size_t block,
                               urt_products_t *products) {
  const urt_gathered_t *g = __atomic_load_n(kept, __ATOMIC_ACQUIRE);
  if (__builtin_expect(!g || !is_gathered(g, p), 0)) g = find_gathered(kept, p, elem, block);
  *products = products_from(g, p, elem, block);
  return table_from(g, p, elem, block);
}

const urt_size_t *urtk_table_of_ones(urt_ptr_t p, urt_size_t elem) {
  const urt_gathered_t *last, *g = find_gathered(&last, p, elem, 1);
  if (p.offset == g->from && g->places) return g->places + p.thread; /* no division, for the usual pointer */
  return table_from(g, p, elem, 1);
}

#else
void urtk_size_gather_tables(void) {}
const urt_size_t *urtk_table_of_ones(urt_ptr_t p, urt_size_t elem) { return (void)p, (void)elem, NULL; } /* no lists */
#endif
