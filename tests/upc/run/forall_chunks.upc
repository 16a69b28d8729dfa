// SPDX-License-Identifier: BSD-3-Clause
// upc_forall whose iterations are given out by arithmetic and whose accesses are local: each must do what the loop with
// a test in every iteration does, for any bounds, shifts, block sizes, starts of pointers, and whatever the body does.
#include "../check.h"

#define N (37 * THREADS)
struct cell { int a, v[3]; short s : 5; };
shared [3] int A[N], B[N];
shared [3] struct cell S[N];
shared int C[N], D[N];
shared [7] double E[N];
shared [*] int F[53 * THREADS];
static int mark[64 * 64], runs;

static void clear(void) { runs = 0; memset(mark, 0, sizeof mark); upc_barrier; }

/* every element of [lo, hi) written by its owner, once, and no other */
static void shifted(int lo, int hi, int shift) {
  upc_forall (int i = 0; i < N; i++; &A[i]) A[i] = -1;
  upc_barrier;
  int i;
  upc_forall (i = lo; i < hi; i++; &A[i + 2]) { A[i + 2] = 100 * MYTHREAD + 1; B[i + 2] = i; runs++; }
  CHECK_EQ(i, lo < hi ? hi : lo);
  upc_barrier;
  for (int e = 0; e < N; e++) {
    int in = e >= lo + 2 && e < hi + 2;
    CHECK_EQ(A[e], in ? 100 * (int)upc_threadof(&A[e]) + 1 : -1);
    if (in) CHECK_EQ(B[e], e - 2);
  }
  (void)shift;
  upc_barrier;
}

static int total(shared [3] int *p, shared [3] int *q, long n) { /* p and q may start anywhere */
  int sum = 0;
  upc_forall (long i = 0; i < n; i++; &p[i]) { sum += p[i] * 3; sum -= q[i]; }
  return sum;
}

static int called;
static int twice(int x) { called++; return 2 * x; }

int main(void) {
  shifted(0, N - 2, 2); shifted(1, N - 3, 2); shifted(5, 6, 2); shifted(4, 4, 2); shifted(9, 3, 2); shifted(-2, 7, 2);
  shifted(N - 5, N - 2, 2);

  /* other index types, <=, i += 1, ++i */
  upc_forall (unsigned u = 2; u <= N - 1u; ++u; &A[u]) A[u] = u;
  upc_forall (size_t z = 0; z < (size_t)N; z += 1; &E[z - 0]) E[z] = z / 2.0;
  upc_forall (long long q = 0; q <= N - 1; q++; q) { C[q] = 7 * q; D[q] = C[q]; }
  upc_barrier;
  upc_forall (short s = 3; s < N; s++; s + 1) D[s] += 1000;
  upc_barrier;
  for (int i = 2; i < N; i++) CHECK_EQ(A[i], i);
  for (int i = 0; i < N; i++) { CHECK_D(E[i], i / 2.0); CHECK_EQ(C[i], 7 * i);
    CHECK_EQ(D[i], 7 * i + (i >= 3 ? 1000 : 0)); }
  upc_barrier;

  /* one big block a thread, another base beside it */
  upc_forall (int i = 0; i < 53 * THREADS; i++; &F[i]) { F[i] = i; F[i] += A[i % (N - 2) + 2]; }
  upc_barrier;
  for (int i = 0; i < 53 * THREADS; i++) CHECK_EQ(F[i], i + i % (N - 2) + 2);

  /* members, arrays in members, bit-fields, ++ and compound assignment, values used */
  upc_forall (int i = 0; i < N; i++; &S[i]) {
    S[i].a = i; S[i].v[1] = 2 * i; S[i].v[2] = S[i].a++ + ++S[i].v[1]; S[i].s = 15; S[i].s += -20; S[i].v[0] = S[i].s--;
    int k = (S[i].a *= 2); CHECK_EQ(k, 2 * i + 2);
    struct cell copy = S[i]; CHECK_EQ(copy.v[2], i + 2 * i + 1); CHECK_EQ(&S[i].v[1] - &S[i].v[0], 1);
  }
  upc_barrier;
  for (int i = 0; i < N; i++) { CHECK_EQ(S[i].a, 2 * i + 2); CHECK_EQ(S[i].v[0], -5); CHECK_EQ(S[i].s, -6);
    CHECK_EQ(S[i].v[2], 3 * i + 1); }

  /* pointers that start alike, and pointers that do not */
  upc_forall (int i = 0; i < N; i++; &B[i]) { A[i] = i; B[i] = 3; }
  upc_barrier;
  int sums[3] = {total(A, B, N), total(A + 5, B + 5, N - 5), total(A + 4, B + 2, N - 4)};
  int want[3] = {0, 0, 0};
  for (int i = 0; i < N; i++) if ((int)upc_threadof(&A[i]) == MYTHREAD) want[0] += 3 * i - 3;
  for (int i = 0; i < N - 5; i++) if ((int)upc_threadof(&A[i + 5]) == MYTHREAD) want[1] += 3 * (i + 5) - 3;
  for (int i = 0; i < N - 4; i++) if ((int)upc_threadof(&A[i + 4]) == MYTHREAD) want[2] += 3 * (i + 4) - 3;
  for (int k = 0; k < 3; k++) CHECK_EQ(sums[k], want[k]);
  upc_barrier;

  /* a body that changes the end, the index or the array it walks on; continue; a loop in a loop; calls */
  clear();
  int end = N, i;
  upc_forall (i = 0; i < end; i++; &A[i]) { runs++; if (i == end - 1) end--; }
  shared [3] int *p = A;
  int seen = 0;
  upc_forall (i = 0; i < 30 && i < N; i++; &p[i]) { seen += p[i]; if (i % 2) continue; seen -= p[i]; }
  int odd = 0;
  for (int k = 1; k < 30 && k < N; k += 2) if ((int)upc_threadof(&A[k]) == MYTHREAD) odd += k;
  CHECK_EQ(seen, odd);
  upc_forall (i = 0; i < N; i++; i) {
    if (i % 3 == 0) continue;
    for (int k = 0; k < 3; k++) { if (k == 2) break; C[i] = twice(i); }
    switch (i % 2) { case 0: D[i] = 1; break; default: D[i] = 2; }
  }
  upc_barrier;
  for (int k = 0; k < N; k++) if (k % 3) { CHECK_EQ(C[k], 2 * k); CHECK_EQ(D[k], k % 2 ? 2 : 1); }
  upc_barrier;

  /* inside a loop that distributes, every iteration runs, and none of its accesses is local */
  upc_forall (int t = 0; t < THREADS; t++; t) {
    int count = 0;
    upc_forall (int k = 0; k < N; k++; &B[k]) { count++; if (MYTHREAD == THREADS - 1) B[k] = k; }
    CHECK_EQ(count, N);
  }
  upc_barrier;
  for (int k = 0; k < N; k++) CHECK_EQ(B[k], k);
  return done();
}
