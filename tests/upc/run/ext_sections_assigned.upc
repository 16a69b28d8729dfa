// SPDX-License-Identifier: BSD-3-Clause
// A<..> = B<..>: elements of one array become those of another one, whatever the layouts, with the synchronisation
// MYSYNC. Beside comparisons, in branches, as tasks' neighbours, from a variable, with steps, of parts of arrays.
#include <upc_stride_coll.h>
#include "../check.h"
enum { N = 12 };
#pragma processors grid(1, THREADS)
shared [4][3] (grid) int A[N][N];
shared [5][2] int B[N][N];
shared [] int C[N][N];
shared [3] int line[N * THREADS], other[N * THREADS];

#define EACH for (int i = 0; i < N; i++) for (int j = 0; j < N; j++)
#define COPY(to, from) to<:, :> = from<:, :>

static int value(int i, int j) { return 100 * i + j; }

static void fill(void) {
  upc_barrier;
  if (MYTHREAD == 0) EACH { A[i][j] = value(i, j); B[i][j] = -1; C[i][j] = -2; }
  upc_forall (int i = 0; i < N * THREADS; i++; &line[i]) { line[i] = i; other[i] = -3; }
  upc_barrier;
}

int main(void) {
  int lo = 2, hi = 5, a = 1, b = 2, c = 3;
  fill();
  B<:, :> = A<:, :>;
  upc_barrier;
  EACH CHECK_EQ(B[i][j], value(i, j));
  fill();
  C<lo:hi, 0:3:N - 1> = A<hi:-1:lo, N - 1:-3:0>;
  upc_barrier;
  EACH CHECK_EQ(C[i][j], i >= lo && i <= hi && j % 3 == 0 ? value(lo + hi - i, N - 1 - j) : -2);
  fill();
  if (THREADS > 0)
    B<0, :> = A<1, :>;
  else
    B<0, :> = A<2, :>;
  for (int k = 1; k < 3; k++) B<k, :> = A<k + 4, :>;
  upc_stride_section_t row = A<7, :>;
  B<3, :> = row;
  B<4, :> = THREADS > 1000 ? A<0, :> : A<8, :>;
  upc_barrier;
  EACH CHECK_EQ(B[i][j], i > 4 ? -1 : value((int[]){1, 5, 6, 7, 8}[i], j));
  other<0:2:N - 1> = line<N - 1:-2:0>;
  COPY(C, A);
  upc_barrier;
  EACH CHECK_EQ(C[i][j], value(i, j));
  for (int i = 0; i < N; i++) CHECK_EQ(other[i], i % 2 ? -3 : N - 1 - i);
  (void)(a < b), c = a > (b);
  CHECK_EQ(c, 0);
  return done();
}
