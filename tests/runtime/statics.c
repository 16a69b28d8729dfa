/* SPDX-License-Identifier: BSD-3-Clause
 * Static shared objects: distinct, aligned, zeroed, at one place on all threads; sizes worked out at the start;
 * records that name one object twice; initial values dealt out by layout; initialisers run before main. */
#include "check.h"

SHARED(first, 24);
SHARED(twice, 8);
static const urt_static_t again __attribute__((section("urt_statics"), used, aligned(8))) = {
    &twice, 4096, 0, 0, "twice"};

static urt_size_t asked_with;
static urt_size_t per_thread(void *arg, int threads) {
  asked_with = (urt_size_t)threads;
  return *(urt_size_t *)arg * (urt_size_t)threads;
}
static urt_size_t unit = 100, computed;
static const urt_static_t with_layout __attribute__((section("urt_statics"), used, aligned(8))) = {
    &computed, 0, per_thread, &unit, "computed"};

SHARED(blocked, 3 * 10 * sizeof(int));
SHARED(whole, 23 * sizeof(int));
static int values[23], ran;
static const urt_image_t in_blocks = {values, sizeof values, sizeof(int), 3, 0, __FILE__, __LINE__},
                         in_one = {values, sizeof values, sizeof(int), 0, 0, __FILE__, __LINE__};

static void initialise(void) {
  for (int i = 0; i < 23; i++) values[i] = 1000 + i;
  urt_init_shared(blocked, "blocked", &in_blocks);
  urt_init_shared(whole, "whole", &in_one);
  ran++;
}
static const urt_init_t initialiser __attribute__((section("urt_inits"), used)) = initialise;

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  CHECK(ran == 1, "initialiser ran %d times", ran);
  CHECK(asked_with == (urt_size_t)urt_threads, "layout asked with %zu threads", asked_with);
  urt_size_t place[] = {first, twice, computed, blocked, whole}, size[] = {24, 4096, 100 * asked_with, 120, 92};
  for (int i = 0; i < 5; i++) {
    CHECK(place[i] >= 64 && place[i] % 64 == 0, "object %d at %zu", i, place[i]);
    for (int j = 0; j < i; j++)
      CHECK(place[i] + size[i] <= place[j] || place[j] + size[j] <= place[i], "objects %d and %d overlap", i, j);
  }
  char *mine = urt_near(at(twice, urt_mythread));
  for (int i = 0; i < 4096; i++) CHECK(mine[i] == 0, "byte %d is %d", i, mine[i]);

  urt_ptr_t b = urt_static_at(blocked), w = urt_static_at(whole);
  if (urt_threads < 8 && urt_threads > 0) /* up to 10 elements a thread have room */
    for (int i = 0; i < 23 && (23 / 3 + 1 + urt_threads - 1) / urt_threads * 3 <= 30; i++) {
      int got = URT_GET(int, urt_add(b, i, sizeof(int), 3));
      CHECK(got == 1000 + i, "blocked[%d] is %d, expected %d", i, got, 1000 + i);
    }
  for (int i = 0; i < 23; i++) {
    int got = URT_GET(int, urt_add(w, i, sizeof(int), 0));
    CHECK(got == 1000 + i, "whole[%d] is %d, expected %d", i, got, 1000 + i);
  }
  barrier();
  memset(mine, urt_mythread + 1, 4096);
  barrier();
  for (int t = 0; t < urt_threads; t++)
    CHECK(URT_GET(char, at(twice + 4095, t)) == (char)(t + 1), "thread %d's object holds another's bytes", t);
  return passed();
}
