// SPDX-License-Identifier: BSD-3-Clause
// Turns: which thread runs next, and from what time on.
#include "watches.h"
#include "fail.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

// Seconds of the host's processor after which a thread is taken to be waiting in a loop: where the host's time counts,
// and where it does not.
static const double spinMeasured = 0.2, spinCharged = 10;
static const double tooLong = 1e6;              // seconds in which nothing happens but looks at memory

Simulation::Simulation(const Machine &m, Job &j, Network &n)
    : machine(m), job(j), network(n), trace(m, j.control().threads), why(j.control().threads),
      alive(j.control().threads), threads((size_t)j.control().threads), announced((size_t)j.control().threads) {
  threadsOf.resize((size_t)job.control().nodes);
  watches.resize((size_t)job.control().nodes);
  listeners.resize((size_t)job.control().nodes);
  // Without one of the two rates no copy comes here: describe() says so to the threads (shared_copies).
  memories.assign((size_t)job.control().nodes, NodeMemory(machine.nodeBandwidth / machine.nearBandwidth));
  copiesEnd.assign((size_t)job.control().nodes, SIM_FOREVER);
  for (int t = 0; t < alive; t++) threadsOf[(size_t)job.node(t)].push_back(t), job.seat(t).wrote_at = SIM_FOREVER;
}

Simulation::~Simulation() = default;

void Simulation::run() {
  for (int t = 0; t < alive; t++) wantTurn(t, 0);
  for (;;) {
    network.run([this] { step(); });
    if (!alive) return trace.end(last);
    lookAgain();
  }
}

// All that is due. SimGrid's clock is a sum of differences, so it may be behind by the last digit.
void Simulation::step() {
  double now = network.now();
  while (!agenda.isEmpty() && agenda.next() <= now * (1 + 1e-15)) {
    time = std::max(time, agenda.next());
    trace.atTime(time);
    if (why.isAsked()) {
      Cause cause = std::exchange(causesOf[agenda.nextPlace()], {});
      why.now = cause.before.until(time, cause.label);
    }
    agenda.carryOutNext([this](unsigned act, uint32_t thread, uint32_t wish) {
      carryOut((Known)act, (int)thread, wish);
    });
  }
  if (!agenda.isEmpty()) network.wakeAt(agenda.next());
}

void Simulation::noteCause(uint32_t place, const path::Past &before, path::Label label) {
  if (causesOf.size() <= place) causesOf.resize(place + 1);
  causesOf[place] = {before, label};
}

void Simulation::afterKnown(const path::Past &before, double when, Known act, int thread, uint32_t wish,
                            path::Label label) {
  turnsDue++;
  if (why.isAsked()) return after(before, when, [this, act, thread, wish] { carryOut(act, thread, wish); }, label);
  agenda.addKnown(when, act, (uint32_t)thread, wish);
  network.wakeAt(when);
}

void Simulation::carryOut(Known act, int thread, uint32_t wish) {
  turnsDue--;
  if (act == LookAtAll) return tell(watches[(size_t)job.node(thread)].takeChanged(), trace.memory(thread));
  if (threads[(size_t)thread].wish != wish) return;
  if (act == Deadline) checkProgress();
  turn(thread, time);
}

// ---- turns ----

// A thread's later wishes replace its earlier ones. If its clock is ahead, what it has done itself decides when it goes
// on.
void Simulation::wantTurn(int thread, double when, path::Label label) {
  Thread &t = threads[(size_t)thread];
  t.state = State::Ready;
  double now = job.seat(thread).now;
  afterKnown(when > now ? why.now : why.of(thread), std::max(when, now), Turn, thread, ++t.wish, label);
}

void Simulation::turn(int thread, double when) {
  Thread &t = threads[(size_t)thread];
  sim_seat &seat = job.seat(thread);
  if (seat.alone_count) checkDeadlock();
  double receiving = t.receiving;
  seat.now = std::max(seat.now, when) + receiving;
  t.receiving = 0;
  why.hasTurn(thread, seat.now, receiving);
  while (!t.finished.empty() && seat.finished_count < SIM_FINISHED) {
    sim_finished_of(&job.control(), thread)[seat.finished_count++] = t.finished.front();
    t.finished.pop_front();
  }
  t.state = State::Running;
  listeners[(size_t)job.node(thread)].erase(thread);
  trace.waited(thread, seat.now, receiving);
  seat.horizon = t.finished.empty() ? horizon() : time; // there is more to tell
  if (seat.alone_count) seat.horizon = std::min(seat.horizon, time + checksLater());
  if (job.giveTurn(thread, patience())) endTurn(thread);
  else runsOn(thread);
}

// Until then nothing happens but what the thread does itself. It is never beyond 2 * time + 1: so a thread that tests
// for ever gives its turn back now and then, and checkProgress sees it.
double Simulation::horizon() {
  double next = std::min(2 * time + 1, std::max(time, network.nextEnd()));
  return agenda.isEmpty() ? next : std::min(next, agenda.next());
}

// SIMULATOR_PATIENCE is for tests.
double Simulation::patience() {
  static const char *const given = secure_getenv("SIMULATOR_PATIENCE");
  if (given) return atof(given);
  return machine.hostFactor > 0 && !job.control().recorded ? spinMeasured : spinCharged;
}

void Simulation::endTurn(int thread) {
  takePosts(thread);
  while (job.seat(thread).wait == SIM_TAKE) {
    if (!job.giveTurn(thread, patience())) return runsOn(thread);
    takePosts(thread);
  }
  afterTurn(thread);
}

// A thread computes for so long that it may be waiting in a loop without calls, for what another thread will write. So
// the others go on. Where the host's time counts, they are not ahead of it; where it does not, the time of this thread
// is not certain any more.
void Simulation::runsOn(int thread) {
  if (machine.hostFactor == 0 && sums.uncertain < 0) sums.uncertain = thread;
  letRun(thread, patience() * machine.hostFactor);
}

void Simulation::letRun(int thread, double seconds) {
  at(time + std::max(seconds, 1e-6), [this, thread] {
    const double more = spinMeasured / 10;
    if (job.awaitTurn(thread, more)) {
      job.seat(thread).now = std::max(job.seat(thread).now, time);
      endTurn(thread);
    } else {
      letRun(thread, more * machine.hostFactor);
    }
  }, {path::Computing, thread});
}

static bool awaitsNews(uint32_t wait) { return wait == SIM_NEWS || wait == SIM_WORDS || wait == SIM_HANDLE; }

// A test gives its turn back without waiting.
static bool waitsForNews(const sim_seat &seat) { return seat.wait == SIM_NEWS && seat.until > seat.now; }

void Simulation::afterTurn(int thread) {
  Thread &t = threads[(size_t)thread];
  sim_seat &seat = job.seat(thread);
  t.state = State::Waiting;
  t.wait = seat.wait;
  why.goesOn(thread, seat.now, seat.computed, seat.latest_site);
  why.now = why.of(thread).asOf(seat.wrote_at);
  const int node = job.node(thread);
  const double written = std::min(seat.wrote_at, seat.now);
  if (listens(thread)) listeners[(size_t)node].insert(thread);
  trace.computed(thread, written);
  if (seat.touched || seat.told_count) lastChange = std::max(lastChange, seat.wrote_at);
  if (seat.touched) wakeNode(thread, seat.wrote_at);
  for (uint32_t i = 0; i < seat.told_count; i++) {
    traceTold(thread, seat.told[i], seat.wrote_at);
    wake(seat.told[i], seat.wrote_at);
  }
  if (trace.writes() && watches[(size_t)node].someHasChanged()) traceTold(thread, trace.memory(thread), written);
  trace.computed(thread, seat.wait == SIM_TIME ? std::max(seat.until, seat.now) : seat.now); // a sleep counts as well
  if (!watches[(size_t)node].isEmpty()) lookWhereWritten(thread, written);
  seat.touched = seat.told_count = seat.wrote_count = 0;
  seat.wrote_at = SIM_FOREVER;
  why.now = why.of(thread);
  switch (seat.wait) {
    case SIM_ENDED: return ended(thread);
    case SIM_SETTLED:
      if (seat.under_way == 0) wantTurn(thread, seat.settled);
      return;
    case SIM_TIME:
      why.sleeps(thread, seat.until - seat.now);
      return wantTurn(thread, std::max(seat.until, seat.now), {path::Sleeping, thread, -1, (int)seat.latest_site});
    case SIM_CATCH_UP: return wantTurn(thread, std::max(seat.until, seat.now));
    case SIM_RELEASE:
      if (t.missed && seat.meanwhile) wantTurn(thread, seat.now);
      t.missed = false;
      return;
    case SIM_HANDLE:
      if (!t.finished.empty()) wantTurn(thread, seat.now);
      return;
    case SIM_NEWS:
    case SIM_WORDS:
      if (!t.finished.empty() || t.missed || (seat.wait == SIM_NEWS && t.unheard)) wantTurn(thread, seat.now);
      else if (seat.until < SIM_FOREVER) // it waits, but not for longer than that
        afterKnown(why.now, std::max(seat.until, seat.now), Deadline, thread, ++t.wish,
                   {path::Calls, thread, -1, (int)seat.latest_site});
      t.missed = false;
      if (waitsForNews(seat)) t.unheard = false;
  }
}

// Something has come for a thread that waits for it. If it waits for something else meanwhile, tests, or runs although
// others have gone on (letRun), it may have looked already, in vain. isKnown: the thread itself keeps it in mind.
void Simulation::news(int thread, bool isKnown) {
  Thread &t = threads[(size_t)thread];
  sim_seat &seat = job.seat(thread);
  if (seat.wait == SIM_CATCH_UP || seat.wait == SIM_SETTLED) t.missed = true;
  if (!isKnown && (!waitsForNews(seat) || t.state == State::Running)) t.unheard = true;
  if (t.state != State::Waiting) return;
  if (awaitsNews(seat.wait) || (seat.wait == SIM_RELEASE && seat.meanwhile)) wantTurn(thread, time);
}

// In the trace: the thread goes on; a rank of its node hears of it at that time.
void Simulation::traceTold(int thread, int rank, double when) {
  if (!trace.writes()) return;
  int number = trace.send(thread, rank, 0);
  at(when, [this, thread, rank, number] { trace.comes(thread, rank, number, 0); });
}

// What a thread did in memory may be news for another one of its node, if that waits at that time. It may be long from
// now, at the end of a computation, and messages may wake it before.
void Simulation::wake(int thread, double when) {
  Thread &t = threads[(size_t)thread];
  if (t.state == State::Ended || t.touched == when) return;
  t.touched = when;
  at(when, [this, thread] {
    threads[(size_t)thread].touched = -1;
    news(thread);
  });
}

// What others of its node do in memory may be news for it. Those who wait for words, or for what they are told of, hear
// of these alone.
bool Simulation::listens(int thread) const {
  const sim_seat &seat = job.seat(thread);
  return (seat.wait == SIM_NEWS && seat.anywhere) || seat.wait == SIM_CATCH_UP || seat.wait == SIM_SETTLED ||
         (seat.wait == SIM_RELEASE && seat.meanwhile);
}

void Simulation::wakeNode(int thread, double when) {
  const std::set<int> &list = listeners[(size_t)job.node(thread)];
  for (int other : list) // it may have waited for this
    if (other != thread && threads[(size_t)other].state == State::Waiting) traceTold(thread, other, when);
  at(when, [this, thread, &list] {
    for (int other : list)
      if (other != thread) news(other);
  });
}

// Words for which others wait, and which the thread may have written in its turn.
void Simulation::lookWhereWritten(int thread, double when) {
  const sim_seat &seat = job.seat(thread);
  Watches &node = watches[(size_t)job.node(thread)];
  std::vector<Watches::Written> written;
  double all = seat.wrote_count > SIM_WROTE ? when : node.lookAtAll(when);
  for (uint32_t i = 0; i < seat.wrote_count && i < SIM_WROTE && all > when; i++) {
    Watches::Written w = {job.at(seat.wrote[i].place), seat.wrote[i].bytes};
    if (node.awaitsSome(w)) written.push_back(w);
  }
  if (!written.empty())
    at(when, [this, thread, &node, written] { tell(node.takeChanged(written), trace.memory(thread)); });
  if (all < SIM_FOREVER) afterKnown(why.now, all, LookAtAll, thread, 0);
}

void Simulation::finish(int thread, uint32_t handle, const uint64_t *value, bool isKnown) {
  sim_finished f = {handle, 0, {}};
  const sim_seat &seat = job.seat(thread);
  if (value) std::copy(value, value + SIM_SHORT / 8, f.value);
  threads[(size_t)thread].finished.push_back(f);
  if (awaits(thread, handle)) news(thread, isKnown || (seat.wait == SIM_HANDLE && seat.for_handle == handle));
}

bool Simulation::awaits(int thread, uint32_t handle) {
  const sim_seat &seat = job.seat(thread);
  const uint32_t *end = seat.awaited + std::min<uint32_t>(seat.awaited_count, SIM_AWAITED);
  return seat.awaited_unlisted || std::find(seat.awaited, end, handle) != end;
}

// Those in a barrier look whether the thread has left it out. Who waits for a message looks when nothing else happens
// (lookAgain): if each thread that ends woke all others, thousands of threads would take millions of turns to end.
void Simulation::ended(int thread) {
  threads[(size_t)thread].state = State::Ended;
  last = std::max(last, job.seat(thread).now);
  why.ends(thread);
  alive--;
  if (!barriers[0].arrived && !barriers[1].arrived) return; // as usual: none waits, or all are about to be released
  for (size_t t = 0; t < threads.size(); t++)
    if (threads[t].state == State::Waiting && job.seat((int)t).wait == SIM_RELEASE)
      wantTurn((int)t, job.seat(thread).now);
}

// ---- barriers ----

void Simulation::arriveAtBarrier(int thread, const sim_post &post) {
  int which = post.to;
  Barrier &b = barriers[which];
  trace.computed(thread, post.time);
  b.told.resize(threads.size());
  b.told[(size_t)thread] = trace.send(thread, leader(thread), 0);
  if (post.time >= b.latest) b.latest = post.time, b.past = why.now;
  if (++b.arrived < (int)threads.size()) return;
  uint32_t phase = ++b.phase;
  double rounds = std::ceil(std::log2((double)threadsOf.size()));
  double nearRounds = std::ceil(std::log2((double)job.control().most_near));
  double takes = machine.barrierTime + rounds * machine.barrierRoundTime + nearRounds * machine.nearLatency;
  double when = b.latest + takes;
  b.arrived = 0;
  b.latest = 0;
  path::Past before = std::exchange(b.past, {});
  job.control().first_tag[which][phase & 1] = 0;
  after(before, when, [this, which, phase, takes] {
    traceBarrier(barriers[which], takes);
    for (size_t t = 0; t < threads.size(); t++) {
      sim_seat &seat = job.seat((int)t);
      seat.released[which] = phase;
      if (threads[t].state == State::Waiting && seat.wait == SIM_RELEASE) wantTurn((int)t, time);
    }
  }, {path::Barrier});
}

// In the trace: the threads of a node have told the first one's memory. In each round these tell those that are twice
// as many nodes away as in the round before (Hensgen, Finkel and Manber, 1988). Before
// them each node computes for the time by which the barrier takes longer than they do.
void Simulation::traceBarrier(const Barrier &b, double takes) {
  if (!trace.writes()) return;
  size_t nodes = threadsOf.size();
  auto first = [&](size_t node) { return leader(threadsOf[node % nodes][0]); };
  for (size_t t = 0; t < threads.size(); t++) trace.comes((int)t, leader((int)t), b.told[t], 0);
  for (size_t far = 1; far < nodes; far *= 2) {
    double longest = 0;
    for (size_t node = 0; node < nodes; node++)
      longest = std::max(longest, network.latency((int)node, (int)((node + far) % nodes)));
    takes -= longest;
  }
  for (size_t node = 0; node < nodes; node++) trace.serves(first(node), takes);
  trace.barrierLater(-takes);
  for (size_t far = 1; far < nodes; far *= 2) {
    std::vector<int> numbers;
    for (size_t node = 0; node < nodes; node++) numbers.push_back(trace.send(first(node), first(node + far), 0));
    for (size_t node = 0; node < nodes; node++) trace.comes(first(node), first(node + far), numbers[node], 0);
  }
  for (size_t t = 0; t < threads.size(); t++) trace.tell(leader((int)t), (int)t);
}

bool Simulation::waitsForMore(int thread) {
  uint32_t wait = job.seat(thread).wait;
  return awaitsNews(wait) || (wait == SIM_RELEASE && job.control().some_ended);
}

// Nothing more will happen, yet threads wait. They look again now and then: the library may say what is wrong, or they
// wait for time to pass.
void Simulation::lookAgain() {
  double when = time + std::max(1e-3, (time - lastChange) / 32);
  time = when;
  checkProgress();
  for (size_t t = 0; t < threads.size(); t++)
    if (threads[t].state == State::Waiting && waitsForMore((int)t)) wantTurn((int)t, when);
  if (agenda.isEmpty()) stuck();
}

// Threads that look at memory again and again in vain would do so for ever.
void Simulation::stuck() {
  const size_t named = 4;
  std::string who;
  size_t waiting = 0;
  for (size_t t = 0; t < threads.size(); t++) {
    if (threads[t].state == State::Ended || waiting++ >= named) continue;
    const sim_seat &seat = job.seat((int)t);
    const std::string text = job.control().site_text[seat.latest_site]; // "prog.upc:12: upc_lock"
    size_t colon = text.rfind(": ");
    who += (who.empty() ? "thread " : ", thread ") + std::to_string(t);
    if (seat.alone_count) who += std::string(" (in the loop at ") + seat.loop + ")";
    else if (colon != std::string::npos)
      who += " (last call: " + text.substr(colon + 2) + " at " + text.substr(0, colon) + ")";
  }
  if (waiting > named) who += " and " + std::to_string(waiting - named) + " more";
  fail(1, "all threads wait for each other: nothing has changed since %.9f s of the simulated time: %s", lastChange,
       who.c_str());
}

void Simulation::checkProgress() {
  if (time - lastChange < tooLong) return;
  for (auto &t : threads)
    if (t.state == State::Ready || t.state == State::Running) return;
  stuck();
}

// ---- deadlocks of threads that look and sleep ----

// It waits in a loop for words that are as it has found them.
bool Simulation::waitsAlone(int thread) {
  const sim_seat &seat = job.seat(thread);
  for (uint32_t i = 0; i < seat.alone_count; i++)
    if (memcmp(job.at(seat.alone[i].place), &seat.alone[i].seen, seat.alone[i].bytes) != 0) return false;
  return seat.alone_count > 0;
}

// Without news from others. Who waits in the library looks again now and then, and may have something to say.
bool Simulation::mayGoOn(int thread) {
  const double patience = 10;                   // seconds
  const State state = threads[(size_t)thread].state;
  const sim_seat &seat = job.seat(thread);
  if (state == State::Ended) return false;
  if (state != State::Running && waitsAlone(thread)) return false;
  if (state != State::Waiting) return true;
  if (seat.wait == SIM_RELEASE || seat.until >= SIM_FOREVER) return false;
  return seat.wait != SIM_NEWS || seat.until <= seat.now || time - lastChange < patience;
}

// Seconds between looks for a deadlock.
double Simulation::checksLater() { return std::max(1e-6, (time - lastChange) / 8); }

// Nothing is under way, and no thread does anything but look at words: none will change.
void Simulation::checkDeadlock() {
  if (time < nextCheck || agenda.size() > turnsDue || network.nextEnd() < SIM_FOREVER) return;
  nextCheck = time + checksLater();
  for (size_t t = 0; t < threads.size(); t++)
    if (mayGoOn((int)t)) return;
  stuck();
}
