// SPDX-License-Identifier: BSD-3-Clause
#ifndef UPCC_OPTIMISE_LOOP_OPTIONS_H
#define UPCC_OPTIMISE_LOOP_OPTIONS_H

#include <functional>
#include <string>

// What was done with a loop, or why not.
struct Remark {
  std::string file;
  unsigned line;
  std::string text, option; // the option that asks for it
};

// What the passes do.
struct LoopOptions {
  bool division = true; // -fno-upc-division: each iteration of an upc_forall is tested for its affinity
  bool pointers = true; // -fno-upc-pointers: no addresses that move with a loop
  bool tables = true;   // -fno-upc-tables: no addresses from tables
  bool ahead = true;    // -fno-upc-read-ahead: no reads of far elements before their time
  bool updates = true;  // -fno-upc-updates: no writes to far elements that wait for others
  int threads = 0;      // THREADS; 0: known when the program starts
  bool remarks = false, remarksMissed = false; // -Rpass=upc, -Rpass-missed=upc
  std::function<void(const Remark &)> say;     // gets the remarks; without it they are printed
};

#endif
