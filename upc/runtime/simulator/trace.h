// SPDX-License-Identifier: BSD-3-Clause
// What threads send and compute, as a time-independent trace of SimGrid's: smpirun -replay and other simulators of MPI
// read it. If the file's name ends in .goal, it is written as GOAL (goal.h). A line has a thread, an action and its
// numbers; the order of one thread's lines counts.
#pragma once
#include "machine.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

class Trace {
public:
  using Stream = std::tuple<int, int, uint32_t, uint32_t>; // from, to, tag, number
  Trace(const Machine &machine, int threads);   // into the file that UPC_MACHINE_MESSAGES names, if it does
  void end();

  void computed(int thread, double now);        // since its last action
  void passed(int thread, double now);          // other time has: of the machine's calls
  void waited(int thread, double now);          // it goes on now, and takes in what has come for it
  int send(int from, int to, double bytes);     // the message's number
  void come(int thread, int from, int number, double bytes); // it takes this in when it goes on
  void tell(int writer, int reader);            // a word of their node, which the reader finds when it goes on
  int sendStream(const Stream &s, double bytes);
  void receiveStream(const Stream &s, double bytes);
  void streamHasCome(int thread, int from, int number);
  void released(int thread);                    // from a barrier

private:
  FILE *file = nullptr, *goal = nullptr;        // goal: the trace is to be written there as GOAL at the end
  std::string name;
  double flops;
  int messages = 0;
  std::map<Stream, int> streams;                // of which one end has spoken
  std::vector<double> clock;                    // by thread
  std::vector<std::string> pending;             // by thread: lines for the time when it goes on
  void write(const std::string &line);
  int newNumber() { return messages++ % 1000000; } // a tag: MPI has few of them
  int numberOf(const Stream &s);
};
