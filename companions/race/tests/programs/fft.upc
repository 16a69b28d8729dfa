// SPDX-License-Identifier: BSD-3-Clause
// race: 22 24
// says: by fftw_execute
// flags: -lfftw3
// A plan of FFTW knows which elements it reads and writes: here every other one.
#include <upc_relaxed.h>

#define N 8
typedef double complex_t[2];
shared [4 * N] double A[4 * N * THREADS];
typedef struct fftw_plan_s *fftw_plan;
fftw_plan fftw_plan_many_dft(int, const int *, int, complex_t *, const int *, int, int, complex_t *, const int *, int,
                             int, int, unsigned);
void fftw_execute(fftw_plan);

int main(void) {
  const int n = N;
  complex_t *mine = (complex_t *)&A[4 * N * MYTHREAD];
  double seen = 0;
  fftw_plan p = fftw_plan_many_dft(1, &n, 1, mine, NULL, 2, 0, mine, NULL, 2, 0, -1, 64);
  upc_barrier;
  fftw_execute(p);
  ORDER(upc_barrier);
  seen += A[(4 * N * (MYTHREAD + 1) + 4) % (4 * N * THREADS)]; // element 1 of the transform
  seen += A[(4 * N * (MYTHREAD + 1) + 2) % (4 * N * THREADS)]; // between two
  return seen > 1e9;
}
