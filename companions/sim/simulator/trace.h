// SPDX-License-Identifier: BSD-3-Clause
// What threads send and compute, as a time-independent trace of SimGrid's: smpirun -replay and other simulators of MPI
// read it. If the file's name ends in .goal, it is written as GOAL (goal.h). A line has a rank, an action and its
// numbers; the order of one rank's lines counts.
//
// Each thread has two ranks: its own, and that of its memory. What comes for a thread comes to its memory, which serves
// gets and atomic operations, answers puts and tells the thread. So none of this waits for what the thread computes.
// The lines of a memory are written in the order of virtual time. A thread's are written when it has had its turn; what
// it has been told stands before what it does from then on. So each line waits only for such of earlier times.
//
// Two ranks of one node tell each other something by a message without bytes.
#pragma once
#include "goal.h"
#include "machine.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

class Trace {
public:
  Trace(const Machine &machine, int threads);   // into the file that UPC_MACHINE_MESSAGES names, if it does
  void end(double time);                        // of the run's end
  bool writes() const { return file; }
  bool hasWords() const { return !goal; }       // of streams: LogGOPSim has its own
  int memory(int thread) const { return threads + thread; }

  void atTime(double t) { now = t; }            // what is said from now on happens then
  void computed(int thread, double now);        // since its last action it computed, or had to do with messages
  void serves(int rank, double seconds);        // a memory: an access takes so long
  void waited(int thread, double now, double receiving); // it goes on now; before it took messages in for so long

  int send(int from, int to, double bytes);     // ranks; the message's number
  void flows(int from, int to, int number, double bytes); // its bytes begin to flow; `to` is a memory
  void comes(int from, int to, int number, double bytes); // it is there. A thread takes it in when it goes on
  void left(int from, int to, int number, double bytes); // `from`, which has sent it, waits until it has left
  void tell(int from, int to);                  // ranks of one node
  void follows(int thread, double latency);     // what comes next for it flows when this one has come, so much later
  void barrierLater(double seconds) { if (seconds > 0) barriersLate += seconds; } // its messages take so much longer

private:
  FILE *file = nullptr, *goal = nullptr;        // goal: the trace is to be written there as GOAL at the end
  std::string name;
  int threads, messages = 0;
  GoalTimes times;
  double now = 0;
  std::vector<double> clock, late;              // by thread; late: what messages to it take longer in a replay
  double barriersLate = 0;                      // what all barriers do
  std::vector<std::string> pending;             // by thread: lines for the time when it goes on
  void write(int rank, const std::string &line);
  void line(int rank, const std::string &line); // of a thread: when it goes on
  void computes(int rank, double seconds);
};
