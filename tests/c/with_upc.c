/* SPDX-License-Identifier: BSD-3-Clause
 * A program in C that calls UPC code of a shared library (with_upc.upc): one runtime serves both. */
#include "tests/c/check.h"

upc_stride_pointer_t upc_fill(int value);
int upc_sum(void);

int main(void) {
  START(NULL);
  int me = upc_stride_mythread(), threads = upc_stride_threads(), got;
  upc_stride_pointer_t numbers = upc_fill(10 * me + 5);
  CHECK_IS(upc_sum(), 5 * threads + 5 * threads * (threads - 1));
  CHECK(upc_stride_get(&got, upc_stride_on_thread(numbers, threads - 1), sizeof got) == 0);
  CHECK_IS(got, 10 * (threads - 1) + 5);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
