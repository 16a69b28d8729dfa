/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread looks at to start, test and wait for a call does not grow with the number of calls in flight; nor what
 * it looks at to make an update, with the updates before a fence. Counted with 250 and with 8,000.
 * Thread 0 broadcasts. The others wait for the latest call first, when all messages have come: so all but one of these
 * come before their call asks for them. */
#include <upc_stride_coll.h>
#include "base/port.h"
#include "transport/channel.h"
#include "../upc/check.h"

enum { FEW = 250, MANY = 8000, TESTS = 200 };

typedef struct cost {
  double start, test, wait; /* calls and messages looked at, each time */
} cost_t;

/* Since the last time. */
static double looked(int times) {
  static unsigned long before;
  unsigned long since = upc_stride_looked_at - before;
  before = upc_stride_looked_at;
  return (double)since / times;
}

static cost_t cost_of(upc_stride_array_t A, shared void *source, int calls) {
  upc_stride_handle_t *handle = malloc(calls * sizeof *handle);
  cost_t c = {0, 0, 0};
  int i;
  upc_barrier;
  looked(1);
  for (i = 0; i < calls; i++)
    handle[i] = upc_stride_broadcast_nb(UPC_SECTION(A, UPC_STRIDE_ALL), source, sizeof(int),
                                        UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  c.start = looked(calls);
  for (i = 0; i < TESTS; i++) upc_stride_test(&handle[calls - 1 - i]);
  c.test = looked(TESTS);
  for (i = 0; i < calls && MYTHREAD == 0; i++) upc_stride_wait(&handle[i]);
  upc_stride_library_barrier(); /* the barrier of any compiler, with calls that progress */
  looked(1);
  for (i = calls - 1; i >= 0 && MYTHREAD != 0; i--) upc_stride_wait(&handle[i]);
  c.wait = looked(calls);
  free(handle);
  return c;
}

/* Each thread updates elements of the next one, which takes none of them meanwhile. */
static double cost_of_updates(int updates) {
  static shared [MANY] unsigned long counts[MANY * THREADS];
  const unsigned long one = 1;
  const int next = (MYTHREAD + 1) % THREADS;
  double looks;
  int i;
  upc_barrier;
  looked(1);
  for (i = 0; i < updates; i++)
    upc_stride_update(&counts[next * MANY + i], UPC_ADD, UPC_ULONG, &one);
  looks = looked(updates);
  upc_stride_update_fence();
  return looks;
}

/* A turn advances eight others. For each of them and for the call itself, one or two messages are looked at. */
enum { CONSTANT = 8 + 2 * (8 + 1) };

static void compare(const char *what, double few, double many) {
  if (many <= CONSTANT) return;
  check_failures++;
  printf("thread %d: %s looks at %.1f calls and messages with %d in flight, "
         "and at %.1f with %d; it must be at most %d\n",
         (int)MYTHREAD, what, many, MANY, few, FEW, CONSTANT);
}

int main(void) {
  const size_t shape = THREADS, block = 1;
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &block, sizeof(int), 0, NULL);
  shared void *source = upc_all_alloc(1, sizeof(int));
  cost_t few = cost_of(A, source, FEW), many = cost_of(A, source, MANY);
  compare("a start", few.start, many.start);
  compare("a test", few.test, many.test);
  compare("a wait", few.wait, many.wait);
  compare("an update", cost_of_updates(FEW), cost_of_updates(MANY));
  return done();
}
