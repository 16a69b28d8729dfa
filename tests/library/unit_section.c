/* SPDX-License-Identifier: BSD-3-Clause
 * Sections and teams, compared with a model that visits every block. */
#include "random.h"
#include "teams/team.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4000 };
static int failures, owner[MOST], members[MOST], nmembers;
static size_t offset[MOST], k;

static void expect(const char *what, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s: expected %lld, got %lld\n", what, wanted, got);
}

/* The block indices that an interval picks, in order. Returns their number. */
static int run(const upc_stride_interval_t *iv, int n, int *index) {
  long long i, lo = iv->lo, hi = iv->hi, step = iv->kind == UPC_STRIDE_INTERVAL_STEP ? iv->step : 1;
  int count = 0;
  if (iv->kind == UPC_STRIDE_INTERVAL_AT) hi = lo;
  if (iv->kind == UPC_STRIDE_INTERVAL_ALL) lo = 0, hi = n - 1;
  for (i = lo; step > 0 ? i <= hi : i >= hi; i += step) index[count++] = (int)i;
  return count;
}

/* Sets k, owner[] and offset[] by position, and members[] in order of first appearance. */
static void model(const upc_stride_layout_t *L, const upc_stride_interval_t *iv) {
  int index[8][128], count[8], at[8] = {0}, d, m;
  k = 0, nmembers = 0;
  for (d = 0; d < L->ndims; d++)
    if ((count[d] = run(&iv[d], (int)L->nblocks[d], index[d])) == 0) return;
  for (;;) {
    size_t c[8], slot;
    for (d = 0; d < L->ndims; d++) c[d] = (size_t)index[d][at[d]];
    owner[k] = (int)upc_stride_layout_block(L, c, &slot);
    offset[k] = slot * L->blockbytes;
    for (m = 0; m < nmembers && members[m] != owner[k]; m++) {}
    if (m == nmembers) members[nmembers++] = owner[k];
    k++;
    for (d = L->ndims - 1; d >= 0 && ++at[d] == count[d]; d--) at[d] = 0;
    if (d < 0) return;
  }
}

static void compare_owners(const upc_stride_picks_t *P) {
  size_t seen = 0, thread;
  upc_stride_own_t it;
  int more;
  for (thread = 0; thread < P->layout->threads; thread++)
    for (more = upc_stride_own_first(&it, P, thread); more; more = upc_stride_own_next(&it)) {
      seen++;
      expect("owner at a position", (long long)thread, it.position < k ? owner[it.position] : -1);
      expect("offset at a position", (long long)it.offset, it.position < k ? (long long)offset[it.position] : -1);
    }
  expect("blocks owned by all", (long long)seen, (long long)k);
}

static void compare_team(const upc_stride_picks_t *P) {
  upc_stride_team_t T;
  int thread, rank, found = 0;
  upc_stride_team(&T, P);
  expect("members", T.n, nmembers);
  for (rank = 0; rank < T.n; rank++)
    expect("rank of the thread of a rank", upc_stride_team_rank(&T, upc_stride_team_thread(&T, rank)), rank);
  for (thread = 0; thread < (int)P->layout->threads; thread++) {
    int m;
    for (m = 0; m < nmembers && members[m] != thread; m++) {}
    rank = upc_stride_team_rank(&T, thread);
    expect("membership", rank >= 0, m < nmembers);
    if (!P->layout->gridded && rank >= 0) expect("rank in a line", rank, m);
    found += rank >= 0;
  }
  expect("ranks given out", found, nmembers);
  upc_stride_team_end(&T);
}

static upc_stride_interval_t random_interval(int n) {
  upc_stride_interval_t iv = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  iv.kind = random_below(4);
  iv.lo = random_below(n);
  iv.hi = iv.kind == UPC_STRIDE_INTERVAL_AT ? iv.lo : random_below(n);
  if (iv.kind == UPC_STRIDE_INTERVAL_STEP) {
    iv.step = random_in(1, 4) * (iv.lo <= iv.hi ? 1 : -1);
    if (random_below(10) == 0) iv.step = -iv.step;
  }
  return iv;
}

static void one(void) {
  size_t shape[4], block[4];
  int grid[4] = {1, 1, 1, 1}, ndims = random_in(1, 4), ngrid = random_in(0, ndims), threads = 1, d;
  upc_stride_interval_t iv[4];
  upc_stride_mistake_t m;
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  for (d = 0; d < ndims; d++) {
    block[d] = (size_t)random_in(1, 3);
    shape[d] = (size_t)random_in(1, ndims == 1 ? 120 : ndims == 2 ? 30 : ndims == 3 ? 14 : 7);
    if (d < ngrid) threads *= grid[d] = random_in(1, ndims < 3 ? 6 : 3);
    else if (ngrid > 0) block[d] = shape[d];
  }
  if (ngrid == 0) threads = random_in(1, 40);
  upc_stride_layout_init(&L, ndims, shape, block, 4, ngrid, grid, threads, ngrid > 0 ? 0 : random_below(threads));
  for (d = 0; d < ndims; d++) iv[d] = random_interval((int)L.nblocks[d]);
  model(&L, iv);
  expect("intervals are right", upc_stride_pick(&P, &L, ndims, iv, &m), UPC_STRIDE_FINE);
  expect("blocks", (long long)P.blocks, (long long)k);
  if (k == 0) return;
  compare_owners(&P);
  compare_team(&P);
}

static void mistake(const char *what, upc_stride_interval_t iv, int wanted, long long picked) {
  size_t shape[1] = {50}, block[1] = {5};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_mistake_t m;
  upc_stride_layout_init(&L, 1, shape, block, 8, 0, NULL, 3, 0);
  expect(what, upc_stride_pick(&P, &L, 1, &iv, &m), wanted);
  if (wanted == UPC_STRIDE_OUT_OF_RANGE) expect("the block outside", m.picked, picked);
}

static void edges(void) {
  long long most = 9223372036854775807LL;
  mistake("0:3:11 does not reach its bound", (upc_stride_interval_t){2, 0, 3, 11}, UPC_STRIDE_FINE, 0);
  mistake("0:3:12 does", (upc_stride_interval_t){2, 0, 3, 12}, UPC_STRIDE_OUT_OF_RANGE, 12);
  mistake("10:9 is empty", (upc_stride_interval_t){1, 10, 1, 9}, UPC_STRIDE_FINE, 0);
  mistake("10", (upc_stride_interval_t){0, 10, 1, 0}, UPC_STRIDE_OUT_OF_RANGE, 10);
  mistake("-1:3", (upc_stride_interval_t){1, -1, 1, 3}, UPC_STRIDE_OUT_OF_RANGE, -1);
  mistake("9:-3:-2", (upc_stride_interval_t){2, 9, -3, -2}, UPC_STRIDE_FINE, 0);
  mistake("9:-3:-3", (upc_stride_interval_t){2, 9, -3, -3}, UPC_STRIDE_OUT_OF_RANGE, -3);
  mistake("step 0", (upc_stride_interval_t){2, 3, 0, 4}, UPC_STRIDE_STEP_ZERO, 0);
  mistake("5:most:most", (upc_stride_interval_t){2, 5, most, most}, UPC_STRIDE_FINE, 0);
  mistake("least:most", (upc_stride_interval_t){1, -most - 1, 1, most}, UPC_STRIDE_OUT_OF_RANGE, -most - 1);
  mistake("5:least:least", (upc_stride_interval_t){2, 5, -most - 1, -most - 1}, UPC_STRIDE_OUT_OF_RANGE, 5 - most - 1);
  mistake("5:least:0", (upc_stride_interval_t){2, 5, -most - 1, 0}, UPC_STRIDE_FINE, 0);
}

int main(int argc, char **argv) {
  int round;
  random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  printf("seed %llu\n", random_state);
  edges();
  for (round = 0; round < 20000 && failures == 0; round++) one();
  if (failures != 0) printf("in round %d\n", round);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
