// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <vector>

// The trace's lines `compute` have the time at which the computation begins, too.
struct GoalTimes {
  double flops;                                 // operations in a second of computing
  double latency;                               // of a message
  std::vector<std::vector<double>> memory;      // by thread, ascending: when its memory does something
};
void writeGoal(FILE *trace, FILE *goal, int threads, const GoalTimes &times);
