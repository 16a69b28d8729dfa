// SPDX-License-Identifier: BSD-3-Clause
// Random graphs of tasks: each computes a value of those of some earlier ones, and waits for them by variables that are
// written once. The tasks begin in a random order, on any thread or on a named one, and two synchronisation variables
// count and sum what they do. A sequential run says what must come out. The argument is the seed, 1 by default.
#include <stdlib.h>
#include <upc.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

enum { NODES = 200, ROUNDS = 12, MOST = 4 };

struct node { int count, of[MOST]; };

shared upc_singlevar long value[NODES * THREADS];

static unsigned long state;
static int below(int n) {
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (int)((state >> 33) % (unsigned long)n);
}

static long combined(int number, int count, const long *of) {
  long sum = number;
  for (int k = 0; k < count; k++) sum = (sum * 31 + of[k]) % 1000003;
  return sum;
}

static long computed(int number, struct node node) {
  long of[MOST];
  for (int k = 0; k < node.count; k++) of[k] = value[node.of[k]];
  return combined(number, node.count, of);
}

static void run(int round) {
  struct node nodes[NODES];
  long want[NODES], sum = 0;
  int order[NODES];
  upc_syncvar long total = 0;
  upc_syncvar int ended = 0;
  for (int i = 0; i < NODES; i++) {
    long of[MOST];
    nodes[i].count = i == 0 ? 0 : below(MOST + 1);
    for (int k = 0; k < nodes[i].count; k++) nodes[i].of[k] = below(i), of[k] = want[nodes[i].of[k]];
    sum += want[i] = combined(i, nodes[i].count, of);
    int at = below(i + 1);
    order[i] = order[at], order[at] = i;
  }
  upc_sync {
    for (int k = 0; k < NODES; k++) {
      int number = order[k], where = below(2 * THREADS);
      struct node node = nodes[number];
      if (where < THREADS)
        upc_begin upc_on (where) {
          value[number] = computed(number, node);
          total += value[number];
          ended++;
        }
      else
        upc_begin {
          upc_sync { upc_begin { value[number] = computed(number, node); } }
          total += value[number];
          ended += round >= 0;
        }
    }
  }
  for (int i = 0; i < NODES; i++) CHECK_EQ(value[i], want[i]);
  CHECK_EQ(total, sum);
  CHECK_EQ(ended, NODES);
}

int main(int argc, char **argv) {
  unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
  for (int round = 0; round < ROUNDS; round++) {
    state = seed * 1000 + (unsigned long)round;
    if (MYTHREAD == round % THREADS) run(round);
    upc_barrier;
    for (int i = MYTHREAD; i < NODES; i += THREADS) upc_syncvar_reset(&value[i]);
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("seed %lu\n", seed);
  return done();
}
