// SPDX-License-Identifier: BSD-3-Clause
// A machine as its file describes it. The reader of machine files (common/machine_file.h) is that of the tools.
#pragma once
#include "common/machine_file.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

struct Machine : machine_numbers_t {
  const machine_file_t *file;
  std::string name;
  std::string rules;                          // the file of schedules that comes with it; or ""
  std::string rulesWrong;                     // what its path has, if the library cannot read it; or ""
  std::string network;                        // flat, torus, fat-tree, dragonfly or platform
  std::string routing;                        // minimal, valiant or ugal
  std::string placement;                      // map: by UPC_STRIDE_MAP, where it is set; row-major; or random
  using Times = std::vector<std::pair<double, double>>; // of some lengths, ascending
  Times bytesTime;                            // what the bytes take alone on a link; or empty
  Times nearBytesTime;                        // copies of another thread's bytes there, up to the last length; or empty
  Times ownBytesTime;                         // the same of a thread's own bytes
  bool arrivalAsked;                          // of messages: else each is answered
  bool senderAsks;                            // of streams longer than eager; else the receiver speaks first
  bool streamsShare;                          // long streams of one pair of threads flow together; else in turn
  struct Efficiency { double part, half; };   // of the peak; the extent of blocks that reach half of that
  std::map<std::string, Efficiency> efficiency; // by kind of computation

  double wireBytes(double bytes, double bandwidth) const; // what a message of so many bytes puts on links of this rate
};

// Reads `what`: the name of a machine or of a file, and settings that override it, "bluegene-l,torus=4x4x4". A name is
// looked for among the machines that come with the simulator. Ends with a line if something is wrong. It is called
// once.
Machine readMachine(const std::string &what);
