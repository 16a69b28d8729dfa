/* SPDX-License-Identifier: BSD-3-Clause
 * ft_openmp.c: NAS FT in C with OpenMP. `ft_openmp THREADS CLASS REPEAT` prints the median seconds of a run, its data
 * and the first transform included, after a warm-up. Planes of z are divided among the threads, then rows of y. */
#include "ft.h"

static number *data, *spectrum;
static size_t pitch;                          /* from plane to plane; columns in z do not fall on few cache sets */
static number *parts;                         /* of the sums, for each iteration and plane */

static void run(int threads) {
#pragma omp parallel num_threads(threads)
  {
    number *lines = lines_in_z();
#pragma omp for schedule(static)
    for (size_t z = 0; z < nz; z++) {
      random_plane(data + z * pitch, z);
      transform_plane(data + z * pitch, FORTH);
    }
#pragma omp for schedule(static)
    for (size_t y = 0; y < ny; y++) transform_z(data + y * nx, spectrum + y * nx, pitch, FORTH, y, lines);
    for (int i = 0; i < class->iterations; i++) {
#pragma omp for schedule(static)
      for (size_t y = 0; y < ny; y++) transform_z(spectrum + y * nx, data + y * nx, pitch, BACK, y, lines);
#pragma omp for schedule(static)
      for (size_t z = 0; z < nz; z++) {
        transform_plane(data + z * pitch, BACK);
        parts[(size_t)i * nz + z] = sum_of_plane(data + z * pitch, z);
      }
    }
    fftw_free(lines);
  }
}

static void add_up(void) {
  for (int i = 0; i < class->iterations; i++) {
    number sum = 0;
    for (size_t z = 0; z < nz; z++) sum += parts[(size_t)i * nz + z];
    sums[i][0] = creal(sum), sums[i][1] = cimag(sum);
  }
}

int main(int argc, char **argv) {
  if (argc != 4 || !begin(*argv[2])) return fputs("usage: ft_openmp THREADS S|W|A|B|C REPEAT\n", stderr), 2;
  const int threads = atoi(argv[1]), repeat = atoi(argv[3]);
  double *seconds = allocate((size_t)repeat, sizeof *seconds, "times");
  pitch = nx * ny + 4;
  data = numbers(nz * pitch), spectrum = numbers(nz * pitch), parts = numbers((size_t)class->iterations * nz);
  for (int r = -1; r < repeat; r++) {
    const double start = now();
    run(threads);
    if (r >= 0) seconds[r] = now() - start;
  }
  add_up();
  return report(seconds, repeat);
}
