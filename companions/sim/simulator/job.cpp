// SPDX-License-Identifier: BSD-3-Clause
// Turns are words in the job's memory file: the simulator sets a thread's word and waits until the thread clears it.
// While it waits it looks twenty times a second whether the process is gone, or computes without an end.
#include "job.h"
#include "fail.h"

#include <cerrno>
#include <ctime>
#include <cstring>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unordered_map>

static const long LOOK_MS = 50;                        // between looks whether a thread's process is gone

static void futexWait(uint32_t *word, uint32_t seen, long milliseconds) {
  struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  syscall(SYS_futex, word, FUTEX_WAIT, seen, &most, nullptr, 0);
}

Job::Job(int memory) : file(memory) {
  struct stat s;
  if (fstat(file, &s) < 0) fail(1, "the simulator is started by programs for conduit sim");
  map((size_t)s.st_size);
}

void Job::map(size_t bytes) {
  if (base) munmap(base, mapped);
  void *at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (at == MAP_FAILED) fail(1, "the simulator cannot map the job's memory: %s", strerror(errno));
  base = static_cast<char *>(at);
  mapped = bytes;
}

void Job::setNodeOf(int thread, int node) { ints(control().node_at)[thread] = node; }

void Job::noteLeaders() {
  std::unordered_map<int, int> leaders;
  for (int t = 0; t < control().threads; t++)
    ints(control().leader_at)[t] = leaders.emplace(node(t), t).first->second;
}

void Job::awaitThreads() {
  struct stat s;
  uint32_t *attached = &control().attached;
  while (!__atomic_load_n(attached, __ATOMIC_ACQUIRE)) futexWait(attached, 0, 1000);
  if (fstat(file, &s) < 0) fail(1, "the simulator lost the job's memory: %s", strerror(errno));
  map((size_t)s.st_size);
}

void Job::useContexts(char *memory, sim_run *call) {
  munmap(base, mapped);
  base = memory;
  runContext = call;
}

bool Job::giveTurn(int thread, double patience) {
  uint32_t *turn = &seat(thread).turn;
  seat(thread).post_bytes = 0;
  if (runContext) return awaitTurn(thread, patience);
  __atomic_store_n(turn, SIM_THREAD, __ATOMIC_RELEASE);
  syscall(SYS_futex, turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  return awaitTurn(thread, patience);
}

static double computed(int process) {
  clockid_t clock;
  struct timespec t;
  if (process == 0 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// One that is gone without a word has ended as well: its program called _exit.
bool Job::isGone(int thread) {
  sim_seat &s = seat(thread);
  if (!__atomic_load_n(&ints(control().gone_at)[thread], __ATOMIC_ACQUIRE)) return false;
  if (s.wait == SIM_ENDED) return true;
  __atomic_store_n(&ints(control().ended_at)[thread], 1, __ATOMIC_RELEASE);
  control().some_ended = 1;
  s.wait = SIM_ENDED;
  s.post_bytes = 0;
  s.touched = 1, s.wrote_at = s.now;
  return true;
}

bool Job::awaitTurn(int thread, double patience) {
  sim_seat &s = seat(thread);
  double began = -1;
  if (runContext) return runContext(thread, patience) || isGone(thread);
  for (;;) {
    uint32_t seen = SIM_THREAD;
    __atomic_compare_exchange_n(&s.turn, &seen, SIM_THREAD_AWAITED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (seen != SIM_SIMULATOR) futexWait(&s.turn, SIM_THREAD_AWAITED, LOOK_MS);
    if (__atomic_load_n(&s.turn, __ATOMIC_ACQUIRE) == SIM_SIMULATOR || isGone(thread)) return true;
    double now = computed(s.process);
    if (began < 0) began = now;
    if (now - began >= patience) return false;
  }
}
