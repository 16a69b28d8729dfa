/* SPDX-License-Identifier: BSD-3-Clause
 * What patches.c and patches_ga.c have in common: the cases, and their times. N x N doubles lie on two processes, half
 * of the rows on each. Process 0 moves a box, or a list of elements, of process 1, which waits in a barrier meanwhile.
 * The program that includes this file defines
 *   box(WHAT, i, j, h, w, buffer)   moves h x w elements from element (i, j) on; returns when they are in their place
 *   list(WHAT, count, rows, columns, buffer)
 * and calls measure() on process 0. A line of output: what|microseconds of a call. */
#ifndef BENCH_PATCHES_H
#define BENCH_PATCHES_H

#include <stdio.h>
#include <stdlib.h>
#include "measure/clock.h"
#include "measure/median.h"

enum { N = 1024, LIST = 1000, ROUNDS = 9 };
typedef enum { GET, PUT, ACC } what_t;
static const char *const names[] = {"get", "put", "acc"};
static const int sides[][2] = {{1, 1}, {1, 512}, {8, 8}, {64, 64}, {256, 256}, {512, 1}};

static void box(what_t what, int i, int j, int h, int w, double *buffer);
static void list(what_t what, int count, const int *rows, const int *columns, double *buffer);

static double *buffer;
static int rows[LIST], columns[LIST];

static int below(int n) {
  static unsigned long long state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)n);
}

/* One call, of sides h x w, or of the list if h is 0. */
static void call(what_t what, int h, int w) {
  if (h == 0) list(what, LIST, rows, columns, buffer);
  else box(what, N / 2 + below(N / 2 - h + 1), below(N - w + 1), h, w, buffer);
}

static double us(what_t what, int h, int w, int calls) {
  const double start = now();
  for (int k = 0; k < calls; k++) call(what, h, w);
  return 1e6 * (now() - start) / calls;
}

/* The median of rounds that take ten milliseconds or more each. */
static void time_of(what_t what, int h, int w) {
  double times[ROUNDS];
  int calls = 1;
  while (us(what, h, w, calls) * calls < 1e4) calls *= 2;
  for (int r = 0; r < ROUNDS; r++) times[r] = us(what, h, w, calls);
  if (h == 0) printf("%s, list of %d elements|%.3f\n", names[what], LIST, median(times, ROUNDS));
  else printf("%s, %d x %d|%.3f\n", names[what], h, w, median(times, ROUNDS));
}

/* What is put, and then twice accumulated, comes back. */
static void check(int h, int w) {
  const int count = h == 0 ? LIST : h * w;
  for (int k = 0; k < 4; k++) {
    const what_t what = k == 0 ? PUT : k == 3 ? GET : ACC;
    for (int e = 0; e < count; e++) buffer[e] = what == GET ? -1 : e;
    if (h == 0) list(what, LIST, rows, columns, buffer);
    else box(what, N - h, N - w, h, w, buffer);
  }
  for (int e = 0; e < count; e++)
    if (buffer[e] != 3.0 * e) fprintf(stderr, "%d x %d: element %d is %g\n", h, w, e, buffer[e]), abort();
}

static void measure(void) {
  buffer = calloc(N * N, sizeof *buffer);
  for (int k = 0; k < LIST; k++) { /* no element comes twice */
    const int e = k * (N * N / 2 / LIST) + below(N * N / 2 / LIST);
    rows[k] = N / 2 + e / N, columns[k] = e % N;
  }
  for (int k = LIST - 1; k > 0; k--) {
    const int other = below(k + 1), r = rows[k], c = columns[k];
    rows[k] = rows[other], columns[k] = columns[other], rows[other] = r, columns[other] = c;
  }
  for (size_t s = 0; s <= sizeof sides / sizeof sides[0]; s++) {
    const int listed = s == sizeof sides / sizeof sides[0], h = listed ? 0 : sides[s][0], w = listed ? 0 : sides[s][1];
    check(h, w);
    for (int what = GET; what <= ACC; what++) time_of((what_t)what, h, w);
  }
}

#endif
