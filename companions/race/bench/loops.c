/* SPDX-License-Identifier: BSD-3-Clause
 * The loops of loops.upc in C with threads of POSIX, for ThreadSanitizer. loops THREADS [repetitions] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EACH 65536

static int threads, repetitions = 20;
static double *a, *b, *c;
static int *column;
static pthread_barrier_t barrier;

/* Of the processor, so that others on the machine do not count. */
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void triad(int me) {
  for (int i = me * EACH; i < (me + 1) * EACH; i++) a[i] = b[i] + 3 * c[i];
}

static void stencil(int me) {
  int first = me * EACH, last = first + EACH;
  for (int i = first > 0 ? first : 1; i < (last < EACH * threads ? last : last - 1); i++)
    b[i] = (c[i - 1] + c[i] + c[i + 1]) / 3;
}

static void gather(int me) {
  double sum = 0;
  for (int i = 0; i < EACH; i++) sum += c[column[i]];
  a[me * EACH] = sum;
}

static void measure(const char *name, void (*loop)(int), int me) {
  loop(me);
  pthread_barrier_wait(&barrier);
  double spent = 0;
  for (int k = 0; k < repetitions; k++) {
    double begin = seconds();
    loop(me);
    spent += seconds() - begin;
    pthread_barrier_wait(&barrier);
  }
  if (me == 0) printf("%s %.6f\n", name, spent / repetitions);
}

static void *run(void *number) {
  int me = (int)(long)number;
  measure("triad", triad, me);
  measure("stencil", stencil, me);
  measure("gather", gather, me);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[256];
  threads = argc > 1 ? atoi(argv[1]) : 2;
  if (argc > 2) repetitions = atoi(argv[2]);
  if (threads < 1 || threads > 256) return 2;
  size_t n = (size_t)EACH * (size_t)threads;
  a = malloc(n * sizeof *a), b = malloc(n * sizeof *b), c = malloc(n * sizeof *c),
  column = malloc(EACH * sizeof *column);
  for (size_t i = 0; i < n; i++) a[i] = 0, b[i] = (double)i, c[i] = 2.0 * (double)i;
  for (int i = 0; i < EACH; i++) column[i] = (int)((unsigned)i * 2654435761u % (unsigned)n);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  for (long t = 0; t < threads; t++) pthread_create(&thread[t], NULL, run, (void *)t);
  for (int t = 0; t < threads; t++) pthread_join(thread[t], NULL);
  return 0;
}
