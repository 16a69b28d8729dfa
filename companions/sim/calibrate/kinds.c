/* SPDX-License-Identifier: BSD-3-Clause
 * How fast a thread computes: BLAS, LAPACK, an FFT, a stencil. The libraries are looked for when the program runs; what
 * is not there is left out. The peak is the rate of the fastest kind. Operations are counted as the applications state
 * them (apps/). */
#include "kinds.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { N = 384, SMALL = 64, POINTS = 1 << 16, ROUNDS = 5 };
static double *a, *b, *c;
static int n = N;
static const double one = 1, minus = -1;
static int info, pivots[N];
static void *call;                      /* the library's function */
static void *plan;                      /* of the FFT */

/* The function's name in the first library that has it. */
static void *find(const char *name, const char *const *libraries) {
  void *found = NULL, *library;
  for (; *libraries && !found; libraries++)
    if ((library = dlopen(*libraries, RTLD_NOW | RTLD_GLOBAL))) found = dlsym(library, name);
  return found;
}

/* A matrix with a heavy diagonal: it can be factored. */
static void fill(double *m) {
  for (int i = 0; i < N * N; i++) m[i] = (i % 17) / 17.0;
  for (int i = 0; i < N; i++) m[i * N + i] = 2 * N;
}

typedef void any(const char *, ...);    /* Fortran: all arguments are addresses */
static void dgemm(void) { ((any *)call)("N", "N", &n, &n, &n, &one, a, &n, b, &n, &one, c, &n); }
static void dtrsm(void) { ((any *)call)("R", "L", "T", "N", &n, &n, &one, a, &n, c, &n); }
static void dsyrk(void) { ((any *)call)("L", "N", &n, &n, &minus, a, &n, &one, c, &n); }
static void dpotrf(void) { ((any *)call)("L", &n, c, &n, &info); }
typedef void all_numbers(const int *, ...);
static void dgetrf(void) { ((all_numbers *)call)(&n, &n, c, &n, pivots, &info); }
static void fft(void) { ((void (*)(void *))call)(plan); }
static void stencil(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      c[i * N + j] += 0.25 * (a[(i - 1) * N + j] + a[(i + 1) * N + j]) + 0.5 * (a[i * N + j - 1] + a[i * N + j + 1]);
}

static const char *const blas[] = {"libopenblas.so.0", "libblas.so.3", NULL};
static const char *const lapack[] = {"libopenblas.so.0", "liblapack.so.3", NULL};
static const char *const fftw[] = {"libfftw3.so.3", NULL};

static const struct kind {
  const char *name, *function;
  const char *const *libraries;
  void (*run)(void);
  double flops;
} kinds[] = {
  {"dgemm", "dgemm_", blas, dgemm, 2.0 * N * N * N},
  {"dtrsm", "dtrsm_", blas, dtrsm, 1.0 * N * N * N},
  {"dsyrk", "dsyrk_", blas, dsyrk, 1.0 * N * N * (N + 1)},
  {"dpotrf", "dpotrf_", lapack, dpotrf, 1.0 / 3 * N * N * N},
  {"dgetrf", "dgetrf_", lapack, dgetrf, 2.0 / 3 * N * N * N},
  {"fft", "fftw_execute", fftw, fft, 5.0 * POINTS * 16},
  {"stencil", NULL, NULL, stencil, 6.0 * (N - 2) * (N - 2)},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int is_there(const struct kind *k) {
  if (!k->function) return 1;
  if (!(call = find(k->function, k->libraries))) return 0;
  if (k->run != fft) return 1;
  void *(*make)(int, void *, void *, int, unsigned) =
      (void *(*)(int, void *, void *, int, unsigned))find("fftw_plan_dft_1d", fftw);
  double *place = calloc(2 * POINTS, sizeof *place);
  plan = make && place ? make(POINTS, place, place, -1, 1u << 6) : NULL; /* FFTW_ESTIMATE */
  return plan != NULL;
}

/* This host's processor time: other programs do not count. The call asks the system, since on a simulated machine the C
 * library's clocks have another time. */
static double now(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Operations a second, of the fastest of several rounds; 0: the library is not there. */
static double rate(const struct kind *k) {
  double least = INFINITY;
  if (!is_there(k)) return 0;
  for (int r = 0; r <= ROUNDS; r++) {
    fill(a), fill(b), fill(c);
    double start = now();
    k->run();
    double took = now() - start;
    if (r > 0 && took < least) least = took;
  }
  return k->flops / least;
}

/* The extent of blocks that reach half of the rate of large ones, by the rate of products of N and of SMALL. */
static double half_of(double large) {
  n = SMALL;
  double part = rate(&kinds[0]) * SMALL * SMALL * SMALL / ((double)N * N * N) / large;
  n = N;
  return part < 1 && part * N > SMALL ? (double)SMALL * N * (1 - part) / (part * N - SMALL) : 0;
}

void print_kinds(void) {
  double of[KINDS], peak = 0, half = 0;
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  a = malloc(sizeof(double) * N * N), b = malloc(sizeof(double) * N * N), c = malloc(sizeof(double) * N * N);
  if (!a || !b || !c) return;
  for (int i = 0; i < KINDS; i++) {
    of[i] = rate(&kinds[i]);
    if (i == 0 && of[i] > 0) half = half_of(of[i]), of[i] *= (N + half) / N;
    if (of[i] > peak) peak = of[i];
  }
  printf("flops %.3f GFlop/s\n", 1e-9 * peak);
  for (int i = 0; i < KINDS; i++)
    if (of[i] > 0 && i == 0) printf("efficiency %s %.3f %.1f\n", kinds[i].name, of[i] / peak, half);
    else if (of[i] > 0) printf("efficiency %s %.3f\n", kinds[i].name, of[i] / peak);
    else printf("# efficiency %s: no library with %s was found\n", kinds[i].name, kinds[i].function);
}
