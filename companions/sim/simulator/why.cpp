// SPDX-License-Identifier: BSD-3-Clause
// "critical path of 0.001236513 s: 62.1% computing, 20.0% latency, ..", then its parts by call and line, then what is
// at fault, then what the run would take at best without some of its parts.
#include "why.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>

using namespace path;

Why::Why(int threads) : asked(secure_getenv("UPC_MACHINE_WHY")) {
  if (!asked) return;
  auto n = (size_t)threads;
  ofThread.resize(n), served.resize(n), counted.resize(n), idle.resize(n), arrivals.resize(n);
}

// Of the time since its latest step, what the program has computed comes first.
void Why::goesOn(int thread, double time, double computed, uint32_t site) {
  if (!asked) return;
  auto t = (size_t)thread;
  Past &past = ofThread[t];
  double computes = std::max(0.0, std::min(computed - counted[t], time - past.end()));
  past = past.until(past.end() + computes, {Computing, thread, -1, (int)site});
  past = past.until(time, {Calls, thread, -1, (int)site});
  counted[t] = computed;
}

void Why::hasTurn(int thread, double time, double receiving) {
  if (!asked) return;
  Past &past = ofThread[(size_t)thread];
  if (now.end() > past.end()) past = now;
  past = past.until(time - receiving, {Latency}).until(time, {Receiving, thread});
}

void Why::ends(int thread) {
  if (asked && of(thread).end() >= last.end()) last = of(thread);
}

Past Why::serve(int thread, double begin, double end) {
  if (!asked) return {};
  Past &before = served[(size_t)thread];
  arrivals[(size_t)thread].count++;
  return before = (before.end() >= begin && before.end() > now.end() ? before : now).until(end, {Serving, thread});
}

// ---- the report ----

namespace {

const double leastShared = 0.25;                // of the time of messages to a thread that is crowded

struct Part { double seconds = 0, bytes = 0; uint64_t count = 0; int thread = -1, peer = -1; double longest = 0; };

// By kind, site, and of what a thread does: the thread.
using Key = std::tuple<int, int, int>;
using Parts = std::map<Key, Part>;
using Entry = Parts::value_type;

// The sums of a path.
struct Sums {
  double kinds[KINDS] = {};
  Parts parts;
  std::map<int, double> own, loads;             // by thread: what it computes and sleeps; what others make it do
  std::map<int, double> shared, transfers;      // of loads: messages to it on links that others use too; all messages
  double messages = 0, bytes = 0;
};

bool isOfThread(Kind kind) {
  return kind == Computing || kind == Sleeping || kind == Serving || kind == Copying;
}

void add(Sums &s, const Label &label, double seconds, uint32_t count) {
  Part &part = s.parts[{label.kind, label.site, isOfThread(label.kind) ? label.thread : -1}];
  s.kinds[label.kind] += seconds;
  part.seconds += seconds, part.bytes += label.bytes, part.count += count;
  if (seconds > part.longest) part.longest = seconds, part.thread = label.thread, part.peer = label.peer;
  if (label.kind == Computing || label.kind == Sleeping) s.own[label.thread] += seconds;
  if (label.kind == Receiving || label.kind == Serving) s.loads[label.thread] += seconds;
  if (label.kind == Sharing) s.shared[label.peer] += seconds;
  if (label.kind == Sharing || label.kind == Bandwidth) s.transfers[label.peer] += seconds;
  if (label.kind == Bandwidth) s.messages += count, s.bytes += label.bytes;
}

Sums sumsOf(const Past &last) {
  Sums s;
  int later = -1;                               // the site of what follows: computing counts for the call behind it
  for (const Past *p = &last; *p; p = &(*p)->before) {
    Label label = (*p)->label;
    bool isBetween = label.kind == Computing || label.kind == Sleeping;
    if (isBetween && later >= 0) label.site = later;
    if (!isBetween) later = label.site;
    add(s, label, (*p)->end - (*p)->before.end(), (*p)->count);
  }
  for (auto &[thread, seconds] : s.shared)      // its link is in use all the time
    if (seconds > leastShared * s.transfers[thread]) s.loads[thread] += s.transfers[thread];
  return s;
}

std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string text(const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

// "12.5 us"
std::string time(double seconds) {
  return seconds < 1e-6 ? text("%.3g ns", seconds * 1e9) : seconds < 1e-3 ? text("%.3g us", seconds * 1e6)
         : seconds < 1 ? text("%.3g ms", seconds * 1e3) : text("%.3g s", seconds);
}

const char *const names[KINDS] = {"computing", "sleeping", "the threads' part of calls", "taking messages in",
                                  "latency", "bandwidth", "links that others use too",
                                  "serving gets and atomic operations", "copies that share memory", "barriers"};

std::string said(Kind kind, const Part &part) {
  auto count = (unsigned long long)part.count;
  switch (kind) {
    case Computing: return text("thread %d computes, before", part.thread);
    case Sleeping: return text("thread %d sleeps, in", part.thread);
    case Calls: return text("sending, copying and looking, the longest by thread %d, in", part.thread);
    case Receiving: return text("taking messages in, the longest by thread %d, in", part.thread);
    case Latency: return text("latency, %llu times, in", count);
    case Bandwidth: return text("bandwidth, %llu messages of %.0f B, the longest from thread %d to %d, in", count,
                                part.bytes / (double)part.count, part.thread, part.peer);
    case Sharing: return text("links that others use too, most of it from thread %d to %d, in", part.thread, part.peer);
    case Serving: return text("thread %d serves others, in", part.thread);
    case Copying: return text("thread %d copies while others do, in", part.thread);
    default: return "barriers, in";
  }
}

struct Fault { double seconds; std::string what; };

} // namespace

static std::string siteOf(Job &job, int site) {
  const char *known = site < 0 ? "" : job.control().site_text[site];
  return *known ? known : "the start, before the first call";
}

// The part of a path of this kind that takes longest; null if there is none.
static const Entry *longest(const Sums &s, std::initializer_list<Kind> kinds, int thread = -1) {
  const Entry *most = nullptr;
  for (auto &p : s.parts) {
    bool isOne = std::count(kinds.begin(), kinds.end(), std::get<0>(p.first));
    if (!isOne || (thread >= 0 && std::get<2>(p.first) != thread)) continue;
    if (!most || p.second.seconds > most->second.seconds) most = &p;
  }
  return most;
}

static double percent(double part, double all) { return all > 0 ? 100 * part / all : 0; }

static int busiest(const std::map<int, double> &of) {
  auto most = std::max_element(of.begin(), of.end(), [](auto &a, auto &b) { return a.second < b.second; });
  return most == of.end() ? -1 : most->first;
}

// Threads compute more on the path than one does on the average.
static Fault uneven(Job &job, const Sums &s, double mean) {
  int thread = busiest(s.own);
  double own = s.kinds[Computing] + s.kinds[Sleeping];
  if (thread < 0) return {0, ""};
  std::string place = siteOf(job, std::get<1>(longest(s, {Computing, Sleeping}, thread)->first));
  if (s.own.at(thread) < 0.6 * own)
    return {own - mean, text("computations of %zu threads follow each other, %s in all, %s in the mean; most before %s",
                             s.own.size(), time(own).c_str(), time(mean).c_str(), place.c_str())};
  return {own - mean, text("thread %d is late: it computes or sleeps for %s, the mean of all is %s; most before %s",
                           thread, time(s.own.at(thread)).c_str(), time(mean).c_str(), place.c_str())};
}

// A thread that gets far more messages than others, or whose links all use.
static Fault crowded(Job &job, const Sums &s, const std::vector<Why::Arrivals> &arrivals) {
  int thread = busiest(s.loads);
  double threads = (double)arrivals.size();
  Why::Arrivals all;
  for (auto &one : arrivals) all.count += one.count, all.bytes += one.bytes;
  if (thread < 0 || threads < 3) return {0, ""};
  auto its = arrivals[(size_t)thread];
  if (its.count * threads < 2 * all.count && its.bytes * threads < 2 * all.bytes) return {0, ""};
  auto most = longest(s, {Receiving, Serving, Sharing});
  return {s.loads.at(thread),
          text("thread %d is crowded: it gets %.0f of %.0f messages, %.0f%% of their bytes; at %s", thread, its.count,
               all.count, percent(its.bytes, all.bytes), siteOf(job, std::get<1>(most->first)).c_str())};
}

// Bytes take long, and not because all go to one thread.
static Fault thin(Job &job, Network &network, const Sums &s, const Fault &crowd) {
  auto most = longest(s, {Bandwidth, Sharing});
  if (!most) return {0, ""};
  const Part &part = most->second;
  std::string link = network.narrowest(job.node(part.thread), job.node(part.peer));
  return {std::max(0.0, s.kinds[Bandwidth] + s.kinds[Sharing] - crowd.seconds),
          text("bandwidth: bytes take so long; from thread %d to %d the narrowest link is %s; at %s", part.thread,
               part.peer, link.c_str(), siteOf(job, std::get<1>(most->first)).c_str())};
}

// Many short messages, each of which takes longer than its bytes do.
static Fault small(Job &job, const Sums &s, const Fault &crowd) {
  const double few = 16;
  double each = s.kinds[Calls] + s.kinds[Receiving] + s.kinds[Latency], bytes = s.kinds[Bandwidth] + s.kinds[Sharing];
  if (s.messages < few || each < 2 * bytes) return {0, ""};
  auto most = longest(s, {Calls, Receiving, Latency});
  return {std::max(0.0, each - crowd.seconds),
          text("messages are small: %.0f of %.0f B in the mean, whose bytes take %s, and the rest %s; at %s",
               s.messages, s.bytes / s.messages, time(bytes / s.messages).c_str(), time(each / s.messages).c_str(),
               siteOf(job, std::get<1>(most->first)).c_str())};
}

static Fault distant(Job &job, const Sums &s) {
  auto most = longest(s, {Latency, Barrier});
  if (!most) return {0, ""};
  return {s.kinds[Latency] + s.kinds[Barrier],
          text("latency: messages and barriers wait for each other; most at %s",
               siteOf(job, std::get<1>(most->first)).c_str())};
}

static const size_t partsShown = 8, faultsShown = 3;
static const double leastPart = 0.01, leastFault = 0.1; // of the time

static void printParts(Job &job, const Sums &s, double seconds) {
  std::vector<std::pair<Key, Part>> list(s.parts.begin(), s.parts.end());
  std::stable_sort(list.begin(), list.end(), [](auto &a, auto &b) { return a.second.seconds > b.second.seconds; });
  for (size_t i = 0; i < list.size() && i < partsShown && list[i].second.seconds >= leastPart * seconds; i++) {
    const auto &[key, part] = list[i];
    fprintf(stderr, "    %.1f%%: %s %s\n", 100 * part.seconds / seconds, said((Kind)std::get<0>(key), part).c_str(),
            siteOf(job, std::get<1>(key)).c_str());
  }
}

static void printKinds(const Sums &s, double end, double seconds) {
  std::string kinds;
  for (int k = 0; k < KINDS; k++)
    if (s.kinds[k] > 0) kinds += text("%s%.1f%% %s", kinds.empty() ? "" : ", ", 100 * s.kinds[k] / seconds, names[k]);
  fprintf(stderr, "  critical path of %.9f s: %s\n", end, kinds.c_str());
}

static void printFaults(std::vector<Fault> faults, double seconds) {
  std::stable_sort(faults.begin(), faults.end(), [](auto &a, auto &b) { return a.seconds > b.seconds; });
  size_t shown = 0;
  for (auto &fault : faults)
    if (fault.seconds >= leastFault * seconds && shown++ < faultsShown)
      fprintf(stderr, "  %.0f%%: %s\n", 100 * fault.seconds / seconds, fault.what.c_str());
}

void Why::report(Job &job, Network &network, double seconds) const {
  Sums s = sumsOf(last);
  double mean = 0, computing = s.kinds[Computing] + s.kinds[Sleeping];
  for (int t = 0; t < job.control().threads; t++) mean += job.seat(t).computed + idle[(size_t)t];
  mean /= job.control().threads;
  printKinds(s, last.end(), seconds);
  printParts(job, s, seconds);
  Fault crowd = crowded(job, s, arrivals);
  printFaults({uneven(job, s, mean), crowd, small(job, s, crowd), thin(job, network, s, crowd), distant(job, s)},
              seconds);
  if (computing >= (1 - leastFault) * seconds && computing - mean < leastFault * seconds)
    fprintf(stderr, "  threads compute evenly nearly all the time\n");
  double latency = s.kinds[Latency] + s.kinds[Barrier], bytes = s.kinds[Bandwidth] + s.kinds[Sharing];
  fprintf(stderr, "  at best: without latency %s, on endless links %s, with even threads %s\n",
          time(seconds - latency).c_str(), time(seconds - bytes).c_str(),
          time(seconds - std::max(0.0, computing - mean)).c_str());
}
