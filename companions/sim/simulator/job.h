// SPDX-License-Identifier: BSD-3-Clause
// The job as the simulator sees it: the memory file it shares with the threads (conduits/sim/shared.h), and turns.
#pragma once
#include "conduits/sim/shared.h"

#include <cstddef>

class Job {
public:
  // Maps what there is of the file before the threads exist.
  explicit Job(int file);
  void setNodeOf(int thread, int node);
  void noteLeaders();                           // once all threads have nodes: the lowest thread of each
  // Waits until the segments exist, and maps them all.
  void awaitThreads();
  // The threads are contexts of this process, which has mapped the file there.
  void useContexts(char *memory, sim_run *call);

  bool isOneProcess() const { return runContext; }

  sim_control &control() { return *reinterpret_cast<sim_control *>(base); }
  sim_seat &seat(int thread) { return *sim_seat_of(&control(), thread); }
  int node(int thread) { return ints(control().node_at)[thread]; }
  // The address of a place in the segments.
  char *at(uint64_t place) { return base + control().segments_at + place; }

  // Lets the thread run until it gives its turn back. False: it has not done so although its process has computed for
  // `patience` seconds, and runs on. Then call awaitTurn until it returns true: giveTurn would forget what the thread
  // has posted.
  bool giveTurn(int thread, double patience);
  bool awaitTurn(int thread, double patience);  // one that runs on

private:
  int file;
  char *base = nullptr;
  size_t mapped = 0;
  sim_run *runContext = nullptr;
  bool isGone(int thread);
  int *ints(uint64_t at) { return reinterpret_cast<int *>(base + at); }
  void map(size_t bytes);
};
