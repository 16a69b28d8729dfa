/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride.h in C: values of each thread, teams without an array, elements that are changed at once, events, locks.
 * What they must give follows from the numbers of the threads. tests/library has random ones. */
#include "tests/c/check.h"

#include <string.h>

static int threads, me;

typedef struct best { double value; int thread; } best_t;

static void better(const void *in, void *inout, size_t count, void *context) {
  const best_t *a = in;
  best_t *b = inout;
  *(int *)context += 1;
  for (size_t i = 0; i < count; i++)
    if (a[i].value > b[i].value) b[i] = a[i];
}

static void values(void) {
  long sums[3] = {me, 1, -me}, before = -7;
  int calls = 0, root = threads / 2;
  best_t mine = {(double)(me * 7 % 5), me}, best;
  CHECK_IS(upc_stride_sum(me), threads * (threads - 1) / 2);
  CHECK(upc_stride_max(0.5f * (float)me) == 0.5f * (float)(threads - 1));
  CHECK_IS((long long)upc_stride_min((unsigned long)me + 3), 3);
  CHECK(upc_stride_all_reduce_value(sums, sums, 3, UPC_ADD, UPC_LONG, NULL, NULL) == 0);
  CHECK(sums[0] == threads * (threads - 1L) / 2 && sums[1] == threads && sums[2] == -sums[0]);
  CHECK(upc_stride_all_prefix_exclusive_value(&before, &sums[1], 1, UPC_ADD, UPC_LONG, NULL, NULL) == 0);
  CHECK_IS(before, me == 0 ? -7 : (long)me * threads);
  CHECK(upc_stride_all_reduce_value_with(&best, &mine, sizeof best, UPC_FUNC, better, &calls, NULL) == 0);
  for (int t = 0; t < threads; t++) CHECK(t * 7 % 5 <= best.value);
  CHECK(best.value == best.thread * 7 % 5);
  CHECK(upc_stride_all_broadcast_value(&root, sizeof root, threads / 2, NULL) == 0 && root == threads / 2);
}

static void teams(void) {
  upc_stride_section_t all = upc_stride_all_threads(), odd, half, pair, nobody;
  const int two[] = {threads - 1, 0};
  int number = 1, count = threads > 1 ? 2 : 1, mine = me, sum = 0;
  CHECK(upc_stride_barrier(&all) == 0 && upc_stride_have_affinity(&all) == 1);
  CHECK(upc_stride_all_threads_split(&odd, me % 2, -me) == 0);
  CHECK(upc_stride_all_prefix_value(&number, &number, 1, UPC_ADD, UPC_INT, NULL, &odd) == 0);
  CHECK_IS(number, (threads - 1 - me) / 2 + 1);
  CHECK(upc_stride_team_split(&half, &odd, me / 2 % 2, 0) == 0); /* of those with the same remainder by 4 */
  CHECK(upc_stride_all_reduce_value(&sum, &me, 1, UPC_ADD, UPC_INT, NULL, &half) == 0);
  for (int t = me % 4; t < threads; t += 4) sum -= t;
  CHECK_IS(sum, 0);
  CHECK(upc_stride_team_split(&half, NULL, -1, 0) == 0 && upc_stride_have_affinity(&half) == 0);
  CHECK(upc_stride_threads_listed(&pair, two, (size_t)count) == 0);
  CHECK(upc_stride_all_broadcast_value(&mine, sizeof mine, threads - 1, &pair) == 0);
  CHECK_IS(mine, me == 0 ? threads - 1 : me);
  CHECK(upc_stride_all_threads_split(&nobody, -1, 0) == 0 && upc_stride_have_affinity(&nobody) == 0);
  CHECK(upc_stride_all_reduce_value(&number, &number, 1, UPC_ADD, UPC_INT, NULL, &nobody) == 0);
  CHECK_IS(number, (threads - 1 - me) / 2 + 1);
}

/* A shared counter, by which the threads share out numbers. */
static void partners(void) {
  size_t shape = 3, block = 1, at = 0, event = 1;
  const int neighbours[] = {(me + 1) % threads, (me + threads - 1) % threads};
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &block, sizeof(long), 0, NULL);
  upc_stride_pointer_t counter = upc_stride_at(A, &at), posts = upc_stride_at(A, &event), lock = upc_stride_all_lock();
  long one = 1, next = 0, sum = 0, expected = 10L * threads, value = 99, two;
  int taken = 5;
  while (CHECK(upc_stride_fetch_op(&next, counter, UPC_ADD, UPC_LONG, &one) == 0), next < 10L * threads) sum += next;
  CHECK_IS(upc_stride_sum(sum), 5L * threads * (10L * threads - 1));
  CHECK(upc_stride_post(posts) == 0);
  if (me == threads - 1) CHECK(upc_stride_await(posts, (size_t)threads) == 0);
  expected = 11L * threads;
  CHECK(upc_stride_compare_swap(&next, counter, UPC_LONG, &expected, &value) == 0);
  CHECK_IS(upc_stride_sum(next == expected ? 1 : 0), 1);
  CHECK(upc_stride_lock(lock) == 0);
  CHECK(upc_stride_get(&two, counter, sizeof two) == 0 && ++two && upc_stride_put(counter, &two, sizeof two) == 0);
  CHECK(upc_stride_unlock(lock) == 0);
  CHECK(upc_stride_sync_threads(neighbours, threads > 2 ? 2 : 1) == 0);
  CHECK(upc_stride_barrier_all() == 0);
  CHECK(upc_stride_get(&two, counter, sizeof two) == 0);
  CHECK_IS(two, 99 + threads);
  CHECK(upc_stride_try_lock(lock, &taken) == 0);
  CHECK_IS(upc_stride_max(taken), 1);
  if (taken) CHECK(upc_stride_unlock(lock) == 0);
  CHECK(upc_stride_all_free_lock(lock) == 0 && upc_stride_all_free(A) == 0);
}

/* Errors come back: each call of this part refuses its wrong arguments on every thread. */
static void refused(void) {
  upc_stride_section_t team;
  const int twice[] = {0, 0}, none[] = {threads};
  double x = 1;
  char large[2000];
  CHECK(upc_stride_threads_listed(&team, none, 1) == -1 && strstr(upc_stride_last_error(), "must be a thread, 0.."));
  CHECK(upc_stride_threads_listed(&team, twice, threads > 1 ? 2 : 1) == (threads > 1 ? -1 : 0));
  CHECK(upc_stride_all_reduce_value(&x, &x, 1, UPC_XOR, UPC_DOUBLE, NULL, NULL) == -1);
  CHECK(upc_stride_all_reduce_value(&x, NULL, 1, UPC_ADD, UPC_DOUBLE, NULL, NULL) == -1);
  CHECK(upc_stride_all_reduce_value(large, large, 250, UPC_ADD, UPC_DOUBLE, NULL, NULL) == -1);
  CHECK(strstr(upc_stride_last_error(), "must be at most 1024 bytes") != NULL);
  CHECK(upc_stride_all_broadcast_value(&x, sizeof x, threads, NULL) == -1);
  CHECK(upc_stride_fetch_op(&x, (upc_stride_pointer_t){0, 0}, UPC_ADD, UPC_DOUBLE, &x) == -1);
  CHECK(upc_stride_post((upc_stride_pointer_t){0, 0}) == -1 && upc_stride_lock((upc_stride_pointer_t){0, 0}) == -1);
  CHECK(upc_stride_sum(x) == threads);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  START(&options);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  values();
  teams();
  partners();
  refused();
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
