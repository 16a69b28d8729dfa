// SPDX-License-Identifier: BSD-3-Clause
// Two flows on a link of 100 MB/s have 50 MB/s each. When one ends, the other has 100 from then on. The flows are in a
// heap by the times at which they would end at their present rates. A flow that becomes slower keeps its place, and
// gets its later one when it comes to the front.
#include "shares.h"

#include <algorithm>
#include <limits>

// Ends that differ by less are at one time: rounding makes flows that are alike end a little apart.
static const double together = 1e-12;

int Shares::addLink(double bandwidth) {
  links.push_back({bandwidth, bandwidth, false, {}});
  return (int)links.size() - 1;
}

void Shares::change(int link) {
  Link &l = links[(size_t)link];
  if (l.changed) return;
  l.changed = true;
  changed.push_back(link);
}

void Shares::start(const std::vector<int> &route, double most, double bytes, double now, std::function<void()> done) {
  int id = (int)flows.size();
  if (freeFlows.empty()) flows.emplace_back();
  else id = freeFlows.back(), freeFlows.pop_back();
  Flow &f = flows[(size_t)id];
  f.most = f.rate = most, f.left = bytes, f.since = now, f.tightest = -1;
  f.key = f.end();
  f.done = std::move(done);
  f.uses.clear();
  for (int link : route) {
    Link &l = links[(size_t)link];
    f.uses.push_back({link, l.users.size()});
    l.users.push_back({id, f.uses.size() - 1});
    change(link);
  }
  order.push_back(id);
  put(order.size() - 1, id);
  up(order.size() - 1);
}

// The last user of each link takes the place of the flow.
void Shares::leave(Flow &f) {
  for (const Use &use : f.uses) {
    Link &l = links[(size_t)use.link];
    User moved = l.users.back();
    l.users[use.place] = moved;
    flows[(size_t)moved.flow].uses[moved.use].place = use.place;
    l.users.pop_back();
    change(use.link);
  }
}

void Shares::endFlows(double now) {
  while (!order.empty() && key(0) <= now + together) {
    int id = order[0];
    Flow &f = flows[(size_t)id];
    if (f.end() > now + together) { // it has become slower since it got its place
      f.key = f.end();
      down(0);
      continue;
    }
    put(0, order.back());
    order.pop_back();
    if (!order.empty()) down(0);
    leave(f);
    auto done = std::move(f.done);
    freeFlows.push_back(id);
    done();
  }
}

double Shares::nextEnd() const { return order.empty() ? std::numeric_limits<double>::infinity() : key(0); }

// ---- rates ----

void Shares::share(double now) {
  for (int link : changed) {
    Link &l = links[(size_t)link];
    if (!l.users.empty()) l.part = l.bandwidth / (double)l.users.size();
  }
  for (int link : changed) {
    Link &l = links[(size_t)link];
    l.changed = false;
    for (const User &user : l.users) {
      Flow &f = flows[(size_t)user.flow];
      if (l.part < f.rate) tighten(f, link, now);
      else if (f.tightest == link && l.part > f.rate) loosen(f, now);
    }
  }
  changed.clear();
}

void Shares::tighten(Flow &f, int link, double now) {
  f.tightest = link;
  setRate(f, links[(size_t)link].part, now);
}

void Shares::loosen(Flow &f, double now) {
  double rate = f.most;
  f.tightest = -1;
  for (const Use &use : f.uses)
    if (links[(size_t)use.link].part < rate) f.tightest = use.link, rate = links[(size_t)use.link].part;
  setRate(f, rate, now);
}

// A flow that becomes slower keeps its place in the order; endFlows finds out.
void Shares::setRate(Flow &f, double rate, double now) {
  f.left = std::max(0.0, f.left - f.rate * (now - f.since));
  f.since = now;
  f.rate = rate;
  if (f.end() >= f.key) return;
  f.key = f.end();
  up(f.place);
}

// ---- the order of ends ----

void Shares::up(size_t place) {
  int id = order[place];
  for (double mine = key(place); place > 0; place = (place - 1) / 2) {
    size_t parent = (place - 1) / 2;
    if (key(parent) <= mine) break;
    put(place, order[parent]);
  }
  put(place, id);
}

void Shares::down(size_t place) {
  int id = order[place];
  double mine = key(place);
  for (size_t child; (child = 2 * place + 1) < order.size(); place = child) {
    if (child + 1 < order.size() && key(child + 1) < key(child)) child++;
    if (key(child) >= mine) break;
    put(place, order[child]);
  }
  put(place, id);
}
