/* SPDX-License-Identifier: BSD-3-Clause
 * Three loops over shared arrays, as loops.c has them: a triad on the thread's own elements, a stencil that reads its
 * neighbours' edges, and elements by a list of subscripts. Prints the seconds of each. loops [repetitions] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc_relaxed.h>

#define EACH 65536

shared [EACH] double a[EACH * THREADS], b[EACH * THREADS], c[EACH * THREADS];
static int column[EACH];

/* Of the processor, so that others on the machine do not count. */
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void triad(void) {
  upc_forall (int i = 0; i < EACH * THREADS; i++; &a[i]) a[i] = b[i] + 3 * c[i];
}

static void stencil(void) {
  int first = MYTHREAD * EACH, last = first + EACH;
  for (int i = first > 0 ? first : 1; i < (last < EACH * THREADS ? last : last - 1); i++)
    b[i] = (c[i - 1] + c[i] + c[i + 1]) / 3;
}

static void gather(void) {
  int first = MYTHREAD * EACH;
  double sum = 0;
  for (int i = 0; i < EACH; i++) sum += c[column[i]];
  a[first] = sum;
}

static void measure(const char *name, void (*loop)(void), int repetitions) {
  loop();
  upc_barrier;
  double spent = 0;
  for (int k = 0; k < repetitions; k++) {
    double begin = seconds();
    loop();
    spent += seconds() - begin;
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("%s %.6f\n", name, spent / repetitions);
}

int main(int argc, char **argv) {
  int repetitions = argc > 1 ? atoi(argv[1]) : 20;
  for (int i = 0; i < EACH; i++) {
    column[i] = (int)((unsigned)i * 2654435761u % (unsigned)(EACH * THREADS));
    b[MYTHREAD * EACH + i] = i, c[MYTHREAD * EACH + i] = 2 * i;
  }
  upc_barrier;
  measure("triad", triad, repetitions);
  measure("stencil", stencil, repetitions);
  measure("gather", gather, repetitions);
  return 0;
}
