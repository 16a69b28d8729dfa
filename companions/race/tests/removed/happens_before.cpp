// SPDX-License-Identifier: BSD-3-Clause
// The pairs of lines with a race, by the definition, in a run that recorder.c has recorded: two accesses of two threads
// to one byte, one of which writes, not both atomic, and no path of happens-before from one to the other. All accesses
// are kept. Two accesses under one lock are no race, in whatever order this run had them; a lock orders nothing else.
// So the verdict does not depend on who had a lock first.  happens_before RECORD THREADS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
#include "record.h"

namespace {

enum { WRITES = 1, IS_ATOMIC = 2, BOTH = 4, LOOKS = 8 };
enum { NO, MY, ALL };
struct Site { char file[1000]; uint32_t line; char call[44]; };
using Clock = std::vector<uint32_t>;
using Pair = std::pair<std::string, std::string>;

int threads;
std::map<uint32_t, Site> sites;
std::set<Pair> races;

struct Event : event { int thread; };

// ---- Threads and objects
struct Thread {
  Clock now, fenced, seen;
  unsigned notified = 0, waited = 0;
  std::set<uint64_t> locks, read; // `read`: places of upc_race_ok, since the latest fence
};
std::vector<Thread> thread;
std::map<uint64_t, Clock> objects, atomics;
std::map<unsigned, Clock> barriers;
std::map<uint64_t, uint64_t> allowed; // place: end

void join(Clock &to, const Clock &from) {
  if (to.empty()) to.assign(2 * threads, 0);
  for (size_t i = 0; i < from.size(); i++) to[i] = std::max(to[i], from[i]);
}

// ---- Accesses: of each 8 bytes, the latest of each thread, line, kind and set of locks
struct Access {
  int by;
  uint32_t number;
  unsigned mask;
  uint32_t kind, site;
  std::set<uint64_t> locks;
  const void *call = nullptr; // what one collective call does is no race with itself
};
std::unordered_map<uint64_t, std::vector<Access>> history;

std::string text(uint32_t site) {
  const Site &s = sites[site];
  return std::string(s.file) + ":" + std::to_string(s.line);
}

bool conflict(const Access &a, const Access &b) {
  if (a.by == b.by || !(a.mask & b.mask) || !((a.kind | b.kind) & WRITES)) return false;
  if (a.kind & b.kind & IS_ATOMIC) return false;
  if (a.call && a.call == b.call) return false;
  return std::none_of(a.locks.begin(), a.locks.end(), [&](uint64_t l) { return b.locks.count(l) != 0; });
}

void access(Access a, const Clock &now, uint64_t place, uint64_t bytes) {
  uint64_t end = place + bytes;
  for (uint64_t at = place, next; at < end; at = next) {
    next = std::min(end, at / 8 * 8 + 8);
    a.mask = ((1u << (next - at)) - 1) << (at & 7);
    std::vector<Access> &old = history[at / 8];
    bool kept = false;
    for (Access &o : old) {
      if (conflict(o, a) && o.number > now[o.by] && !((a.kind & LOOKS) && o.site == a.site))
        races.insert(std::minmax(text(o.site), text(a.site)));
      if (o.by == a.by && o.site == a.site && o.mask == a.mask && o.kind == a.kind && o.locks == a.locks &&
          o.call == a.call)
        o.number = a.number, kept = true;
    }
    if (!kept && !(a.kind & LOOKS)) old.push_back(a);
  }
}

bool isAllowed(uint64_t place) {
  auto i = allowed.upper_bound(place);
  return i != allowed.begin() && place < (--i)->second;
}

bool isLock(uint32_t site) {
  const char *call = sites[site].call;
  return std::strncmp(call, "upc_lock", 8) == 0 || std::strcmp(call, "upc_unlock") == 0;
}

void fence(Thread &t, int number) {
  for (uint64_t place : t.read) join(t.now, atomics[place]);
  t.read.clear();
  join(t.now, t.seen);
  t.fenced = t.now;
  t.now[number]++;
}

void atomic(Thread &t, const Event &e, uint32_t kind, bool strict) {
  if (strict) fence(t, e.thread);
  for (uint64_t at = e.place; at < e.place + e.bytes && kind != WRITES; at++)
    join(strict ? t.now : t.seen, atomics[at]);
  access({e.thread, t.now[e.thread], 0, (kind ? WRITES : 0u) | IS_ATOMIC, e.site, t.locks}, t.now, e.place, e.bytes);
  if (strict) t.fenced = t.now;
  for (uint64_t at = e.place; at < e.place + e.bytes && kind; at++) {
    if (kind == WRITES) atomics[at].assign(2 * threads, 0);
    join(atomics[at], t.fenced);
  }
  if (strict) fence(t, e.thread);
}

// ---- Collective calls
struct Range { uint64_t place, bytes; uint32_t kind; };
struct Member { bool entered = false; Clock clock; uint32_t work = 0, site = 0; std::vector<Range> ranges; };
struct Call { int in, out; std::vector<int> team; std::map<int, Member> member; };
std::map<std::pair<uint64_t, uint64_t>, Call> calls;

// What is in the memory of m, as the helper of p does it, which knows `now`.
void perform(const Call &c, const Member &m, int p, const Member &by, Clock now, bool looks) {
  now[p + threads] = by.work;
  for (const Range &r : m.ranges)
    access({p + threads, by.work, 0, r.kind | (looks ? LOOKS : 0u), m.site, {}, &c}, now, r.place, r.bytes);
}

void enter(Call &c, int me) {
  Member &mine = c.member[me];
  mine.entered = true;
  size_t entered = std::count_if(c.member.begin(), c.member.end(), [](auto &m) { return m.second.entered; });
  if (c.in == ALL) {
    if (entered < c.team.size()) return;
    Clock all;
    for (auto &[t, m] : c.member) join(all, m.clock);
    for (auto &[t, m] : c.member)
      for (auto &[p, by] : c.member)
        if (p == t || c.out == NO) perform(c, m, p, by, all, false);
    return;
  }
  perform(c, mine, me, mine, mine.clock, false);
  if (c.in != NO && c.out != NO) return;
  for (auto &[p, other] : c.member) {
    if (p == me || !other.entered) continue;
    Clock now = other.clock, own = mine.clock;
    if (c.in == MY) join(now, mine.clock), join(own, other.clock);
    perform(c, mine, p, other, now, c.out != NO);
    perform(c, other, me, mine, own, c.out != NO);
  }
}

// ---- Reading
std::vector<Event> read(const std::string &name) {
  std::vector<Event> all;
  for (int t = 0; t < threads; t++) {
    FILE *f = std::fopen((name + "." + std::to_string(t)).c_str(), "rb");
    if (!f) continue; // it has done nothing
    event e;
    while (std::fread(&e, sizeof e, 1, f) == 1) {
      if (e.what == SITE) {
        Site s;
        if (std::fread(&s, sizeof s, 1, f) == 1) sites[e.site] = s;
      } else {
        Event one;
        static_cast<event &>(one) = e;
        one.thread = t;
        all.push_back(one);
      }
    }
    std::fclose(f);
  }
  std::sort(all.begin(), all.end(), [](const Event &a, const Event &b) { return a.number < b.number; });
  return all;
}

void run(const std::vector<Event> &all) {
  std::vector<Call *> entering(threads);
  for (const Event &e : all) {
    Thread &t = thread[e.thread];
    switch (e.what) {
      case ACCESS:
        if (isAllowed(e.place)) {
          if (e.kind & WRITES) join(atomics[e.place], t.fenced);
          else t.read.insert(e.place);
        } else if (e.work) {
          Clock now = t.now;
          now[e.thread + threads] = e.work;
          access({e.thread + threads, e.work, 0, e.kind, e.site, {}}, now, e.place, e.bytes);
        } else {
          access({e.thread, t.now[e.thread], 0, e.kind, e.site, t.locks}, t.now, e.place, e.bytes);
        }
        break;
      case ATOMIC: atomic(t, e, e.kind, e.work); break;
      case ENDED: t.now[e.thread + threads] = std::max(t.now[e.thread + threads], e.work); break;
      case FORGET:
        for (uint64_t g = e.place / 8; g <= (e.place + e.bytes) / 8; g++) history.erase(g);
        break;
      case ALLOW: allowed[e.place] = e.place + e.bytes; break;
      case RELEASE:
        fence(t, e.thread);
        if (isLock(e.site)) t.locks.erase(e.place);
        else join(objects[e.place], t.now);
        t.now[e.thread]++;
        break;
      case ACQUIRE:
        if (isLock(e.site)) t.locks.insert(e.place);
        else join(t.now, objects[e.place]);
        fence(t, e.thread);
        break;
      case NOTIFY: fence(t, e.thread), join(barriers[t.notified++], t.now), t.now[e.thread]++; break;
      case WAIT: join(t.now, barriers[t.waited++]), fence(t, e.thread); break;
      case FENCE: fence(t, e.thread); break;
      case ENTER: {
        Call &c = calls[{e.place, e.bytes}];
        c.in = e.kind & 3, c.out = e.kind >> 2 & 3;
        c.team.clear();
        Member &m = c.member[e.thread];
        m.clock = t.now, m.work = e.work, m.site = e.site;
        entering[e.thread] = &c;
        break;
      }
      case MEMBER: entering[e.thread]->team.push_back((int)e.kind); break;
      case RANGE: entering[e.thread]->member[e.thread].ranges.push_back({e.place, e.bytes, e.kind}); break;
      case ENTERED: enter(*entering[e.thread], e.thread), t.now[e.thread]++; break;
      case LEAVE: {
        Call &c = calls[{e.place, e.bytes}];
        for (auto &[p, m] : c.member) {
          if (c.in == ALL || c.out == ALL) join(t.now, m.clock);
          if (c.out == ALL || p == e.thread) t.now[p + threads] = std::max(t.now[p + threads], m.work);
        }
        break;
      }
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: happens_before RECORD THREADS\n"), 2;
  threads = std::atoi(argv[2]);
  thread.resize(threads);
  for (int t = 0; t < threads; t++) {
    for (Clock *c : {&thread[t].now, &thread[t].fenced, &thread[t].seen}) c->assign(2 * threads, 0);
    thread[t].now[t] = 1;
  }
  run(read(argv[1]));
  for (const Pair &p : races) std::printf("%s %s\n", p.first.c_str(), p.second.c_str());
}
