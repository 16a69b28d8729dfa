/* SPDX-License-Identifier: BSD-3-Clause
 * All threads meet in each call of a transform, also if it has no axes or no elements, and in those of threads that own
 * nothing of it: thread 0 returns from no call that thread 1 has not begun. */
#include "upc_stride_numerics.h"

#include <stdio.h>
#include <unistd.h>

static strict shared int begun;       /* calls of thread 1 */
static int calls, wrong;

static void call(void) {
  calls++;
  if (MYTHREAD != 1) return;
  usleep(100000);
  begun = calls;
}

static void called(const char *what, const char *name) {
  if (MYTHREAD == 1 || begun >= calls) return;
  printf("%s, %s: thread %d does not wait for thread 1\n", what, name, (int)MYTHREAD);
  wrong = 1;
}

static upc_stride_array_t on_thread_1(size_t bytes) {
  const size_t shape[] = {6, 8};
  const int owner = 1;
  return upc_stride_all_alloc_listed(2, shape, shape, bytes, &owner);
}

static void transform(const char *what, upc_stride_section_t out, upc_stride_section_t in, int naxes) {
  const int axes[] = {1};
  upc_stride_fft_t plan;
  upc_barrier;
  call();
  plan = upc_stride_fft_plan(out, in, naxes, axes, UPC_STRIDE_COMPLEX_DOUBLE, -1, UPC_STRIDE_FFT_ESTIMATE);
  called(what, "plan");
  call();
  upc_stride_fft_run(plan, 1);
  called(what, "run");
  call();
  upc_stride_fft_free(&plan);
  called(what, "free");
}

int main(void) {
  const upc_stride_array_t numbers = on_thread_1(16), reals = on_thread_1(8);
  const upc_stride_interval_t none = UPC_STRIDE_RANGE(1, 0), first = UPC_STRIDE_RANGE(0, 0);
  transform("one axis", UPC_SECTION(numbers, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
            UPC_SECTION(numbers, UPC_STRIDE_ALL, UPC_STRIDE_ALL), 1);
  transform("no axes", UPC_SECTION(numbers, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
            UPC_SECTION(numbers, UPC_STRIDE_ALL, UPC_STRIDE_ALL), 0);
  transform("in is empty", UPC_SECTION(numbers, UPC_STRIDE_ALL, first), UPC_SECTION(reals, UPC_STRIDE_ALL, none), 1);
  transform("out is empty", UPC_SECTION(numbers, none, UPC_STRIDE_ALL), UPC_SECTION(numbers, none, UPC_STRIDE_ALL), 1);
  upc_barrier;
  if (wrong) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
