// SPDX-License-Identifier: BSD-3-Clause
#include "job.h"
#include "fail.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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

void Job::awaitThreads() {
  struct stat s;
  uint32_t *attached = &control().attached;
  while (!__atomic_load_n(attached, __ATOMIC_ACQUIRE)) futexWait(attached, 0, 1000);
  if (fstat(file, &s) < 0) fail(1, "the simulator lost the job's memory: %s", strerror(errno));
  map((size_t)s.st_size);
}

bool Job::giveTurn(int thread, double patience) {
  uint32_t *turn = &seat(thread).turn;
  seat(thread).post_bytes = 0;
  __atomic_store_n(turn, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  return awaitTurn(thread, patience);
}

// A process that is gone without a word has ended as well: its program called _exit.
bool Job::awaitTurn(int thread, double patience) {
  using clock = std::chrono::steady_clock;
  uint32_t *turn = &seat(thread).turn;
  auto limit = clock::now() + std::chrono::duration<double>(patience);
  long milliseconds = patience * 1000 < LOOK_MS ? static_cast<long>(patience * 1000) + 1 : LOOK_MS;
  while (__atomic_load_n(turn, __ATOMIC_ACQUIRE)) {
    futexWait(turn, 1, milliseconds);
    if (!__atomic_load_n(turn, __ATOMIC_ACQUIRE)) break;
    if (__atomic_load_n(&ints(control().gone_at)[thread], __ATOMIC_ACQUIRE)) {
      __atomic_store_n(&ints(control().ended_at)[thread], 1, __ATOMIC_RELEASE);
      seat(thread).wait = SIM_ENDED;
      seat(thread).post_bytes = 0;
      seat(thread).touched = 1;
      return true;
    }
    if (clock::now() >= limit) return false;
  }
  return true;
}
