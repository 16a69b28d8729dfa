/* SPDX-License-Identifier: BSD-3-Clause
 * If alpha is 0, nothing of A and B is read. But their owner, which has nothing of C, waits for C all the same: here it
 * reads C's last element next. */
#include "upc_stride_numerics.h"

#include <stdio.h>

enum { ORDER = 3000 };

static upc_stride_section_t on_thread(int thread, size_t order) {
  const size_t shape[] = {order, order};
  return UPC_SECTION(upc_stride_all_alloc_listed(2, shape, shape, sizeof(float), &thread), UPC_STRIDE_ALL);
}

static shared [] float *last_of(upc_stride_section_t C) {
  const size_t last[] = {ORDER - 1, ORDER - 1};
  return (shared [] float *)upc_stride_at(C.array, last);
}

static void call(int which, upc_stride_section_t A, upc_stride_section_t C) {
  const float zero = 0, two = 2;
  switch (which) {
    case 0: upc_stride_gemm('N', 'N', &zero, A, A, &two, C, UPC_FLOAT); break;
    case 1: upc_stride_symm('L', 'U', &zero, A, A, &two, C, UPC_FLOAT); break;
    case 2: upc_stride_geadd('N', &zero, A, &two, C, UPC_FLOAT); break;
    case 3: upc_stride_trmm('L', 'U', 'N', 'N', &zero, A, C, UPC_FLOAT); break;
    default: upc_stride_trsm('R', 'L', 'T', 'U', &zero, A, C, UPC_FLOAT);
  }
}

int main(void) {
  static const char *const names[] = {"gemm", "symm", "geadd", "trmm", "trsm"};
  const upc_stride_section_t A = on_thread(0, ORDER), C = on_thread(1, ORDER);
  int which, wrong = 0;
  for (which = 0; which < 5; which++) {
    const float want = which < 3 ? 6 : 0;
    if (MYTHREAD == 1) *last_of(C) = 3;
    upc_barrier;
    call(which, A, C);
    if (MYTHREAD == 0) {
      const float got = *last_of(C);
      if (got != want) printf("%s: the last element is %g, must be %g\n", names[which], got, want), wrong = 1;
    }
    upc_barrier;
  }
  if (wrong) upc_global_exit(1);
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
