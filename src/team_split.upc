/* SPDX-License-Identifier: BSD-3-Clause
 * Teams by colour and key: the members of a team tell each other what they choose, and each lists those of its colour.
 * What they tell are values that all of them combine: in a list with a place for each member, all but the own one are
 * zero. So a team within a team is found as one of all threads is, with no memory of others but the library's. */
#include "base/allocate.h"
#include "team_sections.h"

#include <stdlib.h>

/* What a member says of itself. */
typedef struct choice {
  unsigned colour, key;
} choice_t;

enum { AT_ONCE = UPC_STRIDE_VALUE_BYTES / sizeof(choice_t) }; /* members in a value */

static choice_t *choices_of_all(const char *name, const upc_stride_team_arrays_t *T, choice_t mine,
                                upc_stride_section_t members) {
  choice_t *all = upc_stride_alloc((size_t)T->members, sizeof *all, "a team");
  size_t n = (size_t)T->members, from = 0, some;
  all[T->rank] = mine;
  for (; from < n; from += some) {
    some = n - from < AT_ONCE ? n - from : AT_ONCE;
    upc_stride_reduce_value_in(name, all + from, all + from, 2 * some, UPC_OR, UPC_UINT, NULL, members);
  }
  return all;
}

/* A member in the order of its team: by key, and then by its place in the team that is split. */
typedef struct place {
  int key, rank, thread;
} place_t;

static int in_order(const void *a, const void *b) {
  const place_t *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static upc_stride_section_t of_colour(const upc_stride_team_arrays_t *T, const choice_t *all, unsigned colour) {
  place_t *places = upc_stride_alloc((size_t)T->members, sizeof *places, "a team");
  int *threads = upc_stride_alloc((size_t)T->members, sizeof *threads, "a team"), rank;
  upc_stride_section_t team;
  size_t n = 0, i;
  for (rank = 0; rank < T->members; rank++) {
    if (all[rank].colour != colour) continue;
    places[n].key = (int)all[rank].key, places[n].rank = rank;
    places[n++].thread = T->thread != NULL ? T->thread[rank] : rank;
  }
  qsort(places, n, sizeof *places, in_order);
  for (i = 0; i < n; i++) threads[i] = places[i].thread;
  team = upc_stride_threads_listed(threads, n);
  free(places), free(threads);
  return team;
}

static upc_stride_section_t split(const char *name, int colour, int key, upc_stride_section_t members) {
  const upc_stride_site_t call = upc_stride_site(name, &members);
  const upc_stride_team_arrays_t *T = upc_stride_arrays_of_team(&call, "members", &members);
  const choice_t mine = {(unsigned)colour, (unsigned)key};
  upc_stride_section_t team;
  choice_t *all;
  if (T == NULL || T->rank < 0) return upc_stride_threads_listed(NULL, 0);
  all = choices_of_all(name, T, mine, members);
  team = colour < 0 ? upc_stride_threads_listed(NULL, 0) : of_colour(T, all, mine.colour);
  free(all);
  return team;
}

upc_stride_section_t upc_stride_team_split(upc_stride_section_t members, int colour, int key) {
  return split("upc_stride_team_split", colour, key, members);
}

upc_stride_section_t upc_stride_all_threads_split(int colour, int key) {
  return split("upc_stride_all_threads_split", colour, key, upc_stride_all_threads());
}
