// SPDX-License-Identifier: BSD-3-Clause
//
// Sections: an index, a range or stride::all for each dimension picks blocks, counted from 0. The owner of each block
// writes a number into it. Then thread 0 collects the numbers of some sections, in the order of each section.
#include <cstdio>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  const int rows = stride::threads() % 2 == 0 ? 2 : 1, columns = stride::threads() / rows;
  stride::array<int, 2> A({16, 12}, {4, 4}, {rows, columns}); // 4 x 3 blocks
  stride::array<int, 1> found({12}, {12});                    // on thread 0
  for (auto block : A.own()) block(0, 0) = static_cast<int>(10 * block.index[0] + block.index[1]);
  stride::barrier();

  bool right = true;
  const auto show = [&](const char *name, const stride::section<int> &section, int first, int last) {
    stride::gather(found.at(0), section, 1);
    if (stride::mythread() != 0) return;
    const std::span<int> got = found.own(0).data.first(section.size());
    std::printf("%-34s", name);
    for (int number : got) std::printf(" %2d", number);
    std::printf("\n");
    right = right && got.front() == first && got.back() == last;
  };
  show("A(1, all)", A(1, stride::all), 10, 12);                                              // block row 1
  show("A(range(0, 3, 2), all)", A(stride::range(0, 3, 2), stride::all), 0, 22);             // every second block row
  show("A(range(3, 0, -1), 1)", A(stride::range(3, 0, -1), 1), 31, 1);                       // column 1, from its end
  if (stride::mythread() == 0) std::puts(right ? "PASS" : "FAIL");
  return !right;
}
