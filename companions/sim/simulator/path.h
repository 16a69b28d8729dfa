// SPDX-License-Identifier: BSD-3-Clause
// What has led to what happens: a chain of steps back to the start of the run, each from the end of the one before it.
// The chain of the run's end is its critical path: nothing of it could have happened earlier than the step before it.
//
// Many chains have the same beginning, which exists once. A step that no chain has any more is freed.
#pragma once
#include <cstdint>
#include <utility>

namespace path {

enum Kind {
  Computing, Sleeping,                          // by the program
  Calls, Receiving,                             // a thread's part of calls; what it takes to take messages in
  Latency, Bandwidth, Sharing,                  // of messages; Sharing: longer, since others use the same links
  Serving,                                      // a thread's memory serves gets and atomic operations
  Copying,                                      // memory of a node that several threads copy in
  Barrier,                                      // from the last thread's arrival on
  KINDS
};

struct Label {
  Kind kind = Latency;
  int thread = -1, peer = -1;                   // whose step; of a message: from the thread to its peer
  int site = -1;                                // -1: that of the step before
  double bytes = 0;
};

struct Step;

class Past {
public:
  Past() = default;
  Past(const Past &other) : step(other.step) { keep(); }
  Past(Past &&other) noexcept : step(std::exchange(other.step, nullptr)) {}
  Past &operator=(Past other) noexcept {
    std::swap(step, other.step);
    return *this;
  }
  ~Past() { release(); }
  double end() const;                           // 0 without steps
  const Step *operator->() const { return step; }
  explicit operator bool() const { return step; }
  // With a step until then. The same if it has got so far already, unless the label has another site.
  Past until(double time, Label label) const;
  // As it was at an earlier time.
  Past asOf(double time) const;

private:
  Step *step = nullptr;
  void keep() const;
  void release();
};

struct Step {
  Past before;
  double end;
  Label label;
  uint32_t count = 1;                           // of steps of this label in a row
  uint32_t users = 0;
};

} // namespace path
