// SPDX-License-Identifier: BSD-3-Clause
// Litmus tests of UPC's memory model: programs of a few strict accesses for each thread. What the threads read, and
// what remains, must be what some order of all accesses gives that keeps each thread's own order: all such orders are
// played. A relaxed write before a strict one is seen by who sees the strict one.
#include <upc_relaxed.h>
#include <stdlib.h>
#include "../check.h"

enum { VARS = 3, MOST_THREADS = 4, MOST_OPS = 4, INSTANCES = 60, RANDOM = 12 };

typedef struct { int var, value; } op_t;                        /* value 0: a read */
typedef struct { const char *name; int threads; op_t op[MOST_THREADS][MOST_OPS]; } litmus_t; /* var 0: no more */
#define R(v) {v, 0}
#define W(v, x) {v, x}
static litmus_t tests[] = {
    {"store buffers", 2, {{W(1, 1), R(2)}, {W(2, 1), R(1)}}},
    {"messages", 2, {{W(1, 1), W(2, 1)}, {R(2), R(1)}}},
    {"loads before stores", 2, {{R(1), W(2, 1)}, {R(2), W(1, 1)}}},
    {"two writes each", 2, {{W(1, 1), W(2, 2)}, {W(2, 1), W(1, 2)}}},
    {"one variable", 2, {{W(1, 1), W(1, 2)}, {R(1), R(1), R(1)}}},
    {"a write, seen and told", 3, {{W(1, 1)}, {R(1), W(2, 1)}, {R(2), R(1)}}},
    {"a chain", 3, {{W(1, 1), W(2, 1)}, {R(2), W(3, 1)}, {R(3), R(1)}}},
    {"two writers, two readers", 4, {{W(1, 1)}, {W(2, 1)}, {R(1), R(2)}, {R(2), R(1)}}},
};
enum { FIXED = sizeof tests / sizeof *tests };

strict shared int memory[VARS + 1][INSTANCES * THREADS];
shared int read_values[INSTANCES][MOST_OPS][THREADS];
shared int data[4][INSTANCES * THREADS];

// Variable `var` of an instance, in the memory of a thread that changes from one instance to the next.
static strict shared int *place(int var, int instance) {
  return &memory[var][instance * THREADS + (var + instance) % THREADS];
}

/* ---- which outcomes are right: values read, then values that remain */
typedef struct { int read[MOST_THREADS][MOST_OPS], remains[VARS + 1]; } outcome_t;

static int same(const outcome_t *a, const outcome_t *b) {
  for (size_t i = 0; i < sizeof *a / sizeof(int); i++)
    if (((const int *)a)[i] != ((const int *)b)[i]) return 0;
  return 1;
}

// Does some order of the accesses that are left, from here on, give `wanted`?
static int is_possible(const litmus_t *l, int done[], outcome_t *now, const outcome_t *wanted) {
  int left = 0;
  for (int t = 0; t < l->threads; t++) {
    if (done[t] == MOST_OPS || !l->op[t][done[t]].var) continue;
    op_t op = l->op[t][done[t]];
    left = 1;
    int before = now->remains[op.var];
    if (!op.value && before != wanted->read[t][done[t]]) continue;
    if (op.value) now->remains[op.var] = op.value;
    else now->read[t][done[t]] = before;
    done[t]++;
    int found = is_possible(l, done, now, wanted);
    done[t]--;
    now->read[t][done[t]] = 0;
    now->remains[op.var] = before;
    if (found) return 1;
  }
  return !left && same(now, wanted);
}

/* ---- a test: all threads run its instances one after the other, without waiting for each other */
static void run(const litmus_t *l) {
  if (l->threads > THREADS) return;
  for (int i = MYTHREAD; i < INSTANCES; i += THREADS)
    for (int v = 1; v <= VARS; v++) *place(v, i) = 0;
  upc_barrier;
  for (int i = 0; i < INSTANCES && MYTHREAD < l->threads; i++)
    for (int k = 0; k < MOST_OPS; k++) {
      op_t op = l->op[MYTHREAD][k];
      int value = 0;
      if (op.var && op.value) *place(op.var, i) = op.value;
      else if (op.var) value = *place(op.var, i);
      read_values[i][k][MYTHREAD] = value;
    }
  upc_barrier;
  for (int i = MYTHREAD; i < INSTANCES; i += THREADS) {
    outcome_t got = {0}, start = {0};
    int done[MOST_THREADS] = {0};
    for (int t = 0; t < l->threads; t++)
      for (int k = 0; k < MOST_OPS; k++) got.read[t][k] = read_values[i][k][t];
    for (int v = 1; v <= VARS; v++) got.remains[v] = *place(v, i);
    if (!is_possible(l, done, &start, &got)) {
      printf("%s, instance %d: no order gives", l->name, i);
      for (int t = 0; t < l->threads; t++)
        for (int k = 0; k < MOST_OPS; k++) printf(" %d", got.read[t][k]);
      printf(", and in the end %d %d %d\n", got.remains[1], got.remains[2], got.remains[3]);
      CHECK(0);
    }
  }
  upc_barrier;
}

// A program of random accesses, the same on all threads.
static litmus_t any(unsigned seed) {
  litmus_t l = {"random", THREADS < MOST_THREADS ? THREADS : MOST_THREADS, {{{0}}}};
  int value = 0;
  srand(seed);
  for (int t = 0; t < l.threads; t++)
    for (int k = 0; k < 3; k++)
      l.op[t][k] = (op_t){1 + rand() % VARS, rand() % 2 ? ++value : 0};
  return l;
}

/* ---- relaxed writes of data before a strict write: who reads that one reads them */
static void relaxed_data(void) {
  int next = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < INSTANCES; i++) {
    for (int k = 0; k < 4; k++) data[k][i * THREADS + next] = 1 + k + i;
    memory[1][i * THREADS + next] = 1 + i;
  }
  for (int i = INSTANCES - 1; i >= 0; i--)
    if (memory[1][i * THREADS + MYTHREAD] == 1 + i)
      for (int k = 0; k < 4; k++) CHECK_EQ(data[k][i * THREADS + MYTHREAD], 1 + k + i);
  upc_barrier;
}

int main(void) {
  for (int i = 0; i < FIXED; i++) run(&tests[i]);
  for (unsigned seed = 1; seed <= RANDOM; seed++) {
    litmus_t l = any(seed);
    run(&l);
  }
  upc_forall (int i = 0; i < INSTANCES * THREADS; i++; &memory[1][i]) memory[1][i] = 0;
  upc_barrier;
  relaxed_data();
  return done();
}
