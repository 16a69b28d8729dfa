// SPDX-License-Identifier: BSD-3-Clause
// The memory of a node (node-bandwidth). Up to `most` copies at one time are as fast as one alone. If more go on, each
// has an equal part of what they have together. So copies of a cache's bytes and of the memory's are slowed down alike.
#pragma once
#include <functional>
#include <vector>

class NodeMemory {
public:
  explicit NodeMemory(double most) : most(most) {}
  // A copy that begins now, and takes `alone` seconds if no other one goes on.
  void start(double now, double alone, std::function<void()> done);
  double nextEnd() const;                       // infinity if there is no copy
  void endCopies(double now);                   // calls `done` of those that have ended

private:
  struct Copy { double left; std::function<void()> done; }; // seconds that it takes yet, alone
  double most, since = 0;                       // `left` is that of then
  std::vector<Copy> copies;
  double speed() const;
  void advance(double now);
};
