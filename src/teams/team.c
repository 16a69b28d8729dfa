/* SPDX-License-Identifier: BSD-3-Clause
 * Teams: boxes and lines of threads, and the way between rank and thread. */
#include "teams/team.h"
#include "layout/places.h"
#include "base/allocate.h"
#include "base/number.h"
#include "base/of_thread.h"

#include <stdlib.h>
#include <string.h>

/* ---- a listed line: owners in order of first appearance, and a hash map to find them ---- */

enum { FIRST_CAPACITY = 8 };

static int *resized(int *list, int n) { return upc_stride_resize(list, (size_t)n, sizeof(int), "a team"); }

static void start_list(upc_stride_team_t *T) {
  T->n = 0;
  T->list = resized(NULL, FIRST_CAPACITY);
  memset(&T->ranks, 0, sizeof T->ranks);
}

/* 1 if the thread is new to the team. The list's capacity is 8, 16, 32, .. */
static int enlist(upc_stride_team_t *T, int thread) {
  if (upc_stride_hash_map_find(&T->ranks, (unsigned)thread) >= 0) return 0;
  if (T->n >= FIRST_CAPACITY && (T->n & (T->n - 1)) == 0) T->list = resized(T->list, 2 * T->n);
  upc_stride_hash_map_set(&T->ranks, (unsigned)thread, T->n);
  T->list[T->n++] = thread;
  return 1;
}

/* One more dimension outside those listed: for each i in turn, every owner so far is moved on by step * i. If an owner
 * lands on a thread that is in the team already, so are all its later places: that thread has them one step later. So
 * the owner drops out, and the work is proportional to the owners that are found. */
static void spread(upc_stride_team_t *T, long long step, size_t count, size_t modulus) {
  int active = T->n, *moving = resized(NULL, active), i;
  size_t turn;
  for (i = 0; i < active; i++) moving[i] = T->list[i];
  for (turn = 1; turn < count && active > 0; turn++) {
    int kept = 0;
    for (i = 0; i < active; i++) {
      int thread = (int)upc_stride_mod(moving[i] + step, modulus);
      if (enlist(T, thread)) moving[kept++] = thread;
    }
    active = kept;
  }
  free(moving);
}

static void enumerate(upc_stride_team_t *T, const upc_stride_picks_t *P) {
  int k;
  start_list(T);
  enlist(T, (int)upc_stride_mod(P->first[0], P->modulus[0]));
  for (k = P->ndims - 1; k >= 0; k--)
    spread(T, (long long)upc_stride_mod(P->step[k], P->modulus[k]), P->count[k], P->modulus[k]);
}

/* The coordinate with number r among those of dimension k. */
static size_t coordinate(const upc_stride_picks_t *P, int k, int r) {
  return upc_stride_mod(P->first[k] + P->step[k] * r, P->modulus[k]);
}

/* A grid whose places have a list of threads: the box of the team's coordinates, place by place. */
static void list_places(upc_stride_team_t *T, const upc_stride_picks_t *P, int n) {
  size_t slot, at[UPC_STRIDE_MAX_DIMS];
  int i, k, rest;
  start_list(T);
  for (i = 0; i < n; i++) {
    for (k = P->ndims - 1, rest = i; k >= 0; k--) at[k] = coordinate(P, k, rest % T->size[k]), rest /= T->size[k];
    enlist(T, (int)upc_stride_places_owner(P->layout, at, &slot));
  }
  T->ndims = 1;
  T->size[0] = T->n;
}

/* The owners of blocks, block by block, until all threads are found. */
static void list_blocks(upc_stride_team_t *T, const upc_stride_picks_t *P) {
  size_t position, offset;
  start_list(T);
  for (position = 0; position < P->blocks && (size_t)T->n < P->layout->threads; position++)
    enlist(T, (int)upc_stride_at_position(P, position, &offset));
}

/* ---- all teams ---- */

void upc_stride_team(upc_stride_team_t *T, const upc_stride_picks_t *P) {
  int k;
  T->picks = P;
  T->list = NULL;
  memset(&T->ranks, 0, sizeof T->ranks);
  T->n = 0;
  if (!P->layout->gridded && (P->ndims > 1 || P->layout->owners != NULL)) {
    if (P->layout->owners != NULL) list_blocks(T, P);
    else enumerate(T, P);
    T->ndims = 1;
    T->size[0] = T->n;
    return;
  }
  T->ndims = P->ndims;
  T->n = 1;
  for (k = 0; k < P->ndims; k++) {
    T->size[k] = (int)(P->count[k] < P->period[k] ? P->count[k] : P->period[k]);
    T->n *= T->size[k];
  }
  if (P->layout->placed) list_places(T, P, T->n);
}

/* ---- teams of elements ---- */

static size_t block_of(const upc_stride_picks_t *E, int k, size_t t) {
  return (size_t)(E->first[k] + E->step[k] * (long long)t) / E->layout->block[k];
}

/* The interval of blocks in which dimension k's elements lie, if these blocks are a progression. With steps of up to a
 * block it is every block, with steps of n whole blocks every n-th block. */
static int interval_of(const upc_stride_picks_t *E, int k, upc_stride_interval_t *iv) {
  long long step = E->step[k], b = (long long)E->layout->block[k], size = step < 0 ? -step : step;
  iv->kind = UPC_STRIDE_INTERVAL_STEP;
  iv->lo = (long long)block_of(E, k, 0);
  iv->hi = (long long)block_of(E, k, E->count[k] - 1);
  iv->step = size <= b ? (step < 0 ? -1 : 1) : step / b;
  return size <= b || size % b == 0;
}

/* Any elements: every combination of the blocks met, until all threads are found. In a grid a dimension's blocks
 * matter only by their coordinate. */
static void list_owners(upc_stride_team_t *T, const upc_stride_picks_t *E) {
  const upc_stride_layout_t *L = E->layout;
  size_t at[UPC_STRIDE_MAX_DIMS] = {0}, c[UPC_STRIDE_MAX_DIMS], most[UPC_STRIDE_MAX_DIMS], slot;
  int k;
  start_list(T);
  for (k = 0; k < L->ndims; k++) { /* owners recur after a round of a dimension's blocks */
    most[k] = L->gridded ? L->block[k] * L->grid[k] : E->count[k];
    if (most[k] > E->count[k]) most[k] = E->count[k];
  }
  do {
    for (k = 0; k < L->ndims; k++) c[k] = block_of(E, k, at[k]);
    enlist(T, (int)upc_stride_places_owner(L, c, &slot));
    for (k = L->ndims - 1; k >= 0 && ++at[k] == most[k]; k--) at[k] = 0;
  } while (k >= 0 && (size_t)T->n < L->threads);
}

/* All threads, as the owners of one block each. */
static void all_threads(upc_stride_team_t *T, upc_stride_picks_t *blocks, size_t threads) {
  static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  static const size_t one = 1;
  static UPC_STRIDE_OF_THREAD upc_stride_layout_t *line; /* few programs have one */
  upc_stride_mistake_t m;
  if (line == NULL) line = upc_stride_alloc(1, sizeof *line, "a team");
  upc_stride_layout_init(line, 1, &threads, &one, 1, 0, NULL, (int)threads, 0);
  upc_stride_pick(blocks, line, 1, &all, &m);
  upc_stride_team(T, blocks);
}

void upc_stride_team_of_elements(upc_stride_team_t *T, upc_stride_picks_t *blocks, const upc_stride_picks_t *E) {
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
  upc_stride_mistake_t m;
  int k, regular = 1;
  if (E->layout->copies > 0) {
    all_threads(T, blocks, E->layout->copies);
    return;
  }
  for (k = 0; k < E->ndims; k++) regular &= interval_of(E, k, &iv[k]);
  if (regular) {
    upc_stride_pick(blocks, E->layout, E->ndims, iv, &m);
    upc_stride_team(T, blocks);
    return;
  }
  T->picks = E;
  list_owners(T, E);
  T->ndims = 1;
  T->size[0] = T->n;
}

void upc_stride_team_end(upc_stride_team_t *T) {
  free(T->list);
  upc_stride_hash_map_end(&T->ranks);
}

int upc_stride_team_thread(const upc_stride_team_t *T, int rank) {
  const upc_stride_picks_t *P = T->picks;
  size_t thread = 0, weight = 1;
  int k;
  if (T->list != NULL) return T->list[rank];
  for (k = T->ndims - 1; k >= 0; k--) {
    thread += coordinate(P, k, rank % T->size[k]) * weight;
    weight *= P->modulus[k];
    rank /= T->size[k];
  }
  return (int)thread;
}

/* The threads of some successive ranks, as far as they are one progression; how many. */
static int progression(const upc_stride_team_t *T, int rank, int most, int *threads) {
  const upc_stride_picks_t *P = T->picks;
  int weight = 1, k = T->ndims - 1, n, i, modulus, step, c, rest;
  for (; k > 0 && T->size[k] == 1; k--) weight *= (int)P->modulus[k];
  modulus = (int)P->modulus[k];
  n = T->size[k] - rank % T->size[k];
  c = (int)coordinate(P, k, rank % T->size[k]);
  rest = upc_stride_team_thread(T, rank) - c * weight;
  step = (int)upc_stride_mod(P->step[k], P->modulus[k]);
  if (n > most) n = most;
  for (i = 0; i < n; i++) {
    threads[i] = rest + c * weight;
    c += step - modulus;
    if (c < 0) c += modulus;
  }
  return n;
}

void upc_stride_team_round(const upc_stride_team_t *T, int rank, int n, int *threads) {
  int i;
  while (n > 0) {
    int some = n < T->n - rank ? n : T->n - rank;
    if (T->list == NULL) some = progression(T, rank, some, threads);
    else for (i = 0; i < some; i++) threads[i] = T->list[rank + i];
    threads += some;
    n -= some;
    rank = rank + some == T->n ? 0 : rank + some;
  }
}

int upc_stride_team_rank(const upc_stride_team_t *T, int thread) {
  const upc_stride_picks_t *P = T->picks;
  long long rank = 0, weight = 1;
  int k;
  if (T->list != NULL) return upc_stride_hash_map_find(&T->ranks, (unsigned)thread);
  for (k = T->ndims - 1; k >= 0; k--) {
    int c = thread % (int)P->modulus[k];
    long long r = upc_stride_solve(P, k, (long long)c - P->first[k]);
    if (r < 0 || r >= T->size[k]) return -1;
    rank += r * weight;
    weight *= T->size[k];
    thread /= (int)P->modulus[k];
  }
  return (int)rank;
}

int upc_stride_team_equal(const upc_stride_team_t *A, const upc_stride_team_t *B) {
  const upc_stride_picks_t *P = A->picks, *Q = B->picks;
  int k;
  if (A->n != B->n || A->list != NULL || B->list != NULL) return 0;
  if ((size_t)A->n == P->layout->threads) return 1;
  if (A->ndims != B->ndims) return 0;
  for (k = 0; k < A->ndims; k++) {
    if (P->modulus[k] != Q->modulus[k] || A->size[k] != B->size[k]) return 0;
    if (coordinate(P, k, 0) != coordinate(Q, k, 0)) return 0;
    if (A->size[k] > 1 && coordinate(P, k, 1) != coordinate(Q, k, 1)) return 0;
  }
  return 1;
}

static long long distance(long long a, long long b) { return a < b ? b - a : a - b; }

int upc_stride_team_nearest(const upc_stride_team_t *T, int thread) {
  const upc_stride_picks_t *P = T->picks;
  int rank = 0, weight = 1, k, r;
  for (k = T->ndims - 1; k >= 0; k--) {
    int listed = T->list != NULL, best = 0, c = listed ? thread : thread % (int)P->modulus[k];
    long long there = listed ? -1 : upc_stride_solve(P, k, (long long)c - P->first[k]); /* its own coordinate, if any */
    if (there >= 0 && there < T->size[k]) best = (int)there;
    else for (r = 1; r < T->size[k]; r++) {
      long long here = listed ? T->list[r] : (long long)coordinate(P, k, r);
      there = listed ? T->list[best] : (long long)coordinate(P, k, best);
      if (distance(here, c) < distance(there, c)) best = r;
    }
    rank += best * weight;
    weight *= T->size[k];
    if (!listed) thread /= (int)P->modulus[k];
  }
  return rank;
}
