/* SPDX-License-Identifier: BSD-3-Clause
 * fftw.c: FFTW alone. `fftw THREADS NX NY NZ REPEAT in|out estimate|measure|patient` prints the median seconds of a
 * forward transform of complex numbers, in place or not, after a warm-up; the data are generated again before each run.
 * */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/median.h"

static fftw_complex *numbers(size_t count) {
  return allocated(fftw_malloc(count * sizeof(fftw_complex)), count, sizeof(fftw_complex), "the numbers");
}

int main(int argc, char **argv) {
  if (argc != 8) return fputs("usage: fftw THREADS NX NY NZ REPEAT in|out estimate|measure|patient\n", stderr), 2;
  const int nx = atoi(argv[2]), ny = atoi(argv[3]), nz = atoi(argv[4]), repeat = atoi(argv[5]);
  const size_t points = (size_t)nx * (size_t)ny * (size_t)nz;
  const unsigned effort = *argv[7] == 'e' ? FFTW_ESTIMATE : *argv[7] == 'p' ? FFTW_PATIENT : FFTW_MEASURE;
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");

  fftw_init_threads();
  fftw_plan_with_nthreads(atoi(argv[1]));
  fftw_complex *in = numbers(points), *out = strcmp(argv[6], "in") == 0 ? in : numbers(points);
  fftw_plan plan = fftw_plan_dft_3d(nx, ny, nz, in, out, FFTW_FORWARD, effort);
  memset(out, 0, points * sizeof *out);
  for (int i = -1; i < repeat; i++) {
    for (size_t k = 0; k < points; k++) in[k][0] = (double)(k * 7919 % 2003) / 1001.5 - 1, in[k][1] = 0;
    const double start = now();
    fftw_execute(plan);
    if (i >= 0) times[i] = now() - start;
  }
  printf("%.6f\n", median(times, repeat));
  return 0;
}
