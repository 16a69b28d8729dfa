// SPDX-License-Identifier: BSD-3-Clause
// Streams: both ends say a word. What the receiver has said takes little memory, since a thread may announce a hundred
// streams in one turn, long before they are sent.
#include "message.h"

bool Simulation::isEager(uint64_t bytes) const { return bytes <= (uint64_t)machine.eager; }

// One end's word comes to the memory of `to`, which is one of the two ends.
double Simulation::wordComes(int teller, int to, double when) {
  return when + (teller == to ? 0 : latency(teller, to));
}

// In the trace: the number of the word, or -1.
int Simulation::traceWord(int teller, int to) {
  return teller == to || trace.hasWords() ? trace.send(teller, trace.memory(to), 0) : -1;
}

void Simulation::traceWordComes(int teller, int to, int word) {
  if (word >= 0) trace.comes(teller, trace.memory(to), word, 0);
}

// A short stream flows when it is sent. A longer one flows when the sender has heard the receiver's word, which it may
// have to ask for first.
void Simulation::takeSend(const MessagePtr &m) {
  double when = m->post.time;
  if (!isEager(m->post.bytes)) {
    int to = machine.senderAsks ? m->to : m->from, word = traceWord(m->from, to);
    at(wordComes(m->from, to, when), [this, m, to, word] {
      traceWordComes(m->from, to, word);
      matchSend(m);
    }, {path::Latency, m->from, to});
    return;
  }
  sends(m, m->asker);
  at(when, [this, m] { launch(m); });
  at(when, [this, m] { matchSend(m); });
}

int Simulation::heardBy(int thread, const Announced &a) const { return machine.senderAsks ? thread : a.from; }

// Of what a thread has announced, the first alone is in the agenda, with the number that it got when it was announced:
// what the agenda holds takes more memory.
void Simulation::takeReceive(int thread, const sim_post &post) {
  trace.computed(thread, post.time);
  Announced a = {post.time, 0, {post.dst, post.handle, true}, post.to, post.tag, post.number, -1};
  path::Label label;
  if (!isEager(post.bytes)) {
    int to = heardBy(thread, a);
    a.when = wordComes(thread, to, post.time);
    a.word = traceWord(thread, to);
    label = {path::Latency, thread, to};
  }
  bool isFirst = announced.isEmpty(thread);
  if (why.isAsked() || (!isFirst && a.when < announced.last(thread).when))
    return at(a.when, [this, thread, a] { hear(thread, a); }, label);
  a.order = agenda.takeOrder();
  announced.add(thread, a);
  if (!isFirst) return;
  awaitAnnounced(thread);
  network.wakeAt(a.when);
}

void Simulation::awaitAnnounced(int thread) {
  const Announced &next = announced.first(thread);
  agenda.addAs(next.when, next.order, [this, thread] {
    Announced a = announced.takeFirst(thread);
    if (!announced.isEmpty(thread)) awaitAnnounced(thread);
    hear(thread, a);
  });
}

void Simulation::hear(int thread, const Announced &a) {
  traceWordComes(thread, heardBy(thread, a), a.word);
  StreamKey key = {a.from, thread, a.tag, a.number};
  Stream &s = halfStreams[key];
  s.receiver = a.receiver;
  if (s.send) match(key, Stream(s));
}

void Simulation::matchSend(const MessagePtr &m) {
  StreamKey key = {m->from, m->to, m->post.tag, m->post.number};
  Stream &s = halfStreams[key];
  s.send = m;
  if (s.receiver.isKnown) match(key, Stream(s));
}

void Simulation::match(const StreamKey &key, const Stream &both) {
  MessagePtr send = both.send;
  send->receiver = both.receiver;
  halfStreams.erase(key);
  if (!isEager(send->post.bytes)) {
    auto go = [this, send] {
      sends(send, trace.memory(send->from));
      launch(send);
    };
    if (!machine.senderAsks) return go();
    int receiver = trace.memory(send->to), sender = trace.memory(send->from), number = trace.send(receiver, sender, 0);
    at(time + latency(send->to, send->from), [this, receiver, sender, number, go] {
      trace.comes(receiver, sender, number, 0);
      go();
    }, {path::Latency, send->to, send->from});
  } else if (send->arrived) {
    deliver(*send);
  }
}

// The bytes of a stream are there, and the receiver has said where they go.
void Simulation::deliver(const Message &m) {
  if (isEager(m.post.bytes)) copyIn(m);
  threads[(size_t)m.to].receiving += receivingTime(m);
  trace.tell(trace.memory(m.to), m.to);
  finish(m.to, m.receiver.handle);
}
