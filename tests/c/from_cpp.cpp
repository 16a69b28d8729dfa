// SPDX-License-Identifier: BSD-3-Clause
// upc_stride.h in C++: its macros, its calls, several options of an array's element, and views of vectors.
#include "tests/c/check.h"

#include <vector>

// Vectors of random sizes as arrays, with calls against what they must give by definition. The views are freed before
// their vectors, and leave them their values.
static void vectors(int threads, int me) {
  unsigned seed = 7;
  for (int round = 0; round < 20; round++) {
    seed = seed * 1103515245u + 12345u;
    const size_t n = round % 5 == 0 ? 20000 + seed % 999 : 1 + seed / 65536 % 50;
    const size_t bytes = n * sizeof(double), shape[] = {n * static_cast<size_t>(threads)};
    const size_t block[] = {n}, root[] = {n * (seed / 256 % static_cast<unsigned>(threads))};
    std::vector<double> x(n), y(n + 1, -1.0);
    for (size_t i = 0; i < n; i++) x[i] = 1e6 * me + static_cast<double>(i);
    upc_stride_array_t V = upc_stride_array_of(x.data(), bytes, 1, shape, block, sizeof(double), 0, nullptr);
    upc_stride_array_t W = upc_stride_array_of(y.data(), bytes, 1, shape, block, sizeof(double), 0, nullptr);
    upc_stride_section_t from = UPC_SECTION(V, UPC_STRIDE_ALL), to = UPC_SECTION(W, UPC_STRIDE_ALL);
    CHECK(upc_stride_broadcast(&to, upc_stride_at(V, root), bytes, 0) == 0);
    for (size_t i = 0; i < n; i++) CHECK(y[i] == 1e6 * static_cast<double>(root[0] / n) + static_cast<double>(i));
    CHECK(upc_stride_reduce_all(&to, &from, n, UPC_ADD, UPC_DOUBLE, nullptr, 0) == 0);
    for (size_t i = 0; i < n; i++) CHECK(y[i] == threads * (1e6 * (threads - 1) / 2 + static_cast<double>(i)));
    CHECK(upc_stride_all_free(V) == 0 && upc_stride_all_free(W) == 0);
    for (size_t i = 0; i < n; i++) CHECK(x[i] == 1e6 * me + static_cast<double>(i));
    CHECK(y[n] == -1.0);
    y.assign(2 * n, 0.0); // the vector may move again
  }
}

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
  vectors(threads, me);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
