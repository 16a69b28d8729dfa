// SPDX-License-Identifier: BSD-3-Clause
// A message on its way. Of a get that thread 0 posts for bytes of thread 1, from is 1 and to is 0, since the bytes flow
// so; the asker is 0; and the sender is the rank of thread 1's memory, which sends them in the trace.
#pragma once
#include "simulation.h"

struct Simulation::Message {
  sim_post post;
  int from = 0, to = 0;                         // threads, as the bytes flow
  int asker = 0;                                // the thread that posted it
  int route = 0;                                // chosen when its bytes begin to flow (Network::choose)
  double started = 0;
  path::Past past;                              // what has led to its flow, or to its copy
  double onWire = 0;                            // what it puts on links, in bytes
  std::vector<char> content;                    // if it is not in the segments
  Receiver receiver;                            // of a stream: the other end, once it is known
  int sender = 0, number = 0;                   // in the trace: the rank that sends it; its number
  MessagePtr next;                              // in the trace: what flows only when this one has come
  bool follows = false;                         // it is the next one of another
  bool arrived = false;                         // an eager stream, before the receiver's word
  uint64_t value[SIM_SHORT / 8] = {};           // of a short get, when it was served
  uint64_t pair() const { return (uint64_t)from << 32 | (uint32_t)to; }
  bool isContentComplete() const { return content.size() >= post.total; }
};
