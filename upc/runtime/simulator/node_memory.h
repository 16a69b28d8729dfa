// SPDX-License-Identifier: BSD-3-Clause
// The memory of a node (node-bandwidth). Copies that go on at one time share its bandwidth: none is faster than alone,
// and those that would be faster than an equal part of what the others leave get that part (max-min fairness).
#pragma once
#include <functional>
#include <vector>

class NodeMemory {
public:
  explicit NodeMemory(double bandwidth) : bandwidth(bandwidth) {}
  // A copy that begins now, and takes `alone` seconds if no other one goes on.
  void start(double now, double bytes, double alone, std::function<void()> done);
  double nextEnd() const;                       // infinity if there is no copy
  void endCopies(double now);                   // calls `done` of those that have ended

private:
  struct Copy { double left, most, rate; std::function<void()> done; }; // bytes, and bytes a second
  double bandwidth, since = 0;                  // the rates are those since then
  std::vector<Copy> copies;
  void advance(double now);
  void share();
};
