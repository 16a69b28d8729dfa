/* SPDX-License-Identifier: BSD-3-Clause
 * Transforms of numbers that lie 2^31 numbers apart, and of lines that begin so far apart (apps/common/local_fft.h).
 * The 32 GiB in between are pages that nobody touches. */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */
#include "../../../apps/common/local_fft.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static const size_t far = (size_t)1 << 31;
static double (*number)[2]; /* complex numbers */
static int failures;

static void expect(const char *what, double got, double must) {
  if (got == must) return;
  printf("%s: %g, must be %g\n", what, got, must);
  failures++;
}

static void transform(fft_kind_t kind, int sign, size_t length, size_t count, size_t stride, size_t step) {
  const lines_t lines = {kind, sign, length, count, stride, step};
  line_plan_t plan = local_fft_plan(&lines, number, number, EFFORT_ESTIMATE);
  local_fft_run(&plan, number, number);
  local_fft_free_plan(&plan);
}

int main(void) {
  const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, (far + 4) * sizeof *number, PROT_READ | PROT_WRITE, how, -1, 0);
  double *reals;
  if (memory == MAP_FAILED) return puts("SKIPPED: no 32 GiB of addresses"), 77;
  number = memory, reals = memory;
  number[0][0] = 1, number[1][0] = 2, number[far][0] = 5, number[far + 1][0] = 7;
  transform(COMPLEX_TO_COMPLEX, -1, 2, 2, far, 1);
  expect("sum of line 0", number[0][0], 6);
  expect("difference of line 0", number[far][0], -4);
  expect("sum of line 1", number[1][0], 9);
  expect("difference of line 1", number[far + 1][0], -5);
  memset(number, 0, 64), memset(number[far], 0, 64);
  reals[0] = 3, reals[1] = 1, reals[2 * far] = 4, reals[2 * far + 1] = 2;
  transform(REAL_TO_COMPLEX, -1, 2, 2, 1, far);
  expect("sum of reals of line 0", number[0][0], 4);
  expect("difference of reals of line 1", number[far + 1][0], 2);
  transform(COMPLEX_TO_REAL, 1, 2, 2, 1, far);
  expect("real 0 of line 0", reals[0], 6);
  expect("real 1 of line 1", reals[2 * far + 1], 4);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
