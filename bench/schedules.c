/* SPDX-License-Identifier: BSD-3-Clause
 * What it costs one thread to work out a row team's schedule on a grid of 1,024 x 1,024 = 1,048,576 threads: from the
 * section's intervals to its own rank, its parent and children as threads (trees), or the members it meets (pairwise,
 * bruck). For each of the row's 1,024 members; the root of flat and the members of pairwise have 1,023 neighbours.
 * Prints the mean over the members and the slowest of them, each the median of several. Then the same for teams of all
 * threads of smaller and larger machines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "schedules/choose.h"
#include "teams/group.h"

enum { SIDE = 1024, THREADS = SIDE * SIDE, ROW = 700, ROOT = ROW * SIDE + 333, REPEATS = 21 };

static volatile int sink;
static int whole;                        /* 1: the team is all threads, and the root is thread 0 */
static int ranks[SIDE], threads[SIDE]; /* neighbours, as src/trees.upc and flow_pairwise.upc list them */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int tree_neighbours(const upc_stride_schedule_t *s, const upc_stride_team_t *T, int thread) {
  upc_stride_topology_t G;
  upc_stride_topology(&G, T, whole ? 0 : ROOT);
  G.arity = strchr(s->name, ':') != NULL ? 4 : 2;
  int rank = upc_stride_team_rank(T, thread), parent = s->tree->parent(&G, rank), n = s->tree->children(&G, rank);
  if (parent >= 0) sink = upc_stride_team_thread(T, parent);
  upc_stride_children(s->tree, &G, rank, n, ranks);
  if (s->tree->successive && n > 0) upc_stride_team_round(T, ranks[0], n, threads);
  else for (int i = 0; i < n; i++) threads[i] = upc_stride_team_thread(T, ranks[i]);
  sink = threads[n > 0 ? n - 1 : 0];
  return n + (parent >= 0);
}

/* Rounds of one other member (pairwise), or of two, 2^r away (bruck). */
static int meetings(const upc_stride_team_t *T, int thread, int bruck) {
  upc_stride_group_t G;
  upc_stride_group_teams(&G, T, T);
  int me = upc_stride_group_rank(&G, thread), n = 0;
  if (!bruck) upc_stride_group_round(&G, me, G.n, threads), sink = threads[n = G.n - 1];
  else for (int by = 1; by < G.n; by *= 2) {
    sink = upc_stride_group_thread(&G, (me + by) % G.n), n++;
    sink = upc_stride_group_thread(&G, (me - by + G.n) % G.n), n++;
  }
  upc_stride_group_end(&G);
  return n;
}

/* All a thread does for one call: section, team, schedule. Returns its neighbours. */
static int work_out(const upc_stride_layout_t *L, const upc_stride_schedule_t *s, int thread) {
  const upc_stride_interval_t row[2] = {{0, ROW, 1, ROW}, {3, 0, 1, 0}};
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_mistake_t m;
  upc_stride_pick(&P, L, whole ? 0 : 2, row, &m);
  upc_stride_team(&T, &P);
  int n = s->tree ? tree_neighbours(s, &T, thread) : meetings(&T, thread, strcmp(s->name, "bruck") == 0);
  upc_stride_team_end(&T);
  return n;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double one_member(const upc_stride_layout_t *L, const upc_stride_schedule_t *s, int thread) {
  double t[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    double start = now();
    for (int k = 0; k < 4; k++) work_out(L, s, thread);
    t[i] = (now() - start) / 4;
  }
  qsort(t, REPEATS, sizeof *t, ascending);
  return t[REPEATS / 2];
}

/* The trees of broadcast; of exchange, the schedules that need not know which threads share a node. */
static int measured(const upc_stride_schedule_t *s) {
  if (s->operation == UPC_STRIDE_OP_BROADCAST) return s->tree != NULL;
  return s->operation == UPC_STRIDE_OP_EXCHANGE && (!strcmp(s->name, "pairwise") || !strcmp(s->name, "bruck"));
}

/* Teams of all threads of grids of 2^10 to 2^20: the mean of 1,024 members. Schedules in which some member has all
 * others as neighbours are left out. */
static void whole_machines(void) {
  static const char *const names[] = {"binomial", "chain:bytes", "fork"};
  enum { NAMES = sizeof names / sizeof *names };
  whole = 1;
  printf("\nall threads of a machine: mean ns of a member's team and schedule\n%-14s", "threads");
  for (int k = 0; k < NAMES; k++) printf(" %12s", names[k]);
  for (int log = 10; log <= 20; log += 2) {
    const size_t side = (size_t)1 << (log / 2), shape[2] = {side, side}, block[2] = {1, 1};
    const int grid[2] = {(int)side, (int)side}, all = 1 << log;
    upc_stride_layout_t L;
    const upc_stride_schedule_t *s;
    upc_stride_layout_init(&L, 2, shape, block, 8, 2, grid, (size_t)all, 0);
    printf("\n%-14d", all);
    for (int k = 0; k < NAMES; k++)
      for (int i = 0; (s = upc_stride_schedule(i)); i++) {
        double sum = 0;
        if (s->operation != UPC_STRIDE_OP_BROADCAST || strcmp(s->name, names[k]) != 0) continue;
        for (int m = 0; m < SIDE; m++) sum += one_member(&L, s, (int)((long long)m * all / SIDE));
        printf(" %12.0f", sum / SIDE);
      }
  }
  printf("\n");
}

int main(void) {
  const size_t shape[2] = {4096, 4096}, block[2] = {1, 1};
  const int grid[2] = {SIDE, SIDE};
  upc_stride_layout_t L;
  const upc_stride_schedule_t *s;
  upc_stride_layout_init(&L, 2, shape, block, 8, 2, grid, THREADS, 0);
  printf("a row of %d threads of %d: one member's team and schedule\n%-14s %10s %12s %12s %12s\n", SIDE, THREADS,
         "schedule", "mean ns", "neighbours", "slowest ns", "neighbours");
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    double sum = 0, slowest = 0;
    int neighbours = 0, of_slowest = 0;
    if (!measured(s)) continue;
    for (int c = 0; c < SIDE; c++) {
      double t = one_member(&L, s, ROW * SIDE + c);
      int n = work_out(&L, s, ROW * SIDE + c);
      sum += t, neighbours += n;
      if (t > slowest) slowest = t, of_slowest = n;
    }
    printf("%-14s %10.0f %12.1f %12.0f %12d\n", s->name, sum / SIDE, (double)neighbours / SIDE, slowest, of_slowest);
  }
  whole_machines();
  return 0;
}
