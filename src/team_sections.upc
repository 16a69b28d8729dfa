/* SPDX-License-Identifier: BSD-3-Clause
 * Teams without an array: explained in team_sections.h. */
#include "team_sections.h"
#include "base/allocate.h"
#include "layout/places.h"
#include "layout/section.h"
#include "operations.h"
#include "prepared/arguments.h"
#include "teams/team.h"

#include <stdlib.h>
#include <string.h>

static shared char one_each[THREADS];
static shared [UPC_STRIDE_VALUE_BYTES] char given[UPC_STRIDE_VALUE_BYTES * THREADS];
static shared [UPC_STRIDE_VALUE_BYTES] char results[UPC_STRIDE_VALUE_BYTES * THREADS];

static upc_stride_team_arrays_t *teams; /* all that were made, the latest first */

/* ---- making ---- */

/* A block of so many bytes on each member. */
static upc_stride_array_t array_of(shared void *base, size_t bytes, const upc_stride_team_arrays_t *T) {
  upc_stride_array_t A = upc_stride_array_new(UPC_STRIDE_VIEWED);
  size_t shape = (size_t)T->members * bytes;
  upc_stride_layout_init(&A->layout, 1, &shape, &bytes, 1, 0, NULL, THREADS, 0);
  A->base = base;
  return A;
}

static size_t hash_of(const int *threads, size_t count) {
  size_t h = count, i;
  for (i = 0; i < count; i++) h = upc_stride_hash_mix(h, (size_t)threads[i]);
  return h;
}

static int are_all(const int *threads, size_t count) {
  size_t i = 0;
  if (count != (size_t)THREADS) return 0;
  while (i < count && threads[i] == (int)i) i++;
  return i == count;
}

/* Keeps the list, unless it is that of all threads in their order. */
static upc_stride_team_arrays_t *make(int *threads, size_t count, size_t hash) {
  upc_stride_team_arrays_t *T = upc_stride_alloc(1, sizeof *T, "a team");
  size_t i;
  T->members = (int)count;
  T->rank = -1;
  for (i = 0; i < count; i++)
    if (threads[i] == MYTHREAD) T->rank = (int)i;
  T->one = array_of((shared void *)one_each, 1, T);
  T->from = array_of((shared void *)given, UPC_STRIDE_VALUE_BYTES, T);
  T->to = array_of((shared void *)results, UPC_STRIDE_VALUE_BYTES, T);
  T->hash = hash;
  if (are_all(threads, count)) {
    free(threads);
  } else {
    T->thread = threads;
    upc_stride_owners_begin(&T->one->layout, threads);
    T->from->layout.owners = T->to->layout.owners = T->one->layout.owners; /* they have the same blocks */
  }
  T->next = teams;
  return teams = T;
}

static int is_of(const upc_stride_team_arrays_t *T, const int *threads, size_t count, size_t hash) {
  if (T->hash != hash || (size_t)T->members != count) return 0;
  return T->thread == NULL ? are_all(threads, count) : memcmp(T->thread, threads, count * sizeof *threads) == 0;
}

/* Takes the list, which has different threads. */
static upc_stride_team_arrays_t *found_or_made(int *threads, size_t count) {
  const size_t hash = hash_of(threads, count);
  upc_stride_team_arrays_t *T = teams;
  while (T != NULL && !is_of(T, threads, count, hash)) T = T->next;
  if (T == NULL) return make(threads, count, hash);
  free(threads);
  return T;
}

static const upc_stride_team_arrays_t *all_threads(void) {
  static const upc_stride_team_arrays_t *all;
  int *threads, t;
  if (all != NULL) return all;
  threads = upc_stride_alloc(THREADS, sizeof *threads, "a team");
  for (t = 0; t < THREADS; t++) threads[t] = t;
  return all = found_or_made(threads, THREADS);
}

/* ---- lists ---- */

static void check_list(const upc_stride_site_t *call, const int *threads, size_t count) {
  char *seen;
  size_t i;
  if (threads == NULL) upc_stride_fail(call, "threads", "null, must be %zu numbers of threads", count);
  if (count > (size_t)THREADS)
    upc_stride_fail(call, "count", "%zu, must be at most the number of threads, %d", count, (int)THREADS);
  for (i = 0; i < count; i++)
    if (threads[i] < 0 || threads[i] >= THREADS)
      upc_stride_fail(call, "threads", "%d at position %zu, must be a thread, 0..%d", threads[i], i, THREADS - 1);
  seen = upc_stride_alloc(THREADS, 1, "a team");
  for (i = 0; i < count && !seen[threads[i]]; i++) seen[threads[i]] = 1;
  free(seen);
  if (i < count)
    upc_stride_fail(call, "threads", "thread %d at position %zu for the second time, must come once", threads[i], i);
}

const upc_stride_team_arrays_t *upc_stride_arrays_of_list(const upc_stride_site_t *call, const int *threads,
                                                          size_t count) {
  int *copy;
  if (count == 0) return NULL;
  check_list(call, threads, count);
  copy = upc_stride_alloc(count, sizeof *copy, "a team");
  memcpy(copy, threads, count * sizeof *copy);
  return found_or_made(copy, count);
}

/* ---- sections ---- */

enum { LATEST = 8 };                /* more than the teams that a loop goes round */
typedef struct known {
  upc_stride_section_t section;
  size_t serial;                    /* of its array */
  const upc_stride_team_arrays_t *team;
  struct known *next;
} known_t;
static known_t *latest;             /* the latest first */

static int is_known(const known_t *k, const upc_stride_section_t *S) {
  int i;
  if (k->section.array != S->array || k->section.intervals != S->intervals) return 0;
  for (i = 0; i < S->intervals; i++) {
    const upc_stride_interval_t *a = &k->section.interval[i], *b = &S->interval[i];
    if (a->kind != b->kind || a->lo != b->lo || a->step != b->step || a->hi != b->hi) return 0;
  }
  return k->serial == S->array->serial;
}

static const upc_stride_team_arrays_t *known_team(const upc_stride_section_t *S) {
  known_t **at = &latest, *k;
  while (*at != NULL && !is_known(*at, S)) at = &(*at)->next;
  if ((k = *at) == NULL) return NULL;
  *at = k->next;
  k->next = latest;
  latest = k;
  return k->team;
}

/* In the place of the one that was not used for longest, if there are enough. */
static void know(const upc_stride_section_t *S, const upc_stride_team_arrays_t *team) {
  known_t **at = &latest, *k;
  int n = 1;
  for (; *at != NULL && n < LATEST; n++) at = &(*at)->next;
  k = *at != NULL ? *at : upc_stride_alloc(1, sizeof *k, "a team");
  *at = NULL;
  k->section = *S, k->serial = S->array->serial, k->team = team;
  k->next = latest;
  latest = k;
}

/* The owners of the blocks, each once. Threads without a place in a grid of ScaLAPACK's are none. */
static const upc_stride_team_arrays_t *team_of(const upc_stride_picks_t *picks) {
  upc_stride_team_t team;
  int *threads, rank, n;
  upc_stride_team(&team, picks);
  n = team.n;
  threads = upc_stride_alloc((size_t)n, sizeof *threads, "a team");
  for (rank = 0; rank < n; rank++) threads[rank] = upc_stride_team_thread(&team, rank);
  upc_stride_team_end(&team);
  return found_or_made(threads, (size_t)n);
}

const upc_stride_team_arrays_t *upc_stride_arrays_of_team(const upc_stride_site_t *call, const char *argument,
                                                          const upc_stride_section_t *S) {
  upc_stride_picks_t picks;
  const upc_stride_team_arrays_t *team = known_team(S);
  if (team != NULL) return team;
  upc_stride_check_array_of(call, argument, S);
  upc_stride_check_one_copy(call, argument, &S->array->layout);
  upc_stride_check_section(call, argument, S, &picks);
  if (picks.blocks == 0) return NULL;
  team = team_of(&picks);
  know(S, team);
  return team;
}

upc_stride_section_t upc_stride_all_of_team(upc_stride_array_t array, const upc_stride_section_t *like) {
  const upc_stride_interval_t all = UPC_STRIDE_ALL;
  return upc_stride_section_here(like != NULL ? like->file : NULL, like != NULL ? like->line : 0, array, 1, &all);
}

/* ---- the calls ---- */

upc_stride_section_t upc_stride_all_threads(void) {
  upc_stride_site("upc_stride_all_threads", NULL);
  return upc_stride_all_of_team(all_threads()->one, NULL);
}

/* A section without blocks. */
static upc_stride_section_t nobody(void) {
  upc_stride_section_t none = upc_stride_all_threads();
  none.interval[0] = UPC_STRIDE_RANGE(1, 0);
  return none;
}

upc_stride_section_t upc_stride_threads_listed(const int *threads, size_t count) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_threads_listed", NULL);
  const upc_stride_team_arrays_t *T = upc_stride_arrays_of_list(&call, threads, count);
  return T == NULL ? nobody() : upc_stride_all_of_team(T->one, NULL);
}
