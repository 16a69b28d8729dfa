// SPDX-License-Identifier: BSD-3-Clause
//
// A ring, as with coarrays: each thread writes a number into the next one's memory and posts an event there. It waits
// for its two neighbours alone. So each number comes to all threads.
#include <cstdio>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  const int p = stride::threads(), me = stride::mythread(), next = (me + 1) % p, last = (me + p - 1) % p;
  const std::size_t threads = static_cast<std::size_t>(p);
  stride::array<int, 1> passed({threads}, {1});                       // int passed[*]
  stride::array<unsigned long, 1> arrived({threads}, {1}), read({threads}, {1});
  int number = me, sum = me;
  for (int step = 1; step < p; step++) {
    if (step > 1) read.at(me).await(); // the next thread has read the number before
    passed.at(next).write(number);
    arrived.at(next).post();
    arrived.at(me).await();
    number = passed.at(me).read();
    read.at(last).post();
    sum += number;
  }
  const int least = stride::min(sum), most = stride::max(sum);
  const bool right = least == p * (p - 1) / 2 && most == least;
  if (me == 0) std::puts(right ? "PASS" : "FAIL");
  return !right;
}
