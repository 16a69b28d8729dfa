/* SPDX-License-Identifier: BSD-3-Clause
 * Groups: explained in team.h. */
#include "teams/team.h"
#include "base/allocate.h"

#include <stdlib.h>

static void add(upc_stride_group_t *G, int thread) {
  if ((G->count & (G->count - 1)) == 0) {
    size_t capacity = G->count == 0 ? 1 : 2 * (size_t)G->count;
    G->others = upc_stride_resize(G->others, capacity, sizeof(int), "a team");
  }
  G->others[G->count++] = thread;
  G->n++;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void start(upc_stride_group_t *G, const upc_stride_team_t *team) {
  G->team = team;
  G->n = team == NULL ? 0 : team->n;
  G->others = NULL;
  G->count = 0;
}

void upc_stride_group_teams(upc_stride_group_t *G, const upc_stride_team_t *team, const upc_stride_team_t *other) {
  int r;
  start(G, team);
  if (upc_stride_team_equal(team, other)) return;
  for (r = 0; r < other->n; r++) {
    int thread = upc_stride_team_thread(other, r);
    if (upc_stride_team_rank(team, thread) < 0) add(G, thread);
  }
  if (G->count > 1) qsort(G->others, (size_t)G->count, sizeof(int), ascending);
}

void upc_stride_group_thread_too(upc_stride_group_t *G, const upc_stride_team_t *team, int thread) {
  start(G, team);
  if (upc_stride_team_rank(team, thread) < 0) add(G, thread);
}

void upc_stride_group_list(upc_stride_group_t *G, const int *threads, int n) {
  int i;
  start(G, NULL);
  for (i = 0; i < n; i++) add(G, threads[i]);
  qsort(G->others, (size_t)n, sizeof(int), ascending);
}

void upc_stride_group_end(upc_stride_group_t *G) { free(G->others); }

int upc_stride_group_thread(const upc_stride_group_t *G, int rank) {
  int first = G->n - G->count;
  return rank < first ? upc_stride_team_thread(G->team, rank) : G->others[rank - first];
}

void upc_stride_group_round(const upc_stride_group_t *G, int rank, int n, int *threads) {
  int first = G->n - G->count, i;
  while (n > 0) {
    int end = rank < first ? first : G->n, some = n < end - rank ? n : end - rank;
    if (rank < first) upc_stride_team_round(G->team, rank, some, threads);
    else for (i = 0; i < some; i++) threads[i] = G->others[rank - first + i];
    threads += some;
    n -= some;
    rank = rank + some == G->n ? 0 : rank + some;
  }
}

int upc_stride_group_rank(const upc_stride_group_t *G, int thread) {
  int rank = G->team == NULL ? -1 : upc_stride_team_rank(G->team, thread), low = 0, high = G->count;
  if (rank >= 0) return rank;
  while (low < high) {
    int middle = (low + high) / 2;
    if (G->others[middle] < thread) low = middle + 1;
    else high = middle;
  }
  return low < G->count && G->others[low] == thread ? G->n - G->count + low : -1;
}
