// SPDX-License-Identifier: BSD-3-Clause
// upc_stride.h in C++: its macros, its calls, and several options of an array's element.
#include "tests/c/check.h"

#include <vector>

int main() {
  START(nullptr);
  const int threads = upc_stride_threads(), me = upc_stride_mythread();
  const size_t k = static_cast<size_t>(threads), shape[] = {4 * k}, block[] = {4};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, nullptr);
  std::vector<size_t> index{static_cast<size_t>(me)};
  double *mine = static_cast<double *>(upc_stride_near_block(A, index.data()));
  for (int i = 0; i < 4; i++) mine[i] = me + i;
  upc_stride_section_t everything = UPC_SECTION(A, UPC_STRIDE_ALL);
  upc_stride_section_t last = UPC_SECTION(A, UPC_STRIDE_RANGE(k - 1, k - 1));
  upc_stride_handle_t handle;
  CHECK(upc_stride_barrier(&everything) == 0);
  CHECK(upc_stride_have_affinity(&last) == (me == threads - 1));
  index[0] = 4 * (k - 1);
  CHECK(upc_stride_broadcast_nb(&handle, &everything, upc_stride_at(A, index.data()), 2 * sizeof(double), 0) == 0);
  CHECK(upc_stride_wait(&handle) == 0);
  CHECK(mine[1] == threads && mine[2] == me + 2);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
