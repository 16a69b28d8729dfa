/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives of all threads and of at most 32 of them, two lengths each, cheap enough for hundreds of simulated
 * threads: one start of the program serves many schedules, since rules choose by members and bytes (rules/many.rules).
 * Every word of a destination is checked, those that must stay as they are too.
 * usage: many_threads [LENGTHS [FIRST]]
 *   FIRST   the first operation of all members. Exchange and broadcast, 0 and 1, open so many channels that they take
 *           long with hundreds of simulated threads */
#include <upc_stride_coll.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { LONGEST = 2, POISON = -77 };    /* words of a piece; what no call writes */
enum { EXCHANGE, BROADCAST, GATHER_ALL, REDUCE_ALL, PREFIX, EXCLUSIVE, REDUCE_SCATTER, OPERATIONS };
static const char *const names[] = {"exchange", "broadcast", "gather_all", "reduce_all", "prefix_reduce",
                                    "prefix_reduce_exclusive", "reduce_scatter"};

static upc_stride_array_t source, target, small;
static long *from, *to;                /* this thread's blocks */
static size_t block;                   /* words of a block     */
static int step, members, me;          /* of a team; this thread's position in it, or -1 */
static shared int failures[THREADS];
static shared int entered[2][THREADS]; /* of each team */

static upc_stride_array_t words(size_t each) {
  size_t shape[1];
  int grid[1] = {THREADS};
  shape[0] = each * THREADS;
  return upc_stride_all_alloc(1, shape, &each, sizeof(long), 1, grid);
}

static shared void *block_of(upc_stride_array_t a, size_t each, int thread) {
  size_t at[1];
  at[0] = each * (size_t)thread;
  return upc_stride_at(a, at);
}

static long word(int thread, size_t i) { return 1000L * thread + (long)i; }

/* The sum of words i of the members first..last. */
static long sum(int first, int last, size_t i) {
  long s = 0;
  int j;
  for (j = first; j <= last; j++) s += word(j * step, i);
  return s;
}

/* What word i of the target must be after a call with pieces of n words. */
static long expected(int operation, size_t n, size_t i) {
  size_t j = i / n, k = i % n;
  switch (operation) {
  case GATHER_ALL: return j < (size_t)members ? word((int)j * step, k) : POISON;
  case EXCHANGE: return j < (size_t)members ? word((int)j * step, (size_t)me * n + k) : POISON;
  case BROADCAST: return i < n ? word(0, i) : POISON;
  case REDUCE_ALL: return i < n ? sum(0, members - 1, i) : POISON;
  case PREFIX: return i < n ? sum(0, me, i) : POISON;
  case EXCLUSIVE: return i < n && me > 0 ? sum(0, me - 1, i) : POISON;
  default: return i < n ? sum(0, members - 1, (size_t)me * n + i) : POISON;
  }
}

static void call(int operation, size_t n, upc_stride_interval_t team) {
  upc_stride_section_t d = UPC_SECTION(target, team), s = UPC_SECTION(source, team);
  upc_flag_t f = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  switch (operation) {
  case GATHER_ALL: upc_stride_gather_all(d, s, n * sizeof(long), f); break;
  case EXCHANGE: upc_stride_exchange(d, s, n * sizeof(long), f); break;
  case BROADCAST: upc_stride_broadcast(d, block_of(source, block, 0), n * sizeof(long), f); break;
  case REDUCE_ALL: upc_stride_reduce_all(d, s, n, UPC_ADD, UPC_LONG, NULL, f); break;
  case PREFIX: upc_stride_prefix_reduce(d, s, n, UPC_ADD, UPC_LONG, NULL, f); break;
  case EXCLUSIVE: upc_stride_prefix_reduce_exclusive(d, s, n, UPC_ADD, UPC_LONG, NULL, f); break;
  case REDUCE_SCATTER: upc_stride_reduce_scatter(d, s, n, UPC_ADD, UPC_LONG, NULL, f); break;
  }
}

static void try_operation(int operation, size_t n, upc_stride_interval_t team) {
  size_t i;
  for (i = 0; i < block; i++) to[i] = POISON;
  call(operation, n, team);
  for (i = 0; i < block; i++) {
    long want = me < 0 ? POISON : expected(operation, n, i);
    if (to[i] == want) continue;
    if (failures[MYTHREAD]++ < 3)
      printf("%s of %d members, %d words, thread %d, word %d: expected %ld, got %ld\n", names[operation], members,
             (int)n, MYTHREAD, (int)i, want, to[i]);
  }
}

/* Whoever returns sees that two other members have entered. */
static void try_barrier(int number, upc_stride_interval_t team) {
  int j, others[2];
  if (me < 0) return;
  others[0] = (me + 1) % members * step;
  others[1] = (me + members / 2) % members * step;
  entered[number][MYTHREAD] = 1;
  upc_stride_barrier(UPC_SECTION(small, team));
  for (j = 0; j < 2; j++) {
    if (entered[number][others[j]]) continue;
    failures[MYTHREAD]++;
    printf("barrier of %d members: thread %d returns before thread %d has entered\n", members, MYTHREAD, others[j]);
  }
}

int main(int argc, char **argv) {
  int team, operation, t, wrong = 0, first = argc > 2 ? atoi(argv[2]) : 0;
  size_t i, n, lengths = argc > 1 ? (size_t)atoi(argv[1]) : LONGEST;
  if (lengths < 1 || lengths > LONGEST || first < 0 || first >= OPERATIONS) return 2;
  block = LONGEST * (size_t)THREADS;
  source = words(block), target = words(block), small = words(1);
  from = (long *)block_of(source, block, MYTHREAD), to = (long *)block_of(target, block, MYTHREAD);
  for (i = 0; i < block; i++) from[i] = word(MYTHREAD, i);
  upc_barrier;
  for (team = 0; team < 2; team++) {
    upc_stride_interval_t picked;
    step = team == 0 ? 1 : (THREADS + 31) / 32;
    members = (THREADS + step - 1) / step;
    me = MYTHREAD % step == 0 ? MYTHREAD / step : -1;
    picked = UPC_STRIDE_STEP(0, step, THREADS - 1);
    for (operation = team == 0 ? first : 0; operation < OPERATIONS; operation++)
      for (n = 1; n <= lengths; n++) try_operation(operation, n, picked);
    try_barrier(team, picked);
  }
  upc_barrier;
  for (t = 0; t < THREADS && MYTHREAD == 0; t++) wrong += failures[t];
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  upc_barrier;
  return 0;
}
