// SPDX-License-Identifier: BSD-3-Clause
// "machine bluegene-l, torus 4x4x2: 0.001236513 s; 4 messages, 0 B", then a line for each class of links, then the
// calls of the program in which the threads spent most time, then the lines that make most far accesses one by one,
// then, of many threads, what memory of this host they have.
#include "report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

// "154.0 MB"
static std::string human(double bytes) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  char text[32];
  while (bytes >= 1000 && unit < 5) bytes /= 1000, unit++;
  snprintf(text, sizeof text, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
  return text;
}

// The time that passed in calls, by their places in the program: of all threads together, and of the one with the most.
struct Site { std::string text; double sum = 0, most = 0; int thread = 0; unsigned long long accesses = 0; };

static std::vector<Site> sites(Job &job) {
  std::map<std::string, Site> byText;
  for (int t = 0; t < job.control().threads; t++) {
    for (int i = 0; i < SIM_SITES && job.control().site_text[i][0]; i++) {
      const sim_site *s = sim_site_of(&job.control(), i, t);
      Site &site = byText[job.control().site_text[i]];
      site.sum += s->seconds, site.accesses += s->accesses;
      if (s->seconds > site.most) site.most = s->seconds, site.thread = t;
    }
  }
  std::vector<Site> list;
  for (auto &s : byText) list.push_back(s.second), list.back().text = s.first;
  std::stable_sort(list.begin(), list.end(), [](const Site &a, const Site &b) { return a.sum > b.sum; });
  return list;
}

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

// The bytes that a line of /proc/self/status says, "RssAnon:	    404120 kB"; 0: there is no such line.
static double statusOf(const char *name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.compare(0, strlen(name), name) == 0) return 1024 * strtod(line.c_str() + strlen(name), nullptr);
  return 0;
}

static const int fewestThreads = 1024;          // of a job whose memory is shown

// What the threads' code takes is there once, and the system counts it for each thread.
static void reportMemory(Job &job) {
  double own = statusOf("RssAnon:") + statusOf("RssShmem:"), tables = statusOf("VmPTE:"), shared = statusOf("RssFile:");
  if (!job.isOneProcess() || job.control().threads < fewestThreads) return;
  fprintf(stderr, "  memory of this host: %s own, %s tables of pages; %s shared, counted once for each thread\n",
          human(own).c_str(), human(tables).c_str(), human(shared).c_str());
}

static const size_t sitesShown = 8;
static const double leastShown = 0.001;         // of the time

void report(const Machine &machine, Job &job, Network &network, const Simulation &simulation) {
  const Totals &sums = simulation.totals();
  double seconds = simulation.end();
  fprintf(stderr, "machine %s, %s: %.9f s; %llu messages, %s\n", machine.name.c_str(), network.shape().c_str(), seconds,
          (unsigned long long)sums.messages, human(sums.bytes).c_str());
  for (auto &c : network.loads())
    if (c.messages)
      fprintf(stderr, "  %d link%s %s*: %llu messages, %s, busy %.1f%% of the time; busiest %s: %s, %.1f%%\n", c.links,
              c.links == 1 ? "" : "s", c.name.c_str(), (unsigned long long)c.messages, human(c.bytes).c_str(),
              percent(c.busy / c.links, seconds), c.busiest.link.c_str(), human(c.busiest.bytes).c_str(),
              percent(c.busiest.busy, seconds));
  if (sums.uncertain >= 0)
    fprintf(stderr, "  times are not certain: thread %d ran for long without a call, and the others went on\n",
            sums.uncertain);
  if (simulation.causes().isAsked()) simulation.causes().report(job, network, seconds);
  auto list = sites(job);
  for (size_t i = 0; i < list.size() && i < sitesShown; i++) {
    double mean = list[i].sum / job.control().threads / seconds;
    if (mean >= leastShown)
      fprintf(stderr, "  %.1f%% of a thread's time in %s; at most %.1f%%, thread %d\n", 100 * mean,
              list[i].text.c_str(), 100 * list[i].most / seconds, list[i].thread);
  }
  std::stable_sort(list.begin(), list.end(), [](const Site &a, const Site &b) { return a.accesses > b.accesses; });
  for (size_t i = 0; i < list.size() && i < sitesShown; i++) {
    const std::string &text = list[i].text, line = text.substr(0, text.rfind(": "));
    if (list[i].accesses && text == line + ": far access")
      fprintf(stderr, "  %s: %llu far accesses, one at a time\n", line.c_str(), list[i].accesses);
  }
  reportMemory(job);
}
