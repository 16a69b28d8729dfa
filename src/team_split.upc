/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_all_threads_split: all threads tell each other their colours and keys. Each lists those of its colour. */
#include "base/allocate.h"
#include "team_sections.h"

#include <stdlib.h>

/* What a thread says of itself to upc_stride_all_threads_split. */
typedef struct choice {
  int colour, key, thread, unused;
} choice_t;

static int by_key(const void *a, const void *b) {
  const choice_t *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* A copy of what all threads say, in their order, and then the threads of the caller's colour in that of their keys. */
static size_t same_colour(const choice_t *all, int colour, int *threads) {
  choice_t *mine = upc_stride_alloc(THREADS, sizeof *mine, "a team");
  size_t n = 0, i;
  int t;
  for (t = 0; t < THREADS; t++)
    if (all[t].colour == colour) mine[n++] = all[t];
  qsort(mine, n, sizeof *mine, by_key);
  for (i = 0; i < n; i++) threads[i] = mine[i].thread;
  free(mine);
  return n;
}

/* All threads: block t of the result is on thread t. */
static upc_stride_array_t choices(size_t each) {
  size_t block = each * sizeof(choice_t), shape = block * (size_t)THREADS;
  return upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
}

upc_stride_section_t upc_stride_all_threads_split(int colour, int key) {
  upc_stride_array_t own = choices(1), all = choices(THREADS);
  int *threads = upc_stride_alloc(THREADS, sizeof *threads, "a team");
  upc_stride_section_t team;
  choice_t *mine = (choice_t *)upc_stride_my_part(own);
  size_t n;
  mine->colour = colour, mine->key = key, mine->thread = MYTHREAD;
  upc_stride_gather_all(upc_stride_all_of_team(all, NULL), upc_stride_all_of_team(own, NULL), sizeof *mine,
                        UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  n = colour < 0 ? 0 : same_colour((const choice_t *)upc_stride_my_part(all), colour, threads);
  team = upc_stride_threads_listed(threads, n);
  free(threads);
  upc_stride_barrier(upc_stride_all_threads());
  upc_stride_all_free(all);
  upc_stride_all_free(own);
  return team;
}
