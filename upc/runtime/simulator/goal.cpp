// SPDX-License-Identifier: BSD-3-Clause
// A trace as GOAL, the language of LogGOPSim: the steps of a thread, and which of them others wait for.
#include "goal.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {
struct Rank {
  std::string text;
  int steps = 0;
  int before = 0;                               // the step that comes before the next one; 0: none
  bool begun = false;                           // the next one waits until that has begun, not until it has ended
  std::map<int, int> receives;                  // by number: messages that it has not waited for

  int add(const std::string &what) {
    std::string label = "l" + std::to_string(++steps);
    text += label + ": " + what + "\n";
    if (before) text += label + (begun ? " irequires l" : " requires l") + std::to_string(before) + "\n";
    return steps;
  }
  void next(const std::string &what, bool continues = false) {
    before = add(what);
    begun = continues;
  }
};

std::string message(const char *action, double bytes, const char *direction, int other, int tag) {
  return std::string(action) + " " + std::to_string((long long)std::max(bytes, 1.0)) + "b " + direction + " " +
         std::to_string(other) + " tag " + std::to_string(tag);
}
}

void writeGoal(FILE *trace, FILE *goal, int threads, double flops) {
  const int barrier = 1000000;                  // a tag that no message has
  std::vector<Rank> ranks((size_t)threads);
  char line[200], action[20];
  while (fgets(line, sizeof line, trace)) {
    int thread, filled, other = 0, number = 0;
    double first = 0, bytes = 0;
    if ((filled = sscanf(line, "%d %19s %lf %d %lf", &thread, action, &first, &number, &bytes)) < 2) continue;
    Rank &r = ranks[(size_t)thread];
    std::string what = action;
    other = (int)first;
    if (what == "compute") r.next("calc " + std::to_string((long long)(1e9 * first / flops + 0.5)));
    if (what == "isend") r.next(message("send", bytes, "to", other, number), true);
    if (what == "recv") r.next(message("recv", bytes, "from", other, number));
    if (what == "irecv") r.receives[number] = r.add(message("recv", bytes, "from", other, number));
    if (what == "wait") {                       // its numbers: from, to, the message
      r.next("calc 0");
      r.text += "l" + std::to_string(r.before) + " requires l" + std::to_string(r.receives[(int)bytes]) + "\n";
      r.receives.erase((int)bytes);
    }
    for (int far = 1; what == "barrier" && far < threads; far *= 2) {
      r.next(message("send", 1, "to", (thread + far) % threads, barrier), true);
      r.next(message("recv", 1, "from", (thread + threads - far) % threads, barrier));
    }
  }
  fprintf(goal, "num_ranks %d\n", threads);
  for (int t = 0; t < threads; t++) fprintf(goal, "\nrank %d {\n%s}\n", t, ranks[(size_t)t].text.c_str());
}
