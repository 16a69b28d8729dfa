// SPDX-License-Identifier: BSD-3-Clause
// Two flows on a link of 100 MB/s have 50 MB/s each. When one ends, the other has 100 from then on. The flows are in a
// heap by the times at which they would end at their present rates. A flow that becomes slower keeps its place, and
// gets its later one when it comes to the front.
#include "shares.h"

#include <algorithm>
#include <limits>

// Ends that differ by less are at one time: rounding makes flows that are alike end a little apart.
static const double together = 1e-12;
// A link's level is computed anew if more than this part of its bandwidth is promised twice, or free although flows
// wait for it. A smaller part changes the times of exchanges by less than 1 %, and costs up to half as much again.
static const double slack = 0.1;
// Levels change each other. What has not settled after so many rounds goes on in the next `share`, after the next step.
static const int mostRounds = 8;

int Shares::addLink(double bandwidth, bool isShared) {
  links.push_back({bandwidth, bandwidth, 0, 0, None, isShared, {}});
  return (int)links.size() - 1;
}

void Shares::change(int link, Change change) {
  Link &l = links[(size_t)link];
  if (!l.isShared) return;
  if (l.change == None) changed.push_back(link);
  l.change = std::max(l.change, change);
}

void Shares::start(const Route &route, double most, double bytes, double now, std::function<void()> done_) {
  int id = (int)flows.size();
  if (freeFlows.empty()) flows.emplace_back(), done.emplace_back();
  else id = freeFlows.back(), freeFlows.pop_back();
  Flow &f = flows[(size_t)id];
  f.rate = most, f.left = bytes, f.since = now, f.bottleneck = -1;
  f.key = f.end();
  done[(size_t)id] = std::move(done_);
  f.uses.clear();
  for (int link : route) {
    Link &l = links[(size_t)link];
    f.uses.push_back({link, (unsigned)l.users.size()});
    l.users.push_back({id, (unsigned)f.uses.size() - 1});
    l.used += most;
    change(link, Users);
  }
  order.push_back(id);
  put(order.size() - 1, id);
  up(order.size() - 1);
}

// The last user of each link takes the place of the flow.
void Shares::leave(Flow &f) {
  if (f.bottleneck >= 0) links[(size_t)f.bottleneck].waiting--;
  for (const Use &use : f.uses) {
    Link &l = links[(size_t)use.link];
    User moved = l.users.back();
    l.users[use.place] = moved;
    flows[(size_t)moved.flow].uses[moved.use].place = use.place;
    l.users.pop_back();
    l.used = l.users.empty() ? 0 : l.used - f.rate;
    change(use.link, Users);
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
    auto ended = std::move(done[(size_t)id]);
    freeFlows.push_back(id);
    ended();
  }
}

double Shares::nextEnd() const { return order.empty() ? std::numeric_limits<double>::infinity() : key(0); }

// ---- rates ----

void Shares::share(double now) {
  for (int rounds = 0; !changed.empty() && rounds < mostRounds; rounds++) {
    round.swap(changed);
    for (int link : round) {
      Link &l = links[(size_t)link];
      if (!l.users.empty() && (l.change == Users || isOff(l))) apply(link, now);
      l.change = None;
      if (isOff(l)) change(link, Rates);
    }
    round.clear();
  }
}

bool Shares::isOff(const Link &l) const {
  return l.isShared && (l.used > (1 + slack) * l.bandwidth || (l.waiting > 0 && l.used < (1 - slack) * l.bandwidth));
}

// Flows that are slower than the level because of other links leave the rest to the others. So the level rises until
// all flows that wait for this link together have what those leave.
double Shares::level(int link) {
  const Link &l = links[(size_t)link];
  double free = l.bandwidth, waiting = (double)l.users.size(), level = free / waiting, fastest = 0;
  elsewhere.clear();
  for (const User &user : l.users) {
    const Flow &f = flows[(size_t)user.flow];
    if (f.bottleneck != link) elsewhere.push_back(f.rate);
  }
  for (bool rises = true; rises && waiting > 0;) {
    size_t kept = 0;
    for (double rate : elsewhere)
      if (rate < level) free -= rate, waiting--, fastest = std::max(fastest, rate);
      else elsewhere[kept++] = rate;
    rises = kept < elsewhere.size();
    elsewhere.resize(kept);
    if (waiting > 0) level = free / waiting;
  }
  return waiting > 0 ? level : fastest + std::max(0.0, free);
}

void Shares::apply(int link, double now) {
  Link &l = links[(size_t)link];
  l.level = level(link);
  for (const User &user : l.users) {
    Flow &f = flows[(size_t)user.flow];
    if (l.level < f.rate) setRate(f, link, now);
    else if (f.bottleneck == link && l.level > f.rate) setRate(f, lowest(f), now);
  }
}

// The link with the lowest level on the flow's way.
int Shares::lowest(const Flow &f) const {
  int link = f.uses[0].link;
  for (const Use &use : f.uses)
    if (links[(size_t)use.link].level < links[(size_t)link].level) link = use.link;
  return link;
}

// A flow that becomes slower keeps its place in the order; endFlows finds out.
void Shares::setRate(Flow &f, int bottleneck, double now) {
  double rate = links[(size_t)bottleneck].level, more = rate - f.rate;
  if (f.bottleneck >= 0) links[(size_t)f.bottleneck].waiting--;
  links[(size_t)bottleneck].waiting++;
  f.bottleneck = bottleneck;
  for (const Use &use : f.uses) {
    Link &l = links[(size_t)use.link];
    l.used += more;
    if (l.change == None && isOff(l)) change(use.link, Rates);
  }
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
