// SPDX-License-Identifier: BSD-3-Clause
// Flows that share links, by arithmetic: max-min fairness, as by SimGrid. A link has a level: no flow on it is faster.
// A flow has the rate of the lowest level on its way, so it waits for one link. What it leaves unused on its other
// links goes to the flows that wait for those. SimGrid computes all rates anew for each flow that begins or ends. Here
// only the links of this flow get new levels, and others that are clearly off because rates have changed.
#pragma once
#include "routes.h"

#include <functional>
#include <vector>

class Shares {
public:
  // Its number, from 0. One that is not shared (SimGrid's FATPIPE) gives its whole bandwidth to each of its flows.
  int addLink(double bandwidth, bool isShared);
  // A flow begins. It has at most the rate `most`. `done` is called when it ends.
  void start(const Route &route, double most, double bytes, double now, std::function<void()> done);
  void endFlows(double now);                    // those that have ended by now
  void share(double now);                       // after each step, in which flows may have begun or ended
  int flowsOn(int link) const { return (int)links[(size_t)link].users.size(); }
  bool hasFlows() const { return !order.empty(); }
  double nextEnd() const;                       // no later than the next end of a flow; infinity if there is none
  bool isShared() const { return changed.empty(); } // all rates have settled: the next `share` changes none

private:
  struct Use { int link; unsigned place; };     // place: in the link's list
  struct alignas(64) Flow {                     // a line of the cache: most of the work is to find one in memory
    double rate;
    int bottleneck;                             // the link with the lowest level; -1: not known yet
    unsigned place;                             // in `order`
    double left, since;                         // bytes left at the time `since`
    double key;                                 // in `order`: its end, or before
    std::vector<Use> uses;
    double end() const { return since + left / rate; }
  };
  struct User { int flow; unsigned use; };
  enum Change { None, Rates, Users };           // what has changed since the level was computed
  struct Link {
    double bandwidth, level;
    double used;                                // the sum of its flows' rates
    int waiting;                                // the flows whose bottleneck it is
    Change change;
    bool isShared;                              // if not, its level is always the bandwidth
    std::vector<User> users;
  };

  std::vector<Link> links;
  std::vector<int> changed;                     // links whose levels are to be computed anew
  std::vector<int> round;                       // those under way
  std::vector<double> elsewhere;                // the rates of flows that wait for other links
  std::vector<Flow> flows;                      // some of them free
  std::vector<std::function<void()>> done;      // by flow
  std::vector<int> freeFlows;
  std::vector<int> order;                       // flows as a heap by key

  void change(int link, Change change);
  bool isOff(const Link &link) const;
  void leave(Flow &flow);
  double level(int link);
  void apply(int link, double now);
  int lowest(const Flow &flow) const;
  void setRate(Flow &flow, int bottleneck, double now);
  void up(size_t place);
  void down(size_t place);
  void put(size_t place, int flow) { order[place] = flow, flows[(size_t)flow].place = (unsigned)place; }
  double key(size_t place) const { return flows[(size_t)order[place]].key; }
};
