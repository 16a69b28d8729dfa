// SPDX-License-Identifier: BSD-3-Clause
// Flows that share links, by arithmetic. A link gives each of its flows the same part of its bandwidth, and a flow has
// the least that its links give it. Nobody takes what it leaves on its other links. SimGrid gives that to flows that
// can use it, and has to compute all rates anew for each flow. Here, when a flow begins or ends, only flows on its
// links change.
#pragma once
#include <functional>
#include <vector>

class Shares {
public:
  int addLink(double bandwidth);                // its number, from 0
  // A flow begins. It has at most the rate `most`. `done` is called when it ends.
  void start(const std::vector<int> &links, double most, double bytes, double now, std::function<void()> done);
  void endFlows(double now);                    // those that have ended by now
  void share(double now);                       // after flows have begun or ended
  double nextEnd() const;                       // no later than the next end of a flow; infinity if there is none

private:
  struct Use { int link; size_t place; };       // place: in the link's list
  struct Flow {
    double most, rate, left, since;             // left: bytes at the time `since`
    double key;                                 // in `order`: its end, or before
    size_t place;                               // in `order`
    int tightest;                               // the link that gives it the least; -1: none
    std::vector<Use> uses;
    std::function<void()> done;
    double end() const { return since + left / rate; }
  };
  struct User { int flow; size_t use; };
  struct Link { double bandwidth, part; bool changed; std::vector<User> users; };

  std::vector<Link> links;
  std::vector<int> changed;                     // links with other users than at the last share
  std::vector<Flow> flows;                      // some of them free
  std::vector<int> freeFlows;
  std::vector<int> order;                       // flows as a heap by key

  void change(int link);
  void leave(Flow &flow);
  void tighten(Flow &flow, int link, double now);
  void loosen(Flow &flow, double now);
  void setRate(Flow &flow, double rate, double now);
  void up(size_t place);
  void down(size_t place);
  void put(size_t place, int flow) { order[place] = flow, flows[(size_t)flow].place = place; }
  double key(size_t place) const { return flows[(size_t)order[place]].key; }
};
