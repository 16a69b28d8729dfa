/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: every update is made once more, after which each word must be what it was before. Each thread goes through
 * the whole sequence and updates its own words only, so nothing of what is checked is used for the check. */
#include "randomaccess.h"

static shared uint64_t wrong[THREADS];

double wrong_words(const problem_t *q) {
  uint64_t r = sequence_start(0), n, i;
  double all = 0;
  int t;
  upc_barrier;
  for (n = 0; n < 4 * q->words; n++, r = sequence_next(r))
    if ((r & q->mask) % THREADS == (uint64_t)MYTHREAD) *(uint64_t *)&q->table[r & q->mask] ^= r;
  wrong[MYTHREAD] = 0;
  for (i = MYTHREAD; i < q->words; i += THREADS) wrong[MYTHREAD] += *(uint64_t *)&q->table[i] != i;
  upc_barrier;
  for (t = 0; t < THREADS; t++) all += (double)wrong[t];
  upc_barrier;
  return all / (double)q->words;
}
