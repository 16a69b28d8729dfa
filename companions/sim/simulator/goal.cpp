// SPDX-License-Identifier: BSD-3-Clause
// A trace as GOAL, the language of LogGOPSim: the steps of a thread, and which of them others wait for.
#include "goal.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {
// A step that another one waits for: until it has begun, or until it has ended.
struct Need {
  int step;
  bool begun;
  bool operator==(const Need &other) const { return step == other.step && begun == other.begun; }
};
using Needs = std::vector<Need>;

// A thread and its memory are one rank. What they do waits for each other only where one tells the other one.
struct Rank {
  std::string text;
  int steps = 0;
  Needs before[2];                              // before the next step of the thread; of its memory
  std::map<int, Needs> messages;                // by number: what something else of this rank will wait for

  static std::string label(int step) { return "l" + std::to_string(step); }
  int add(int side, const std::string &what) {
    text += label(++steps) + ": " + what + "\n";
    for (const Need &n : before[side])
      text += label(steps) + (n.begun ? " irequires " : " requires ") + label(n.step) + "\n";
    return steps;
  }
  int next(int side, const std::string &what, bool continues = false) {
    before[side] = {{add(side, what), continues}};
    return steps;
  }
  void await(int side, int number) {
    for (const Need &n : messages[number])
      if (std::find(before[side].begin(), before[side].end(), n) == before[side].end()) before[side].push_back(n);
    messages.erase(number);
  }
};

std::string message(const char *action, double bytes, const char *direction, int other, int tag) {
  return std::string(action) + " " + std::to_string((long long)std::max(bytes, 1.0)) + "b " + direction + " " +
         std::to_string(other) + " tag " + std::to_string(tag);
}
}

// LogGOPSim's processor does one step after the other, and a thread shares its processor with its memory. So a
// computation is cut in pieces, and what comes for the memory waits for the end of a piece. A piece ends where the
// memory does something. The first piece from there takes a tenth of the latency, and each takes a tenth longer than
// the one before: so a message that comes late waits for about a tenth of its delay at most.
static void compute(Rank &r, int side, double begin, double seconds, double latency,
                    const std::vector<double> &memory) {
  const double end = begin + seconds, shortest = std::max(latency / 10, 1e-7);
  auto next = std::upper_bound(memory.begin(), memory.end(), begin);
  double piece = shortest;
  for (double at = begin, until; at < end; at = until, piece *= 1.1) {
    until = std::min(at + piece, end);
    if (next != memory.end() && *next <= until) {
      until = *next;
      piece = shortest;
      next = std::upper_bound(next, memory.end(), until);
    }
    r.next(side, "calc " + std::to_string((long long)(1e9 * until + 0.5) - (long long)(1e9 * at + 0.5)));
  }
}

void writeGoal(FILE *trace, FILE *goal, int threads, const GoalTimes &times) {
  std::vector<Rank> ranks((size_t)threads);
  char line[200], action[20];
  while (fgets(line, sizeof line, trace)) {
    int rank, filled, second = 0;
    double first = 0, third = 0;
    if ((filled = sscanf(line, "%d %19s %lf %d %lf", &rank, action, &first, &second, &third)) < 3) continue;
    const int thread = rank % threads, side = rank / threads, number = second;
    const std::string what = action;
    Rank &r = ranks[(size_t)thread];
    if (what == "compute") {
      compute(r, side, third, first / times.flops, times.latency, times.memory[(size_t)thread]);
      continue;
    }
    const int other = (int)first % threads;
    if (what == "isend" && other == thread) r.messages[number] = r.before[side];
    else if (what == "isend")
      r.messages[number] = {{r.next(side, message("send", third, "to", other, number), true), false}};
    if (what == "recv" && other == thread) r.await(side, number);
    else if (what == "recv") r.next(side, message("recv", third, "from", other, number));
    if (what == "irecv")
      r.messages[number] = {{r.add(side, message("recv", third, "from", other, number)), false}};
    if (what == "wait") r.await(side, (int)third); // its numbers: from, to, the message
  }
  fprintf(goal, "num_ranks %d\n", threads);
  for (int t = 0; t < threads; t++) fprintf(goal, "\nrank %d {\n%s}\n", t, ranks[(size_t)t].text.c_str());
}
