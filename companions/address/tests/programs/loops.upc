// SPDX-License-Identifier: BSD-3-Clause
// A loop whose accesses are looked at before it: loops.sh looks for calls in its code. The compiler does not know what
// the pointers point to. LLVM leaves no block of its own before the loop: `count` is tested where the weights are read.
#include <upc.h>

void row(double *restrict v, const double *u, long pitch, long count, const double *w) {
  const double w0 = w[0], w1 = w[1];
  for (long j = 0; j < count; j++) v[j] = w0 * u[j] + w1 * (u[j - pitch] + u[j + pitch]);
}
