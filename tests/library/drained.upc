/* SPDX-License-Identifier: BSD-3-Clause
 * Lists of calls that are drained by upc_stride_wait_any, upc_stride_wait_some and upc_stride_test_all, given again and
 * again: each handle is completed once, and its data are there. With `costs` as argument (one thread, whose calls have
 * ended when they are started) the processor's time for a handle must not grow with the list.
 *   drained [costs] */
#include <upc.h>
#include <upc_stride_coll.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A handle may take MORE times as long in the long list. It takes up to 6 times, as the list is not in the processor's
 * near caches; where each call looked from the head of the list on, it took 19 times. */
enum { ANY, SOME, ALL, FORMS, SHORT = 1000, LONG = 32 * SHORT, MORE = 11 };

static upc_stride_handle_t *handle;
static size_t *done, wrong;
static upc_stride_array_t from, to;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static upc_stride_array_t blocks(size_t n) {
  size_t shape = n * THREADS, block = 1;
  return upc_stride_all_alloc(1, &shape, &block, sizeof(int), 0, NULL);
}

static int *own(upc_stride_array_t A, size_t i) {
  size_t index = i * THREADS + (size_t)MYTHREAD;
  return (int *)upc_stride_at(A, &index);
}

/* Call i: the i-th element of each thread goes to the next thread. */
static void start(size_t n) {
  int *next = malloc(THREADS * sizeof *next), t;
  size_t i;
  for (t = 0; t < THREADS; t++) next[t] = (t + 1) % THREADS;
  for (i = 0; i < n; i++) *own(from, i) = (int)(i * THREADS) + MYTHREAD, *own(to, i) = -1;
  upc_barrier;
  for (i = 0; i < n; i++) {
    const long long first = (long long)(i * THREADS);
    upc_stride_section_t d = UPC_SECTION(to, UPC_STRIDE_RANGE(first, first + THREADS - 1));
    upc_stride_section_t s = UPC_SECTION(from, UPC_STRIDE_RANGE(first, first + THREADS - 1));
    handle[i] = upc_stride_permute_nb(d, s, next, sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  }
  free(next);
}

static void check(size_t i) {
  if (*own(to, i) != (int)(i * THREADS) + (MYTHREAD + THREADS - 1) % THREADS || handle[i] != NULL) wrong++;
}

/* How many were completed: each once, so the handle was not null before. */
static size_t drain(int form, size_t n) {
  size_t left = n, i, some;
  if (form == ANY)
    for (; (i = upc_stride_wait_any(handle, n)) < n; left--) check(i);
  if (form == SOME)
    while ((some = upc_stride_wait_some(handle, n, done)) > 0)
      for (left -= some; some > 0; some--) check(done[some - 1]);
  if (form == ALL) {
    while (!upc_stride_test_all(handle, n)) {}
    for (i = 0; i < n; i++, left--) check(i);
  }
  return n - left;
}

/* The least of a few. */
static double time_of(int form, size_t n) {
  double least = 0;
  int times;
  for (times = 0; times < 5; times++) {
    double began, spent;
    start(n);
    began = seconds();
    if (drain(form, n) != n) wrong++;
    spent = (seconds() - began) / (double)n;
    if (times == 0 || spent < least) least = spent;
  }
  return least;
}

int main(int argc, char **argv) {
  const int costs = argc > 1 && strcmp(argv[1], "costs") == 0;
  const size_t most = costs ? LONG : SHORT;
  int form;
  handle = malloc(most * sizeof *handle), done = malloc(most * sizeof *done);
  from = blocks(most), to = blocks(most);
  for (form = 0; form < FORMS; form++) {
    const double few = time_of(form, SHORT), many = costs ? time_of(form, LONG) : 0;
    if (many > MORE * few && wrong++ == 0)
      printf("form %d: %.0f ns for a handle of %d, %.0f ns for one of %d\n", form, 1e9 * few, SHORT, 1e9 * many, LONG);
  }
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
