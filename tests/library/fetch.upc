/* SPDX-License-Identifier: BSD-3-Clause
 * Random gathers from random arrays, elements of 1 to 5000 bytes, with every synchronisation: with IN_ALLSYNC the
 * owners write the elements just before the call, with OUT_ALLSYNC they destroy them right after it. Then the same
 * elements by a prepared fetch, which is started several times.
 * usage: fetch [rounds [seed]] */
#include "world.h"

enum { MOST = 700 };

static world_array_t W;
static size_t elements, count, list[MOST];
static char *values;
static int turn;                        /* of the values that elements have: a start has others than the one before */

static unsigned char byte_of(size_t element, size_t at) {
  return (unsigned char)((element * 2654435761u + at * 40503u + (size_t)(world_round + 100 * turn) * 77u) >> 7);
}

/* An array as world_array makes it, with other sizes of elements. */
static void scene(void) {
  static const size_t sizes[] = {1, 2, 4, 8, 8, 12, 100, 5000};
  static const int most[WORLD_DIMS + 1] = {0, 30, 9, 5, 4};
  int k;
  W.kind = WORLD_ALLOCATED, W.first = 0, W.elem = sizes[random_below(8)];
  W.ndims = random_in(1, 3);
  world_grid(&W);
  world_kind(&W);
  world_size(&W, most[W.ndims], W.elem > 100 ? 2 : 5);
  world_alloc(&W);
  for (elements = 1, k = 0; k < W.ndims; k++) elements *= W.shape[k];
}

/* The indices of this thread: its own random numbers, sometimes none. */
static void choose(void) {
  unsigned long long state = random_state + (unsigned)MYTHREAD * 104729u;
  size_t i;
  count = (size_t)(state >> 20) % 7 == 0 ? 0 : (size_t)(state >> 13) % MOST;
  for (i = 0; i < count; i++) { /* rows, columns and single elements */
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    list[i] = i % 32 < (size_t)(random_state % 33) && i > 0 ? list[i - 1] + 1 + (i >> 5) % 3 : (size_t)(state >> 33);
    list[i] %= elements;
  }
  values = malloc(count * W.elem + 1);
  memset(values, (int)POISON, count * W.elem + 1);
}

/* Gives every element of the caller its value, or poison. */
static void fill(int poison) {
  size_t i, at, index[WORLD_DIMS], rest;
  for (i = 0; i < elements; i++) {
    shared [] char *place;
    char *mine;
    int k;
    for (rest = i, k = W.ndims - 1; k >= 0; k--) index[k] = rest % W.shape[k], rest /= W.shape[k];
    place = (shared [] char *)upc_stride_at(W.array, index);
    if (upc_threadof((shared void *)place) != MYTHREAD) continue;
    mine = (char *)place;
    for (at = 0; at < W.elem; at++) mine[at] = poison ? (char)POISON : (char)byte_of(i, at);
  }
}

static void compare(void) {
  size_t i, at;
  for (i = 0; i < count; i++)
    for (at = 0; at < W.elem; at++)
      if ((unsigned char)values[i * W.elem + at] != byte_of(list[i], at))
        world_fail("value", (int)i, at, byte_of(list[i], at), (unsigned char)values[i * W.elem + at]);
  if ((unsigned char)values[count * W.elem] != POISON) world_fail("after the last value", (int)count, 0, POISON, 0);
}

/* Blocking, or by a handle. */
static void get(upc_stride_handle_t *prepared, int in, int out, upc_flag_t flags) {
  memset(values, (int)POISON, count * W.elem + 1);
  fill(in == 2);
  upc_barrier;
  if (in == 2) fill(0);
  world_dawdle();
  if (prepared == NULL) {
    upc_stride_fetch(values, W.array, list, count, flags);
  } else {
    upc_stride_start_call(*prepared);
    upc_stride_wait(prepared);
  }
  if (out == 2) fill(1);
  compare();
  upc_barrier;
}

static void round_of_fetches(void) {
  upc_stride_handle_t prepared;
  size_t given[MOST];
  int in, out;
  upc_flag_t flags = world_sync(world_round % 13, &in, &out);
  scene();
  choose();
  turn = 0;
  get(NULL, in, out, flags);
  memcpy(given, list, sizeof given);
  prepared = upc_stride_fetch_init(values, W.array, given, count, flags);
  memset(given, 0xFF, sizeof given);    /* the call has its own */
  for (turn = 1; turn <= 3; turn++) get(&prepared, in, out, flags);
  upc_stride_free_call(&prepared);
  free(values);
  world_free(&W);
  random_bits();
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 26);
  for (world_round = 0; world_round < rounds; world_round++) round_of_fetches();
  return world_verdict();
}
