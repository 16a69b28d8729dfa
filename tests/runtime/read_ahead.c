/* SPDX-License-Identifier: BSD-3-Clause
 * What loops read ahead: two loops inside each other may use one site, for objects of other sizes at one place. What
 * was asked for is taken for an object of its size, and for no other one. */
#define URT_OPTIMISED
#include "check.h"

enum { N = 8, LOW = 4, WHOLE = 8 };      /* bytes */
SHARED(numbers, N * sizeof(uint64_t));

static uint64_t number(int i, int thread) { return (uint64_t)(10 * i + thread + 1) * 0x100000003u; }
static urt_ptr_t place(int i, int thread) { return at(numbers + (urt_size_t)i * sizeof(uint64_t), thread); }

/* Asks for the low halves of a thread's numbers, as a loop does. */
static void ask_halves(int thread) {
  int count = 0;
  urt_strip_begins(1, 0, 0);
  for (int i = 0; i < N; i++) CHECK(!urt_look(place(i, thread), LOW, 0, &count), "the site is full");
  urt_site_asked(0, count);
  urt_asked(1);
}

static void take(int thread) {
  int taken = 0;
  uint64_t buffer = 0, whole = 0, half = 0;
  ask_halves(thread);
  memcpy(&whole, urt_take(place(0, thread), &buffer, WHOLE, 1, 0, &taken), WHOLE);
  CHECK(whole == number(0, thread) && taken == 0, "number 0 of thread %d is %llx", thread, (unsigned long long)whole);
  for (int i = 0; i < N; i++) {
    memcpy(&half, urt_take(place(i, thread), &buffer, LOW, 1, 0, &taken), LOW);
    CHECK(half == (uint32_t)number(i, thread) && taken == i + 1, "half %d of thread %d is %llx, %d taken", i, thread,
          (unsigned long long)half, taken);
  }
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  for (int i = 0; i < N; i++) {
    uint64_t value = number(i, urt_mythread);
    memcpy(urt_near(place(i, urt_mythread)), &value, sizeof value);
  }
  barrier();
  for (int t = 0; t < urt_threads; t++) take(t);
  return passed();
}
