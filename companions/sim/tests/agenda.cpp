// SPDX-License-Identifier: BSD-3-Clause
// The simulator's agenda beside a model: acts are carried out by their times, and those of one time by their numbers,
// whether there are few of them or many more than the agenda keeps in order.
#include "simulator/agenda.h"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

static Agenda agenda;
static std::set<std::pair<double, uint64_t>> model;
static std::mt19937 draw(7);
static uint64_t done, numbers;                  // the number of the latest act; of all so far

static void fail(const char *what) {
  printf("act %llu with %zu to come: %s\n", (unsigned long long)done, model.size(), what);
  exit(1);
}

// Some soon, some at the same time, most of them far away, as turns are that nobody wishes for any more.
static double later(double now) {
  switch (draw() % 4) {
    case 0: return now;
    case 1: return now + 1e-6 * (double)(draw() % 100);
    default: return now + 0.1 + 1e-7 * (double)(draw() % 1000);
  }
}

static void add(double now) {
  double when = later(now);
  uint64_t number = numbers++;
  model.insert({when, number});
  if (draw() % 2) agenda.addKnown(when, 1 + draw() % 3, (uint32_t)number, ~(uint32_t)number);
  else agenda.add(when, [number] { done = number; });
}

static double carryOut() {
  auto first = *model.begin();
  model.erase(model.begin());
  if (agenda.next() != first.first) fail("at another time");
  agenda.carryOutNext([](unsigned, uint32_t number, uint32_t check) {
    if (check != ~number) fail("not what was added");
    done = number;
  });
  if (done != first.second) fail("out of order");
  if (agenda.isEmpty() != model.empty() || agenda.size() != model.size()) fail("another number of acts");
  return first.first;
}

// An act that gets its number now, and is added only when others have been.
static void addInTwoParts(double now) {
  double when = now + 1;
  uint64_t order = agenda.takeOrder(), number = numbers++;
  for (int i = 0; i < 3; i++) {
    model.insert({when, numbers});
    agenda.addKnown(when, 1, (uint32_t)numbers, ~(uint32_t)numbers);
    numbers++;
  }
  model.insert({when, number});
  agenda.addAs(when, order, [number] { done = number; });
}

int main() {
  double now = 0;
  for (size_t most : {10u, 5000u, 200000u, 3u}) {
    while (model.size() < most) add(now), addInTwoParts(now), now = carryOut();
    for (size_t i = 0; i < 2 * most; i++) now = carryOut(), add(now);
    while (!model.empty()) now = carryOut();
  }
  puts("PASS");
}
