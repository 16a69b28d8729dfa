// SPDX-License-Identifier: BSD-3-Clause
// upcrun -why: what the time of the run is made of, along the path that decides it.
#pragma once
#include "job.h"
#include "network.h"
#include "path.h"

#include <vector>

class Why {
public:
  struct Arrivals { double count = 0, bytes = 0; }; // of messages
  explicit Why(int threads);                    // it asks UPC_MACHINE_WHY
  bool isAsked() const { return asked; }

  path::Past now;                               // what has led to what happens now
  // A thread's clock has got so far. Since its last turn the program has computed for some of this time.
  void goesOn(int thread, double time, double computed, uint32_t site);
  path::Past of(int thread) const { return asked ? ofThread[(size_t)thread] : path::Past(); }
  // A thread has a turn, `receiving` seconds after what it has waited for.
  void hasTurn(int thread, double time, double receiving);
  void ends(int thread);                        // the last one to do so ends the path
  void sleeps(int thread, double seconds) {
    if (asked) idle[(size_t)thread] += seconds;
  }

  // A thread's memory serves one request after the other.
  path::Past serve(int thread, double begin, double end);
  void comes(int thread, double bytes) {        // a message has come for it
    if (asked) arrivals[(size_t)thread].count++, arrivals[(size_t)thread].bytes += bytes;
  }

  void report(Job &job, Network &network, double seconds) const;

private:
  bool asked;
  path::Past last;
  std::vector<path::Past> ofThread, served;
  std::vector<double> counted, idle;            // by thread: computing that its path has; sleeps
  std::vector<Arrivals> arrivals;               // by thread
};
