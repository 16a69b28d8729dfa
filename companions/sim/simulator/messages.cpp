// SPDX-License-Identifier: BSD-3-Clause
// Messages. Those from one thread to another go one after the other: the next starts to flow when the one before has
// left, while that is still on its way. So they arrive in order, and a sequence of them keeps the link busy:
//
//   messages 1, 2, 3    |--- 1 flows ---|--- 2 flows ---|--- 3 flows ---|
//   arrive after the latency      - - - - - -> 1  - - - - - - -> 2  - - - - - - -> 3
#include "watches.h"
#include "fail.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

void Simulation::takePosts(int thread) {
  sim_seat &seat = job.seat(thread);
  for (uint64_t at = 0; at < seat.post_bytes;) {
    auto *post = reinterpret_cast<const sim_post *>(sim_posts_of(&job.control(), thread) + at);
    take(thread, *post, reinterpret_cast<const char *>(post + 1));
    at += sizeof *post + ((post->payload + 7) & ~(uint64_t)7);
  }
  seat.post_bytes = 0;
}

// Does the post change a word with this value?
static bool changes(const sim_post &post, uint64_t old) {
  switch (post.change) {
    case SIM_LOAD: return false;
    case SIM_FETCH_ADD: return post.value != 0;
    case SIM_STORE: case SIM_SWAP: return post.value != old;
    default: return post.expected == old && post.value != old;
  }
}

void Simulation::take(int thread, const sim_post &post, const char *payload) {
  Thread &t = threads[(size_t)thread];
  MessagePtr m;
  why.goesOn(thread, post.time, post.computed, post.site);
  why.now = why.of(thread);
  bool looks = post.kind == SIM_GET || post.kind == SIM_ATOMIC || post.kind == SIM_AWAIT;
  if (!looks) lastChange = std::max(lastChange, post.time);
  if (post.kind == SIM_ARRIVE) return arriveAtBarrier(thread, post);
  if (post.kind == SIM_RECEIVE) return takeReceive(thread, post);
  if (post.kind == SIM_PAYLOAD) {
    m = t.open;
  } else {
    m = std::make_shared<Message>();
    m->post = post;
    m->asker = m->from = thread;
    m->to = post.to;
  }
  m->content.insert(m->content.end(), payload, payload + post.payload);
  t.open = m->isContentComplete() ? nullptr : m;
  if (t.open) return;
  trace.computed(thread, m->post.time);
  double when = m->post.time;
  switch (m->post.kind) {
    case SIM_PUT:
    case SIM_REQUEST:
      sends(m, thread);
      at(when, [this, m] { launch(m); });
      break;
    case SIM_GET: // the request has no content; what comes back flows
      std::swap(m->from, m->to);
      ask(m, [this, m] {
        if (m->post.bytes <= SIM_SHORT && hasData(m->post.src)) memcpy(m->value, job.at(m->post.src), m->post.bytes);
        sends(m, trace.memory(m->from));
        launch(m);
      });
      break;
    case SIM_ATOMIC:
    case SIM_AWAIT:
      if (job.node(thread) == job.node(m->to)) {
        at(when, [this, m] { watch(m); });
        break;
      }
      sums.messages += 2;
      ask(m, [this, m] { m->post.kind == SIM_AWAIT ? watch(m) : changeWord(m); });
      break;
    case SIM_COPY: at(when, [this, m] { copy(m); }); break;
    case SIM_SEND: return takeSend(m);
    default: fail(1, "the simulator does not know post %u", m->post.kind);
  }
}

// ---- copies within a node ----

void Simulation::copy(const MessagePtr &m) {
  int node = job.node(m->asker);
  m->past = why.now;
  memories[(size_t)node].start(time, m->post.seconds, [this, m] {
    trace.computed(m->asker, time);
    why.now = m->past.until(time, {path::Copying, m->asker});
    finish(m->asker, m->post.handle);
  });
  awaitCopies(node);
}

// The next end of a copy. If another one begins before, and puts the end off, none has ended then.
void Simulation::awaitCopies(int node) {
  double next = std::max(time, memories[(size_t)node].nextEnd());
  if (next >= copiesEnd[(size_t)node]) return;
  copiesEnd[(size_t)node] = next;
  at(next, [this, node, next] {
    if (copiesEnd[(size_t)node] != next) return; // an earlier one has taken its place
    copiesEnd[(size_t)node] = SIM_FOREVER;
    memories[(size_t)node].endCopies(time);
    awaitCopies(node);
  });
}

// ---- words: a thread answers one request after the other ----

void Simulation::ask(const MessagePtr &m, std::function<void()> act) {
  int number = trace.send(m->asker, trace.memory(m->post.to), 0);
  at(m->post.time + latency(m->asker, m->post.to), [this, m, number, act] {
    trace.comes(m->asker, trace.memory(m->post.to), number, 0);
    serve(m, act);
  }, {path::Latency, m->asker, m->post.to});
}

void Simulation::serve(const MessagePtr &m, std::function<void()> act) {
  if (machine.serveTime == 0) return act();
  double &serving = threads[(size_t)m->post.to].serving, begin = std::max(serving, time);
  auto note = [this, m] { trace.serves(trace.memory(m->post.to), machine.serveTime); };
  if (begin <= time) note();
  else if (trace.writes()) at(begin, note); // in the trace behind the answer to the request before it
  serving = begin + machine.serveTime;
  after(why.serve(m->post.to, begin, serving), serving, std::move(act));
}

void Simulation::changeWord(const MessagePtr &m) {
  uint64_t old = change(*m);
  if (changes(m->post, old)) lastChange = time;
  news(m->to);
  tell(watches[(size_t)job.node(m->to)].takeChanged({{job.at(m->post.dst), sizeof(uint64_t)}}), trace.memory(m->to));
  answer(Asked(*m), old);
}

Simulation::Asked::Asked(const Message &m) : asker(m.asker), owner(m.to), handle(m.post.handle) {}

// The word's value comes to whoever has asked for it: the thread waits for it, or notes it (conduits/sim/wait.c).
void Simulation::answer(const Asked &asked, uint64_t value) {
  auto tellAsker = [this, asked, value] {
    const uint64_t answer[SIM_SHORT / 8] = {value};
    finish(asked.asker, asked.handle, answer, true);
  };
  if (job.node(asked.asker) == job.node(asked.owner)) at(time, tellAsker);
  else respond(asked.owner, asked.asker, tellAsker);
}

// A message without content, from the thread that was asked to the one that asked.
void Simulation::respond(int from, int to, std::function<void()> act) {
  int memory = trace.memory(from), number = trace.send(memory, to, 0);
  at(time + latency(from, to), [this, memory, to, number, act] {
    trace.comes(memory, to, number, 0);
    act();
  }, {path::Latency, from, to});
}

void Simulation::watch(const MessagePtr &m) {
  Watch w = {job.at(m->post.dst), (uint32_t)m->post.bytes, Asked(*m), m->post.expected};
  if (w.hasChanged()) tell({w}, trace.memory(m->to));
  else watches[(size_t)job.node(m->to)].add(std::move(w));
}

// The answer to a thread of the node is the time; the thread finds the value itself. In the trace, `teller` has
// written.
void Simulation::tell(std::vector<Watch> changed, int teller) {
  for (Watch &w : changed) {
    uint64_t value = w.value();
    bool near = job.node(w.asked.asker) == job.node(w.asked.owner);
    int told = near ? w.asked.asker : trace.memory(w.asked.owner);
    if (told != teller) trace.tell(teller, told);
    if (near) memcpy(&value, &time, sizeof value);
    answer(w.asked, value);
  }
}

// ---- flows ----

// In the trace: by the thread or by its memory.
void Simulation::sends(const MessagePtr &m, int sender) {
  m->sender = sender;
  m->number = trace.send(sender, trace.memory(m->to), (double)m->post.bytes);
}

// True: its bytes flow after those of the messages before it, from the same thread to the same one.
bool Simulation::waitsForOthers(const Message &m) const {
  return !machine.streamsShare || m.post.kind != SIM_SEND || isEager(m.post.bytes);
}

void Simulation::launch(const MessagePtr &m) {
  if (!waitsForOthers(*m)) return startFlow(m);
  uint64_t key = m->pair();
  auto pair = pairs.find(key);
  if (pair != pairs.end()) {
    pair->second.waiting.push_back(m);
    return;
  }
  pairs[key].began = time;
  startFlow(m);
}

void Simulation::startFlow(const MessagePtr &m) {
  int from = job.node(m->from), to = job.node(m->to);
  double sent = (double)m->post.bytes + machine.header;
  sums.messages++;
  sums.bytes += sent;
  m->started = time;
  m->past = why.now;
  if (!m->follows) trace.flows(m->sender, trace.memory(m->to), m->number, (double)m->post.bytes);
  m->route = network.choose(from, to);
  double bytes = m->onWire = machine.wireBytes((double)m->post.bytes, network.linkBandwidth(from, to, m->route));
  network.count(from, to, m->route, sent, bytes);
  auto done = [this, m] {
    flowed(m);
    at(network.now(), [this, m] { flowDone(m); });
  };
  if (bytes == 0) flowDone(m);
  else if (m->post.bytes <= (uint64_t)machine.smallMessage)
    at(time + bytes / network.bandwidth(from, to, m->route), [this, m] { flowDone(m); },
       {path::Bandwidth, m->from, m->to, -1, (double)m->post.bytes});
  else network.start(from, to, m->route, bytes, done);
}

// In the path: the time that its bytes take alone, and what they have taken longer.
void Simulation::flowed(const MessagePtr &m) {
  if (!why.isAsked()) return;
  double now = network.now();
  double alone = m->started + m->onWire / network.bandwidth(job.node(m->from), job.node(m->to), m->route);
  why.now = m->past.until(std::min(alone, now), {path::Bandwidth, m->from, m->to, -1, (double)m->post.bytes})
                .until(now, {path::Sharing, m->from, m->to});
}

// When a message arrives that would arrive at `arrival` if it were alone: a short one does not overtake the last packet
// of a long one between the same threads. An entry of the past delays nothing, since no message arrives before now. So
// such entries go, and the table has at most twice as many entries as messages on their way, or leastLatest.
double Simulation::inOrder(uint64_t pair, double arrival) {
  double &before = latest[pair];
  before = arrival = std::max(before, arrival);
  if (latest.size() <= mostLatest) return arrival;
  for (auto entry = latest.begin(); entry != latest.end();)
    entry = entry->second <= time ? latest.erase(entry) : std::next(entry);
  mostLatest = std::max(leastLatest, 2 * latest.size());
  return arrival;
}

void Simulation::flowDone(const MessagePtr &m) {
  uint64_t key = m->pair();
  auto pair = pairs.find(key);
  int from = job.node(m->from), to = job.node(m->to);
  double arrival = time + network.latency(from, to, m->route);
  arrival += network.forwarding(from, to, m->route, m->onWire);
  if (machine.packet > 0 || machine.routing != "minimal") arrival = inOrder(key, arrival);
  at(arrival, [this, m] { arrived(m); }, {path::Latency, m->from, m->to});
  if (m->post.kind == SIM_SEND) { // the sender may go on and change its copy; the receiver looks only later
    if (!isEager(m->post.bytes)) copyIn(*m);
    else if (m->post.src != SIM_NOWHERE) {
      m->content.assign(job.at(m->post.src), job.at(m->post.src) + m->post.bytes);
      m->post.src = SIM_NOWHERE;
    }
    trace.left(m->sender, trace.memory(m->to), m->number, (double)m->post.bytes);
    if (m->sender != m->asker) trace.tell(m->sender, m->asker);
    finish(m->asker, m->post.handle);
  }
  if (!waitsForOthers(*m)) return;
  if (pair->second.waiting.empty()) {
    pairs.erase(pair);
  } else {
    MessagePtr next = pair->second.waiting.front();
    pair->second.waiting.pop_front();
    follow(m, next, pair->second);
    startFlow(next);
  }
}

// In the trace, messages of one pair flow at the same time, which is wrong, until they have taken as long as the
// latency. The next one flows only when these have come: that is late by the latency.
void Simulation::follow(const MessagePtr &m, const MessagePtr &next, Pair &pair) {
  double late = network.latency(job.node(m->from), job.node(m->to), m->route);
  if (time - pair.began < late) return;
  pair.began = time;
  m->next = next;
  next->follows = true;
  trace.follows(m->to, late);
}

// ---- arrival ----

bool Simulation::hasData(uint64_t place) {
  const sim_control &c = job.control();
  return place != SIM_NOWHERE && !sim_is_behind(&c, place) && place % c.stride < c.dataless_at;
}

void Simulation::copyIn(const Message &m) {
  uint64_t dst = m.receiver.isKnown ? m.receiver.dst : m.post.dst;
  if (!hasData(dst)) return;
  if (m.post.src != SIM_NOWHERE) memcpy(job.at(dst), job.at(m.post.src), m.post.bytes);
  else if (!m.content.empty()) memcpy(job.at(dst), m.content.data(), m.content.size());
}

// The receiver gives the memory back to the process.
void Simulation::handOver(const Message &m) {
  void *copy = malloc(m.content.size());
  if (!copy) fail(1, "no memory for a message of %zu bytes", m.content.size());
  memcpy(copy, m.content.data(), m.content.size());
  memcpy(job.at(m.post.dst), &copy, sizeof copy);
}

uint64_t Simulation::change(const Message &m) {
  auto *word = reinterpret_cast<uint64_t *>(job.at(m.post.dst));
  uint64_t expected = m.post.expected;
  switch (m.post.change) {
    case SIM_LOAD: return __atomic_load_n(word, __ATOMIC_SEQ_CST);
    case SIM_STORE:
    case SIM_SWAP: return __atomic_exchange_n(word, m.post.value, __ATOMIC_SEQ_CST);
    case SIM_FETCH_ADD: return __atomic_fetch_add(word, m.post.value, __ATOMIC_SEQ_CST);
    default:
      __atomic_compare_exchange_n(word, &expected, m.post.value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return expected;
  }
}

double Simulation::receivingTime(const Message &m) const {
  return machine.receiveTime + (machine.receiveBandwidth > 0 ? (double)m.post.bytes / machine.receiveBandwidth : 0);
}

void Simulation::reply(const MessagePtr &request) {
  auto m = std::make_shared<Message>(*request);
  std::swap(m->from, m->to);
  m->post.kind = SIM_GET;
  m->post.bytes = request->post.value;
  m->next = nullptr;
  m->follows = false;
  sends(m, trace.memory(m->from));
  launch(m);
}

void Simulation::arrived(const MessagePtr &m) {
  why.comes(m->to, (double)m->post.bytes);
  int memory = trace.memory(m->to);
  trace.comes(m->sender, memory, m->number, (double)m->post.bytes);
  if (m->next) trace.flows(m->next->sender, memory, m->next->number, (double)m->next->post.bytes);
  if (m->post.kind == SIM_SEND) {
    m->arrived = true;
    if (m->receiver.isKnown) deliver(*m);
    return;
  }
  if (m->post.kind == SIM_GET) {
    trace.left(m->sender, memory, m->number, (double)m->post.bytes);
    trace.tell(memory, m->asker);
    finish(m->asker, m->post.handle, m->value);
    return;
  }
  if (m->post.kind == SIM_REQUEST) {
    serve(m, [this, m] { reply(m); });
    return;
  }
  m->post.handed_over ? handOver(*m) : copyIn(*m);
  bool isAwaited = m->post.signal != SIM_NOWHERE || threads[(size_t)m->to].state == State::Waiting;
  if (isAwaited) trace.tell(memory, m->to);
  if (m->post.signal != SIM_NOWHERE) {
    auto *word = reinterpret_cast<uint64_t *>(job.at(m->post.signal));
    if (m->post.change == SIM_FETCH_ADD) __atomic_fetch_add(word, m->post.value, __ATOMIC_SEQ_CST);
    else __atomic_store_n(word, m->post.value, __ATOMIC_SEQ_CST);
    threads[(size_t)m->to].receiving += receivingTime(*m);
    if (trace.writes() && !machine.arrivalAsked) respond(m->to, m->asker, [] {});
    sim_seat &sender = job.seat(m->from);
    sender.settled = std::max(sender.settled, time + latency(m->to, m->from));
    uint32_t left = __atomic_sub_fetch(&sender.under_way, 1, __ATOMIC_RELAXED); // the sender may run (letRun)
    if (left == 0 && threads[(size_t)m->from].state == State::Waiting && sender.wait == SIM_SETTLED)
      wantTurn(m->from, sender.settled);
  }
  news(m->to);
  std::vector<Watches::Written> written;
  size_t bytes = m->post.handed_over ? sizeof(void *) : m->post.bytes;
  if (bytes && m->post.dst != SIM_NOWHERE) written.push_back({job.at(m->post.dst), bytes});
  if (m->post.signal != SIM_NOWHERE) written.push_back({job.at(m->post.signal), sizeof(uint64_t)});
  tell(watches[(size_t)job.node(m->to)].takeChanged(written), memory);
  if (m->post.handle) respond(m->to, m->asker, [this, m] { finish(m->asker, m->post.handle); });
}
