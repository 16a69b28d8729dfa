// SPDX-License-Identifier: BSD-3-Clause
#include "trace.h"
#include "fail.h"
#include "goal.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

Trace::Trace(const Machine &machine, int threads) : flops(machine.flops) {
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
  pending.resize((size_t)threads);
  for (int t = 0; t < threads; t++) write(std::to_string(t) + " init\n");
}

void Trace::end() {
  if (!file) return;
  for (size_t t = 0; t < clock.size(); t++) write(std::to_string(t) + " finalize\n");
  if (goal) {
    rewind(file);
    writeGoal(file, goal, (int)clock.size(), flops);
    fclose(file);
    file = goal;
  }
  if (ferror(file) || fclose(file) != 0) fail(1, "%s: %s", name.c_str(), strerror(errno));
}

void Trace::write(const std::string &line) {
  if (fwrite(line.data(), 1, line.size(), file) != line.size()) fail(1, "%s: %s", name.c_str(), strerror(errno));
}

static std::string line(int thread, const char *action, int other, int number, double bytes) {
  char text[100];
  snprintf(text, sizeof text, "%d %s %d %d %.0f\n", thread, action, other, number, bytes);
  return text;
}

void Trace::computed(int thread, double now) {
  if (!file) return;
  double operations = (now - clock[(size_t)thread]) * flops;
  char text[60];
  snprintf(text, sizeof text, "%d compute %.0f\n", thread, operations);
  if (operations >= 1) write(text);
  passed(thread, now);
}

void Trace::passed(int thread, double now) {
  if (file && now > clock[(size_t)thread]) clock[(size_t)thread] = now;
}

void Trace::waited(int thread, double now) {
  if (!file) return;
  clock[(size_t)thread] = now;
  write(pending[(size_t)thread]);
  pending[(size_t)thread].clear();
}

int Trace::send(int from, int to, double bytes) {
  if (!file) return 0;
  int number = newNumber();
  write(line(from, "isend", to, number, bytes));
  return number;
}

void Trace::come(int thread, int from, int number, double bytes) {
  if (file) pending[(size_t)thread] += line(thread, "recv", from, number, bytes);
}

void Trace::tell(int writer, int reader) {
  if (file) come(reader, writer, send(writer, reader, 0), 0);
}

// ---- streams: whichever end speaks first, both lines have the same number ----

int Trace::numberOf(const Stream &s) {
  auto known = streams.find(s);
  if (known == streams.end()) return streams[s] = newNumber();
  int number = known->second;
  streams.erase(known);
  return number;
}

int Trace::sendStream(const Stream &s, double bytes) {
  if (!file) return 0;
  int number = numberOf(s);
  write(line(std::get<0>(s), "isend", std::get<1>(s), number, bytes));
  return number;
}

void Trace::receiveStream(const Stream &s, double bytes) {
  if (file) write(line(std::get<1>(s), "irecv", std::get<0>(s), numberOf(s), bytes));
}

void Trace::streamHasCome(int thread, int from, int number) {
  if (!file) return;
  char text[80];
  snprintf(text, sizeof text, "%d wait %d %d %d\n", thread, from, thread, number);
  pending[(size_t)thread] += text;
}

void Trace::released(int thread) {
  if (file) pending[(size_t)thread] += std::to_string(thread) + " barrier\n";
}
