// SPDX-License-Identifier: BSD-3-Clause
// What gdb.sh looks at, at the barrier with the comment.
#include <upc.h>
#include <upc_stride_coll.h>

enum { N = 8 };
struct pair { int x; double y; };
shared [2][3] int A[N][N];
shared [4] struct pair P[16 * THREADS];
shared int *cursor;
static shared int total[THREADS];

static int look(shared [4] struct pair *p, upc_stride_section_t S) {
  int i = 2;
  upc_barrier; // here
  return p[i].x + S.intervals + total[MYTHREAD];
}

int main(void) {
  upc_forall (int i = 0; i < 16 * THREADS; i++; &P[i]) P[i].x = i, P[i].y = i * 0.5;
  if (MYTHREAD == 0)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) A[i][j] = 10 * i + j;
  cursor = &total[THREADS - 1];
  upc_barrier;
  return look(&P[5], A<0, :>) < 0;
}
