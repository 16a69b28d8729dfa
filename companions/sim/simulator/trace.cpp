// SPDX-License-Identifier: BSD-3-Clause
#include "trace.h"
#include "fail.h"
#include "goal.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

Trace::Trace(const Machine &machine, int n) : threads(n), times{machine.flops, machine.linkLatency, {}} {
  const char *given = secure_getenv("UPC_MACHINE_MESSAGES");
  if (!given || !*given) return;
  name = given;
  file = fopen(given, "w+");
  if (!file) fail(2, "%s: %s", given, strerror(errno));
  if (name.size() > 5 && name.substr(name.size() - 5) == ".goal") {
    goal = file;
    file = tmpfile();
    if (!file) fail(2, "a file for the trace: %s", strerror(errno));
  } else {
    FILE *list = fopen((name + ".list").c_str(), "w"); // smpirun wants a file that names the traces
    if (!list || fprintf(list, "%s\n", given) < 0 || fclose(list) != 0) fail(2, "%s.list: %s", given, strerror(errno));
  }
  clock.resize((size_t)threads);
  late.resize((size_t)threads);
  pending.resize((size_t)threads);
  times.memory.assign((size_t)threads, {0});
  for (int rank = 0; rank < 2 * threads; rank++) write(rank, std::to_string(rank) + " init\n");
}

// A replay by SMPI lets a message flow that another one has to wait for only when the latter has come as a whole. A
// barrier by messages may take longer than that of the machine.
static const double mostLate = 0.05;            // of the time of the run

void Trace::end(double time) {
  if (!file) return;
  for (int rank = 0; rank < 2 * threads; rank++) write(rank, std::to_string(rank) + " finalize\n");
  double most = *std::max_element(late.begin(), late.end());
  if (goal) {
    rewind(file);
    writeGoal(file, goal, threads, times);
    fclose(file);
    file = goal;
  } else {
    if (most > mostLate * time)
      fprintf(stderr, "%s: smpirun may take longer for it than this run, by %.0f %% in each thread of a pipeline, "
              "since messages follow each other within a latency\n", name.c_str(), 100 * most / time);
    if (barriersLate > mostLate * time)
      fprintf(stderr, "%s: smpirun may take longer for it than this run, by %.0f %%, since messages take longer than "
              "the machine's barriers\n", name.c_str(), 100 * barriersLate / time);
  }
  if (ferror(file) || fclose(file) != 0) fail(1, "%s: %s", name.c_str(), strerror(errno));
}

void Trace::write(int rank, const std::string &line) {
  if (goal && rank >= threads && now > times.memory[(size_t)(rank - threads)].back())
    times.memory[(size_t)(rank - threads)].push_back(now);
  if (fwrite(line.data(), 1, line.size(), file) != line.size()) fail(1, "%s: %s", name.c_str(), strerror(errno));
}

void Trace::line(int rank, const std::string &line) {
  if (rank < threads) pending[(size_t)rank] += line;
  else write(rank, line);
}

static std::string text(int rank, const char *action, int other, int number, double bytes) {
  char text[100];
  snprintf(text, sizeof text, "%d %s %d %d %.0f\n", rank, action, other, number, bytes);
  return text;
}

// ---- computing ----

void Trace::computes(int rank, double seconds) {
  char text[60];
  double operations = seconds * times.flops;
  if (goal) snprintf(text, sizeof text, "%d compute %.0f 0 %.9f\n", rank, operations, clock[(size_t)rank]);
  else snprintf(text, sizeof text, "%d compute %.0f\n", rank, operations);
  if (operations >= 1) write(rank, text);
}

void Trace::computed(int thread, double now) {
  if (!file || now <= clock[(size_t)thread]) return;
  computes(thread, now - clock[(size_t)thread]);
  clock[(size_t)thread] = now;
}

void Trace::serves(int rank, double seconds) {
  if (file) computes(rank, seconds);
}

void Trace::waited(int thread, double now, double receiving) {
  if (!file) return;
  write(thread, pending[(size_t)thread]);
  pending[(size_t)thread].clear();
  clock[(size_t)thread] = now - receiving;
  computed(thread, now);
}

// ---- messages ----
// One of up to `small` bytes flows when it is sent. A longer one flows when both ends are ready for it: SMPI is told so
// by smpi/async-small-thresh and smpi/send-is-detached-thresh. `wait` has from, to and the number.
static const double small = 256;

static std::string wait(int rank, int from, int to, int number) {
  return text(rank, "wait", from, to, number);
}

int Trace::send(int from, int to, double bytes) {
  if (!file) return 0;
  int number = messages++ % 1000000;            // a tag: MPI has few of them
  write(from, text(from, "isend", to, number, bytes));
  return number;
}

void Trace::flows(int from, int to, int number, double bytes) {
  if (file && bytes > small) write(to, text(to, "irecv", from, number, bytes));
}

void Trace::comes(int from, int to, int number, double bytes) {
  if (file) line(to, bytes > small ? wait(to, from, to, number) : text(to, "recv", from, number, bytes));
}

void Trace::left(int from, int to, int number, double bytes) {
  if (file && bytes > small) line(from, wait(from, from, to, number));
}

void Trace::tell(int from, int to) {
  if (file) comes(from, to, send(from, to, 0), 0);
}

void Trace::follows(int thread, double latency) {
  if (file) late[(size_t)thread] += latency;
}
