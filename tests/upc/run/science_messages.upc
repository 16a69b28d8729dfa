// SPDX-License-Identifier: BSD-3-Clause
// How many messages loops of science send on the conduit mpi with far threads, where they call functions of C's library
// or of this file that reach no shared memory. With a message for each far element these would be 256 and more.
// flags: -O1 -uses-mpi
#include "../check.h"
#include <ctype.h>
#include <math.h>
#include <mpi.h>
#include <upc_relaxed.h>

static volatile long sent; /* LLVM knows that reads of shared memory call nothing that changes it */
int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  sent++;
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
int MPI_Get(void *to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  sent++;
  return PMPI_Get(to, count, type, target, at, target_count, target_type, win);
}
int MPI_Rget(void *to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
             MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  sent++;
  return PMPI_Rget(to, count, type, target, at, target_count, target_type, win, request);
}

enum { N = 256, FEW = 32 };
shared [N] double X[N * THREADS], Y[N * THREADS];
shared double Z[N * THREADS];
shared int K[N * THREADS];
shared long H[16 * THREADS];
static double *x, *y, *z, out[8192], table[8];
static int *k, col[8192];
static long *h;
static char text[64];
static FILE *null;
#define NOINLINE __attribute__((noinline))

static NOINLINE double polynomial(double x) {
  double s = 1;
  for (int j = 0; j < 9; j++) s = s * x * 1e-3 + sin(x);
  return s;
}
static NOINLINE double interpolated(double x) { return table[(int)x & 7] * x; }
static NOINLINE long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

// LOOP(start of the name, name, times that each owner is asked, statement): a loop over i, which computes s. Up
// to three messages make a time.
#define LOOPS(LOOP, _, X, Y, Z, K, H)                                              \
  LOOP(_, root, 1, s += sqrt(X[i]))                                                \
  LOOP(_, root_cyclic, 1, s += sqrt(Z[i]))                                         \
  LOOP(_, cube_root, 1, s += cbrt(X[i]))                                           \
  LOOP(_, stencil, 1, out[i] = sqrt(X[i - 1] * X[i + 1]); s += out[i])             \
  LOOP(_, stencil_two, 1, s += hypot(X[i] - X[i - 1], Y[i + 1] - Y[i]))            \
  LOOP(_, norm1, 1, s += fabs(X[i] - 100))                                         \
  LOOP(_, norm2, 1, s += pow(X[i], 2))                                             \
  LOOP(_, norm3, 1, s += pow(fabs(Z[i]), 3.0))                                     \
  LOOP(_, largest, 1, s = fmax(s, X[i]))                                           \
  LOOP(_, smallest, 1, s = fmin(s, -Z[i]))                                         \
  LOOP(_, entropy, 1, s -= X[i] * log(X[i] + 1))                                   \
  LOOP(_, softmax, 1, s += exp(-X[i]) + expm1(-Z[i]))                              \
  LOOP(_, wave, 1, s += sin(X[i]) * cos(Y[i]))                                     \
  LOOP(_, angle, 1, s += atan2(Y[i], X[i] + 1))                                    \
  LOOP(_, tangent, 1, s += tanh(X[i] / 500))                                       \
  LOOP(_, rest, 1, s += fmod(X[i], 7))                                             \
  LOOP(_, rounded, 1, s += floor(X[i] / 3) + ceil(Z[i] / 3) + round(Y[i] / 3))     \
  LOOP(_, halves, 1, int e; s += frexp(X[i], &e); s += e)                          \
  LOOP(_, errors, 1, s += erf(X[i] / 300))                                         \
  LOOP(_, sampled, 1, s += X[i] * rand())                                          \
  LOOP(_, monte_carlo, 1, s += Z[i] < rand() % 500)                                \
  LOOP(_, gathered, 1, s += exp(-Z[col[i]]))                                       \
  LOOP(_, gathered_far, 2, s += sqrt(Z[K[i]]))                                     \
  LOOP(_, distances, 1, s += abs(K[i] - i) + labs((long)K[i] - 9))                 \
  LOOP(_, printed, 1, s += X[i]; if (i % 100 == 0) fprintf(null, "%g\n", s))       \
  LOOP(_, said, 1, s += Z[i]; if (s < 0) printf("%g\n", s))                        \
  LOOP(_, written, 1, snprintf(text, sizeof text, "%g", X[i]); s += text[0])       \
  LOOP(_, copied, 1, double v[2] = {X[i], i}; memcpy(out + 2 * i, v, sizeof v); s += out[i]) \
  LOOP(_, letters, 1, s += toupper(K[i] & 127) + (isdigit(K[i] & 127) != 0))       \
  LOOP(_, asserted, 1, if (col[i] < 0) abort(); s += X[i])                         \
  LOOP(_, allocated, 1, double *v = malloc(8); *v = X[i]; s += *v; free(v))        \
  LOOP(_, own, 1, s += polynomial(X[i]))                                           \
  LOOP(_, own_table, 1, s += interpolated(Z[i]))                                   \
  LOOP(_, own_recursive, 1, s += gcd(K[i] + 1, 12))                                \
  LOOP(_, histogram, 1, H[rand() % 16] += 1; s++)                                  \
  LOOP(_, histogram_far, 2, H[(int)floor(X[i]) % 16] += 1; s++)                    \
  LOOP(_, bodies, FEW, for (int j = 0; i < FEW && j < n; j++) s += 1 / sqrt(1 + fabs(X[i] - X[j])))

#define DEFINE(_, name, messages, ...)                                             \
  static NOINLINE double _##name(int n) {                                          \
    double s = 0;                                                                  \
    for (int i = 1; i < n - 1; i++) { __VA_ARGS__; }                               \
    return s;                                                                      \
  }
LOOPS(DEFINE, shared_, X, Y, Z, K, H)
LOOPS(DEFINE, own_, x, y, z, k, h)

static const struct {
  const char *name;
  long messages;
  double (*of_shared)(int), (*of_own)(int);
} loops[] = {
#define ROW(_, name, messages, ...) {#name, messages, shared_##name, own_##name},
  LOOPS(ROW, , , , , , )
};

int main(void) {
  int n = N * THREADS, i;
  x = calloc((size_t)n, sizeof *x), y = calloc((size_t)n, sizeof *y), z = calloc((size_t)n, sizeof *z);
  k = calloc((size_t)n, sizeof *k), h = calloc((size_t)n, sizeof *h);
  null = fopen("/dev/null", "w");
  for (i = 0; i < 8; i++) table[i] = i + 0.5;
  for (i = 0; i < n; i++) {
    x[i] = i % 97 + 0.25, y[i] = i % 31, z[i] = n - i, k[i] = (7 * i + 1) % n, col[i] = (5 * i + 2) % n;
    if (upc_threadof(&X[i]) == (size_t)MYTHREAD) X[i] = x[i], Y[i] = y[i];
    if (upc_threadof(&Z[i]) == (size_t)MYTHREAD) Z[i] = z[i], K[i] = k[i];
  }
  upc_barrier;
  if (MYTHREAD == 0)
    for (i = 0; i < (int)(sizeof loops / sizeof *loops); i++) {
      srand(1);
      sent = 0;
      double got = loops[i].of_shared(n);
      long messages = sent;
      srand(1);
      CHECK(got == loops[i].of_own(n));
      if (messages > 4 * loops[i].messages * (THREADS - 1)) printf("%s: %ld messages\n", loops[i].name, messages);
      CHECK(messages <= 4 * loops[i].messages * (THREADS - 1));
      CHECK(messages > 0); // the test counts something
    }
  if (MYTHREAD == 0)
    for (i = 0; i < 16 * THREADS; i++) CHECK_EQ(H[i], h[i]);
  return done();
}
