/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: the checks of the reference: each thread has keys of its own bucket alone, and all keys together are as
 * many as at the start. Further: their sums are those of the start, and the counts are right. */
#include "isx.h"

enum { KEYS, SUM, SQUARES, SUMS };

static shared uint64_t differences[SUMS * THREADS]; /* at the end minus at the start, modulo 2^64 */
static shared uint64_t mistakes[THREADS];

static void add(uint64_t *sums, uint64_t key, uint64_t times) {
  sums[KEYS] += times;
  sums[SUM] += times * key;
  sums[SQUARES] += times * key * key;
}

double faults(const problem_t *q) {
  uint64_t before[SUMS] = {0, 0, 0}, after[SUMS] = {0, 0, 0}, counted[SUMS] = {0, 0, 0};
  const uint64_t least = (uint64_t)MYTHREAD * q->width;
  double found = 0;
  size_t i;
  int t, s;
  mistakes[MYTHREAD] = 0;
  for (i = 0; i < q->mine; i++) add(before, q->keys[i], 1);
  for (i = 0; i < q->width; i++) add(counted, least + i, q->counts[i]);
  for (i = 0; i < q->got; i++) {
    add(after, q->my_received[i], 1);
    mistakes[MYTHREAD] += q->my_received[i] < least || q->my_received[i] >= least + q->width;
  }
  for (s = 0; s < SUMS; s++) {
    mistakes[MYTHREAD] += counted[s] != after[s];
    differences[s * THREADS + MYTHREAD] = after[s] - before[s];
  }
  upc_barrier;
  for (s = 0; s < SUMS; s++) {
    uint64_t difference = 0;
    for (t = 0; t < THREADS; t++) difference += differences[s * THREADS + t];
    found += difference != 0;
  }
  for (t = 0; t < THREADS; t++) found += (double)mistakes[t];
  upc_barrier;
  return found;
}
