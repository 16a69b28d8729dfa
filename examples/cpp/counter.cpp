// SPDX-License-Identifier: BSD-3-Clause
//
// A shared counter with load balance: pieces of work of very different size. A thread that has done one takes the
// number of the next piece from a counter, which lies on thread 0. So nobody waits while there are pieces left.
#include <cstdio>
#include <upc_stride.hpp>

// Collatz steps from n to 1.
static long work(long n) {
  long steps = 0;
  for (; n > 1; steps++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main() {
  stride::program program;
  constexpr long pieces = 2000;
  stride::array<long, 1> next({1}, {1});
  const auto counter = next.at(0);
  long done = 0, steps = 0;
  for (long piece; (piece = counter.fetch_add(1)) < pieces; done++) steps += work(piece);
  const long all = stride::sum(steps), most = stride::max(done), pieces_done = stride::sum(done);
  long expected = 0;
  for (long piece = 0; piece < pieces; piece++) expected += work(piece);
  const bool right = pieces_done == pieces && all == expected;
  if (stride::mythread() == 0)
    std::printf("a thread did %ld of %ld pieces at most\n%s\n", most, pieces_done, right ? "PASS" : "FAIL");
  return !right;
}
