// SPDX-License-Identifier: BSD-3-Clause
// causes.sh: what happens in virtual time has its causes before. Each part prints PASS, or what was wrong.
#define _GNU_SOURCE // ppoll
#include <bupc_extensions.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_tick.h>
enum { PUTS = 600, PIECE = 64, BLOCK = 1 << 20 };

static strict shared long flag[THREADS];
static shared long plain[THREADS], written;
static shared [4096] char data[4096 * THREADS];
static bupc_sem_t *shared semaphore;

static long now(void) { return (long)upc_ticks_to_ns(upc_ticks_now()); }
static void compute(double us) { upc_machine_compute(1000 * us, "us"); } // at 1 GFlop/s

static int result(const char *what, long got, long least, long most) {
  if (got >= least && got <= most) return puts("PASS"), 0;
  return printf("%s: %ld, must be from %ld to %ld\n", what, got, least, most), 1;
}

// Threads 0 and 1 share a node. What thread 2 posts comes while thread 0 catches up for its strict write, and takes
// `receive-time`: the write is later by that, and nobody sees it before.
static int strict_write(double post_at) {
  upc_barrier;
  if (MYTHREAD == 0) compute(10), flag[0] = 1, written = now(), bupc_sem_wait(semaphore);
  if (MYTHREAD == 2) compute(post_at), bupc_sem_post(semaphore);
  if (MYTHREAD == 1) {
    while (!flag[0]) {}
    long seen = now();
    upc_barrier;
    return result("a strict write is seen before it was made, after", seen - written, 0, 100000);
  }
  upc_barrier;
  return 0;
}

// More puts than one turn tells the end of: a test of the last one takes no more than a few looks.
static int old_handle(void) {
  static char from[PIECE];
  upc_handle_t put[PUTS];
  if (MYTHREAD != 0) return 0;
  for (int i = 0; i < PUTS; i++) put[i] = upc_memput_nb(&data[4096], from, sizeof from);
  compute(10000);
  long began = now();
  while (!upc_sync_attempt(put[PUTS - 1])) {}
  long took = now() - began;
  for (int i = 0; i < PUTS - 1; i++) upc_sync(put[i]);
  return result("a test of a put that has ended", took, 0, 2000);
}

// A fence waits for the answer to a post, 2 ms later, also if the post itself has arrived.
static int fence(double computed) {
  int failed = 0;
  if (MYTHREAD == 0) {
    long began = now();
    bupc_sem_post(semaphore);
    compute(computed);
    upc_fence;
    failed = result("a fence after a post", now() - began, 2000000, 2010000);
  } else if (MYTHREAD == 1) {
    bupc_sem_wait(semaphore);
  }
  upc_barrier;
  return failed;
}

// A loop that waits by attempts at a lock, and then by plain reads: the word that it looked at has changed since.
static int attempts(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 1) upc_lock(lock);
  upc_barrier;
  long began = now();
  if (MYTHREAD == 0) {
    while (!upc_lock_attempt(lock)) {}
    while (!plain[0]) {}
    return result("attempts and reads", now() - began, 2000000, 2200000);
  }
  if (MYTHREAD == 1) compute(1000), upc_unlock(lock), compute(1000), plain[0] = 1;
  return 0;
}

// The C library's ways to sleep for 1 ms, and its clock.
static int sleeps(void) {
  struct timespec t = {0, 1000000}, clock[2];
  struct timeval v = {0, 1000};
  long began = now();
  timespec_get(&clock[0], TIME_UTC);
  poll(NULL, 0, 1);
  ppoll(NULL, 0, &t, NULL);
  select(0, NULL, NULL, NULL, &v);
  pselect(0, NULL, NULL, NULL, &t, NULL);
  timespec_get(&clock[1], TIME_UTC);
  long ns = (clock[1].tv_sec - clock[0].tv_sec) * 1000000000 + clock[1].tv_nsec - clock[0].tv_nsec;
  return result("four sleeps", now() - began, 3999990, 4000010) + result("by the clock", ns, 3999990, 4000010);
}

// Loops that wait by plain reads for 1 ms, where this host's time counts.
static int plain_reads(void) {
  enum { WAITS = 20 };
  upc_barrier;
  long began = now();
  for (int i = 1; i <= WAITS; i++) {
    if (MYTHREAD == 0) while (plain[0] != i) {}
    else compute(1000), plain[0] = i;
    upc_barrier;
  }
  return result("waits by plain reads", now() - began, WAITS * 1000000, 50 * WAITS * 1000000L);
}

// Ways to ask for the processor's time, in ms.
enum { WAYS = 5 };
static long processor_ms(int way) {
  struct tms ticks;
  struct rusage r;
  struct timespec t;
  switch (way) {
    case 0: return (long)(clock() / (CLOCKS_PER_SEC / 1000));
    case 1: times(&ticks); return (long)ticks.tms_utime * 1000 / sysconf(_SC_CLK_TCK);
    case 2: getrusage(RUSAGE_SELF, &r); return (long)r.ru_utime.tv_sec * 1000 + (long)r.ru_utime.tv_usec / 1000;
    default: clock_gettime(way == 3 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &t);
  }
  return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// The processor computes for 500 ms and copies for 20; sleeps, a barrier and a waiting loop do not count.
static int processor(void) {
  static shared [BLOCK] char from[BLOCK * THREADS], to[BLOCK * THREADS];
  int failed = 0;
  compute(500000);
  if (MYTHREAD == 0) usleep(500000);
  upc_barrier;
  while (!flag[0] && MYTHREAD == 1) {}
  if (MYTHREAD == 0) usleep(500000), flag[0] = 1;
  upc_memcpy(&to[MYTHREAD * BLOCK], &from[MYTHREAD * BLOCK], BLOCK);
  for (int way = 0; way < WAYS; way++) failed |= result("processor", processor_ms(way), 520, 521);
  while (processor_ms(0) < 530) {}       // who waits for it spends it
  return failed | result("processor, at last", processor_ms(0), 530, 531);
}

int main(int n, char **words) {
  const char *part = n > 1 ? words[1] : "";
  double number = n > 2 ? atof(words[2]) : 0;
  int failed = 0;
  if (MYTHREAD == (strcmp(part, "fence") == 0)) semaphore = bupc_sem_alloc(BUPC_SEM_INTEGER);
  upc_barrier;
  if (strcmp(part, "strict") == 0) failed = strict_write(number);
  else if (strcmp(part, "handle") == 0) failed = old_handle();
  else if (strcmp(part, "fence") == 0) failed = fence(number);
  else if (strcmp(part, "attempts") == 0) failed = attempts();
  else if (strcmp(part, "sleeps") == 0) failed = sleeps();
  else if (strcmp(part, "plain") == 0) failed = plain_reads();
  else if (strcmp(part, "processor") == 0) failed = processor();
  else if (strcmp(part, "never") == 0) while (!flag[(MYTHREAD + (int)number) % THREADS]) {}
  else if (strcmp(part, "compute") == 0) upc_machine_compute(number, "us");
  upc_barrier;
  return failed;
}
