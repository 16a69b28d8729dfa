// SPDX-License-Identifier: BSD-3-Clause
// A machine as its file describes it (docs/machine_files.md has the words). Times are in seconds, rates in bytes or
// operations a second.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Machine {
  std::string name;
  std::string rules;                          // the file of schedules that comes with it, its name with .rules; or ""
  std::string network = "flat";               // flat, torus, fat-tree, dragonfly or platform
  std::vector<std::string> shapes;            // of the network; the first that has enough nodes is taken. Or a file
  std::string shapesAt;                       // the file and the line that gives them
  int threadsPerNode = 1;
  std::string placement = "map";              // by UPC_STRIDE_MAP, where it is set; row-major; or random

  double linkBandwidth = 10e9, linkLatency = 1e-6;
  double injectionBandwidth = 0;              // of a node into its network; 0: as much as its links have
  int header = 0;                             // bytes of a message on the wire beside its data
  using Times = std::vector<std::pair<double, double>>; // of some lengths, ascending
  Times bytesTime;                            // what the bytes take alone on a link; or empty
  int packet = 0;                             // switches forward packets of so many bytes as a whole; 0: bytes at once
  int smallMessage = 0;                       // messages up to so many bytes do not slow others down
  int eager = 0;                              // streams of up to so many bytes do not wait for the receiver's word
  bool senderAsks = false;                    // of longer ones: the sender asks, else the receiver speaks first
  bool streamsShare = false;                  // long streams of one pair of threads flow together; else in turn
  int linkShares = 0;                         // least number of threads for shares.h in place of SimGrid; 0: never

  double sendTime = 0, receiveTime = 0;       // what a message takes of the processors of its two ends ...
  double sendBandwidth = 0, receiveBandwidth = 0; // ... and for each byte; 0: nothing
  double serveTime = 0;                       // what a get or an atomic takes at the thread that is asked
  double nearTime = 0, nearBandwidth = 0;     // a word changed within the node; copies there; 0: nothing
  Times nearBytesTime;                        // copies of another thread's bytes there, up to the last length; or empty
  double ownBandwidth = 0;                    // copies of a thread's own bytes; 0: as nearBandwidth ...
  Times ownBytesTime;                         // ... up to the last length; or empty
  double nearLatency = 0;                     // a word found there that another thread has written
  double lookTime = 1e-7;                     // a test whether something has come
  double barrierTime = 0, barrierRoundTime = 0; // a barrier: this, and for each round; rounds are log2 of the nodes

  double flops = 1e9;                         // peak of a thread
  std::map<std::string, double> efficiency;   // by kind of computation: the part of the peak that it has
  double hostFactor = 1;                      // seconds for each second that the host computes
  int helper = 0;                             // 1: another processor carries on a thread's calls while it computes

  double wireBytes(double bytes) const;         // what a message of so many bytes puts on links
};

// Reads `what`: the name of a machine or of a file, and settings that override it, "bluegene-l,torus=4x4x4". A name is
// looked for among the machines that come with the simulator. Ends with a line if something is wrong.
Machine readMachine(const std::string &what);
