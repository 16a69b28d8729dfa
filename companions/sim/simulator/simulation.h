// SPDX-License-Identifier: BSD-3-Clause
// Virtual time. The simulation holds the events to come: a thread's next turn, a message on its way. It takes them in
// the order of their times; of those at one time, in the order in which they were made. A run depends on nothing else.
#pragma once
#include "agenda.h"
#include "job.h"
#include "lines.h"
#include "machine.h"
#include "network.h"
#include "node_memory.h"
#include "trace.h"
#include "why.h"

#include <list>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Totals {
  uint64_t messages = 0;
  double bytes = 0;
  int uncertain = -1;                           // the first thread whose time is not certain
};

class Simulation {
public:
  Simulation(const Machine &machine, Job &job, Network &network);
  ~Simulation();
  void run();                                   // to the end of all threads
  double end() const { return last; }           // the latest time of a thread's end
  const Totals &totals() const { return sums; }
  const Why &causes() const { return why; }

private:
  struct Message;
  using MessagePtr = std::shared_ptr<Message>;
  enum class State { Waiting, Ready, Running, Ended };
  struct Thread {
    State state = State::Ready;
    uint32_t wait = SIM_NEWS;                   // while it waits: its seat's
    uint32_t wish = 0;                          // the number of its last wish for a turn; older ones are void
    double receiving = 0;                       // seconds that it still owes for what it has received
    std::list<sim_finished> finished;           // not told yet
    MessagePtr open;                            // its content is not complete
    bool missed = false;                        // something has come while it caught up or settled
    bool unheard = false;                       // .. in any other wait than SIM_NEWS, or while it ran
    double touched = -1;                        // when it is to look at memory of its node; -1: at no time
    double serving = 0;                         // until then it serves gets and atomics, one after the other
  };
  struct Receiver { uint64_t dst = SIM_NOWHERE; uint32_t handle = 0; bool isKnown = false; }; // of a stream
  struct Stream { MessagePtr send; Receiver receiver; };
  struct Announced {                            // by a receiver: a stream from a thread
    double when;                                // this is heard, by one end or the other
    uint64_t order;                             // in the agenda
    Receiver receiver;
    int from;
    uint32_t tag, number;
    int word;                                   // in the trace
  };
  struct Asked {                                // what a thread wants to know of a word
    int asker, owner;                           // threads; the word is in the owner's memory
    uint32_t handle;
    explicit Asked(const Message &m);
  };
  struct Pair { std::list<MessagePtr> waiting; double began = 0; }; // began: to send what goes without a pause
  struct Barrier {
    uint32_t phase = 0;
    int arrived = 0;
    double latest = 0;
    path::Past past;                            // of the thread that came then
    std::vector<int> told;                      // in the trace, by thread: the message that says that it is there
  };

  Machine machine;
  Job &job;
  Network &network;
  Trace trace;
  Why why;
  struct Cause { path::Past before; path::Label label; };
  std::vector<Cause> causesOf;                  // of what is in the agenda, by place; if they are asked for
  Totals sums;
  Agenda agenda;
  size_t turnsDue = 0;                          // of the agenda: turns, and looks at words, which alone change nothing
  double time = 0, last = 0, nextCheck = 0;
  double lastChange = 0;                        // when something was done other than to look at far memory, and in vain
  int alive;
  std::vector<Thread> threads;
  std::vector<std::vector<int>> threadsOf;      // by node
  struct Watch;
  class Watches;
  std::vector<Watches> watches;                 // by node: words of it that threads wait for
  std::vector<std::set<int>> listeners;         // by node: threads for which what others write there may be news
  std::vector<NodeMemory> memories;             // by node
  std::vector<double> copiesEnd;                // by node: when it looks at them next
  std::unordered_map<uint64_t, Pair> pairs;     // with a message under way
  std::unordered_map<uint64_t, double> latest;  // arrival from one thread at another, where packets are forwarded
  static constexpr size_t leastLatest = 1024;   // least entries of it before those whose time has passed go
  size_t mostLatest = leastLatest;              // its entries, before these go
  struct StreamKey {                            // `tag` and `number`: of the streams between these two threads
    int from, to;
    uint32_t tag, number;
    bool operator==(const StreamKey &k) const {
      return from == k.from && to == k.to && tag == k.tag && number == k.number;
    }
  };
  struct StreamHash {                           // noexcept: no entry has its hash, which would take memory
    size_t operator()(const StreamKey &k) const noexcept {
      uint64_t threads = (uint64_t)k.from << 32 | (uint32_t)k.to, stream = (uint64_t)k.tag << 32 | k.number;
      return threads * 0x9e3779b97f4a7c15u ^ stream * 0xc2b2ae3d27d4eb4fu;
    }
  };
  std::unordered_map<StreamKey, Stream, StreamHash> halfStreams;
  Lines<Announced> announced;                   // by thread, in the order of times
  Barrier barriers[SIM_BARRIERS];

  // Something happens at that time because of what happens now, or of another past. The label says what passes until
  // then.
  template <class Act> void at(double when, Act act, path::Label label = {}) {
    after(why.now, when, std::move(act), label);
  }
  template <class Act> void after(const path::Past &before, double when, Act act, path::Label label = {}) {
    uint32_t place = agenda.add(when, std::move(act));
    if (why.isAsked()) noteCause(place, before, label);
    network.wakeAt(when);
  }
  // The same for an act that the agenda knows by its kind. It counts as a turn that is due.
  enum Known { Turn = 1, Deadline, LookAtAll };
  void afterKnown(const path::Past &before, double when, Known act, int thread, uint32_t wish, path::Label label = {});
  void carryOut(Known act, int thread, uint32_t wish);
  void noteCause(uint32_t place, const path::Past &before, path::Label label);
  void step();

  // turns (turns.cpp)
  void wantTurn(int thread, double when, path::Label label = {});
  void turn(int thread, double when);
  double patience();
  void endTurn(int thread);
  void runsOn(int thread);
  double horizon();
  void letRun(int thread, double seconds);
  void afterTurn(int thread);
  void news(int thread, bool isKnown = false);
  void wake(int thread, double when);
  void wakeNode(int thread, double when);
  bool listens(int thread) const;
  void ended(int thread);
  void finish(int thread, uint32_t handle, const uint64_t *value = nullptr, bool isKnown = false);
  bool awaits(int thread, uint32_t handle);
  void arriveAtBarrier(int thread, const sim_post &post);
  int leader(int thread) { return trace.memory(threadsOf[(size_t)job.node(thread)][0]); }
  void traceBarrier(const Barrier &b, double takes);
  void traceTold(int thread, int rank, double when);
  void lookAgain();
  bool waitsForMore(int thread);
  void checkProgress();
  bool waitsAlone(int thread);
  bool mayGoOn(int thread);
  double checksLater();
  void checkDeadlock();
  [[noreturn]] void stuck();

  // messages (messages.cpp)
  void takePosts(int thread);
  void copy(const MessagePtr &m);
  void awaitCopies(int node);
  void take(int thread, const sim_post &post, const char *payload);
  void launch(const MessagePtr &m);
  void startFlow(const MessagePtr &m);
  void sends(const MessagePtr &m, int sender);
  void ask(const MessagePtr &m, std::function<void()> act);
  void respond(int from, int to, std::function<void()> act);
  void flowed(const MessagePtr &m);
  void flowDone(const MessagePtr &m);
  void follow(const MessagePtr &m, const MessagePtr &next, Pair &pair);
  double inOrder(uint64_t pair, double arrival);
  void reply(const MessagePtr &request);
  void arrived(const MessagePtr &m);
  bool hasData(uint64_t place);
  void copyIn(const Message &m);
  void handOver(const Message &m);
  bool waitsForOthers(const Message &m) const;
  double receivingTime(const Message &m) const;
  uint64_t change(const Message &m);
  void serve(const MessagePtr &m, std::function<void()> act);
  void changeWord(const MessagePtr &m);
  void answer(const Asked &asked, uint64_t value);
  void watch(const MessagePtr &m);
  void tell(std::vector<Watch> changed, int teller);
  void lookWhereWritten(int thread, double when);

  // streams (streams.cpp)
  bool isEager(uint64_t bytes) const;
  double wordComes(int teller, int to, double when);
  int traceWord(int teller, int to);
  void traceWordComes(int teller, int to, int word);
  void takeSend(const MessagePtr &m);
  void takeReceive(int thread, const sim_post &post);
  int heardBy(int thread, const Announced &a) const;
  void awaitAnnounced(int thread);
  void hear(int thread, const Announced &a);
  void matchSend(const MessagePtr &m);
  void match(const StreamKey &key, const Stream &both);
  void deliver(const Message &m);

  double latency(int fromThread, int toThread) { return network.latency(job.node(fromThread), job.node(toThread)); }
};
