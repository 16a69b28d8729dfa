/* SPDX-License-Identifier: BSD-3-Clause
 * The time that one thread takes to compute the schedule of a row team on a grid of 1,024 x 1,024 = 1,048,576
 * threads. It starts from the intervals of the section. It computes the thread's rank, and the threads of its parent
 * and children in trees, or of the members it exchanges with (pairwise, bruck). The root of flat and the members of
 * pairwise have 1,023 neighbours. Each of the 1,024 members of the row is measured, by the median of several times.
 * The program prints the mean over the members, and the slowest member. Then it does the same for teams of all
 * threads of smaller and larger machines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/median.h"
#include "choice/rule.h"
#include "teams/team.h"

enum { SIDE = 1024, THREADS = SIDE * SIDE, ROW = 700, ROOT = ROW * SIDE + 333, REPEATS = 21 };

static volatile int sink;                /* keeps the compiler from leaving out what is measured */
static int whole;                        /* 1: the team is all threads, and the root is thread 0 */
static int ranks[SIDE], threads[SIDE]; /* neighbours, as src/trees.upc and flow_pairwise.c list them */

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

/* In each round a member exchanges with one other (pairwise), or with two, 2^r ranks away (bruck). */
static int exchange_neighbours(const upc_stride_team_t *T, int thread, int bruck) {
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

/* The section, team and schedule of one call, as a thread computes them. Returns the number of its neighbours. */
static int compute_schedule(const upc_stride_layout_t *L, const upc_stride_schedule_t *s, int thread) {
  const upc_stride_interval_t row[2] = {{0, ROW, 1, ROW}, {3, 0, 1, 0}};
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_mistake_t m;
  upc_stride_pick(&P, L, whole ? 0 : 2, row, &m);
  upc_stride_team(&T, &P);
  int n = s->tree ? tree_neighbours(s, &T, thread) : exchange_neighbours(&T, thread, strcmp(s->name, "bruck") == 0);
  upc_stride_team_end(&T);
  return n;
}

/* Nanoseconds. */
static double one_member(const upc_stride_layout_t *L, const upc_stride_schedule_t *s, int thread) {
  double t[REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    double start = now();
    for (int k = 0; k < 4; k++) compute_schedule(L, s, thread);
    t[i] = (now() - start) / 4;
  }
  return 1e9 * median(t, REPEATS);
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
      int n = compute_schedule(&L, s, ROW * SIDE + c);
      sum += t, neighbours += n;
      if (t > slowest) slowest = t, of_slowest = n;
    }
    printf("%-14s %10.0f %12.1f %12.0f %12d\n", s->name, sum / SIDE, (double)neighbours / SIDE, slowest, of_slowest);
  }
  whole_machines();
  return 0;
}
