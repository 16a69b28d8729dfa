// SPDX-License-Identifier: BSD-3-Clause
// What the body of a loop declares is not known in front of the loop, where the same name may be another's.
#include "../check.h"
#include <upc_relaxed.h>

enum { N = 50 };
enum { ZERO, MANY = 30 };
typedef char unit;
shared double x[N * THREADS];
shared [N] int y[N * THREADS];
static int at[N];

static double constants(int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    enum { NONE, MANY };
    s += x[k + MANY] + y[at[k] + MANY];
  }
  return s;
}
static double types(int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    typedef double unit;
    struct pair { int a[3]; };
    s += x[k + sizeof(unit)] + y[at[k] + sizeof(struct pair)];
  }
  return s;
}
static double sizes(int n, char operand) {
  double s = operand;
  for (int k = 0; k < n; k++) {
    char operand[7], other[9];
    s += x[k + sizeof operand + sizeof(__typeof__(other))] + y[at[k] + sizeof other / sizeof *other];
  }
  return s;
}
static double casts(int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    signed char narrow = 2;
    s += x[(__typeof__(narrow))at[k]] * narrow;
  }
  return s;
}
static double forall(int n) {
  double s = 0;
  upc_forall (int k = 0; k < n; k++; &x[k]) {
    enum { MANY = 3 };
    typedef int unit;
    double wide[2];
    s += x[k + MANY * THREADS] + x[k + sizeof(unit) * THREADS] + x[k + (int)sizeof wide * THREADS];
  }
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++) at[i] = N - 1 - i;
  upc_forall (int i = 0; i < N * THREADS; i++; &x[i]) x[i] = i;
  upc_forall (int i = 0; i < N * THREADS; i++; &y[i]) y[i] = i;
  upc_barrier;
  at[0] = 0, at[1] = 20;
  CHECK_D(constants(2), 1 + 1 + 2 + 21);
  CHECK_D(types(2), 8 + 12 + 9 + 32);
  CHECK_D(sizes(2, 3), 3 + 16 + 9 + 17 + 29);
  CHECK_D(casts(2), 2 * 20);
  CHECK_D(forall(1), MYTHREAD == 0 ? (3 + 4 + 16) * THREADS : 0);
  return done();
}
