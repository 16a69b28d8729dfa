// SPDX-License-Identifier: BSD-3-Clause
// machine_times.py: prints what each operation takes, in nanoseconds of virtual time. Threads 0 and 1 share a node; the
// others are on nodes of their own places: 2, 4 and 6 are the first threads of theirs. Two threads exchange messages of
// the library.
#include <bupc_extensions.h>
#include <stdio.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>

enum { LONG = 1000000, STREAM = 20000, SHORT = 1000, LATE = 1000000, SYNC = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
static shared [LONG] char data[LONG * THREADS];
static strict shared int flag[THREADS];
static shared uint64_t counter[THREADS];
static shared double ends[THREADS];
static char mine[LONG];

static double now(void) { return (double)upc_ticks_to_ns(upc_ticks_now()); }
static double begin(void) {
  upc_barrier;
  return now();
}

// The time from `since` until `thread` has come here.
static void tell(const char *what, double since, int thread) {
  ends[MYTHREAD] = now();
  upc_barrier;
  if (MYTHREAD == 0) printf("%s %.0f\n", what, ends[thread] - since);
}

static void two_puts(const char *what, size_t bytes) {
  double s = begin();
  if (MYTHREAD == 0) {
    upc_handle_t a = upc_memput_nb(&data[(size_t)2 * LONG], mine, bytes);
    upc_handle_t b = upc_memput_nb(&data[(size_t)6 * LONG], mine, bytes);
    upc_sync(a), upc_sync(b);
  }
  tell(what, s, 0);
}

// From thread 0, which is late, to thread 1.
static int broadcast(const char *what, size_t bytes) {
  size_t zero = 0, shape = THREADS * bytes;
  upc_stride_array_t from = upc_stride_all_alloc(1, &shape, &bytes, 1, 0, NULL);
  upc_stride_array_t to = upc_stride_all_alloc(1, &shape, &bytes, 1, 0, NULL);
  for (int i = 0; i < 2; i++) { // the first one makes the plan
    double s = begin();
    if (MYTHREAD == 0) upc_machine_compute(LATE, "late");
    upc_stride_broadcast(UPC_SECTION(to, UPC_STRIDE_ALL), upc_stride_at(from, &zero), bytes, SYNC);
    ends[MYTHREAD] = now() - s;
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("%s %.0f\n", what, ends[1] - LATE);
  return 0;
}

static upc_stride_section_t all_blocks(size_t bytes) {
  size_t shape = THREADS * bytes;
  return UPC_SECTION(upc_stride_all_alloc(1, &shape, &bytes, 1, 0, NULL), UPC_STRIDE_ALL);
}

// Two broadcasts at a time, until the first has come.
static int two_broadcasts(const char *what, size_t bytes) {
  static shared [] char from[STREAM];
  upc_stride_section_t to[] = {all_blocks(bytes), all_blocks(bytes)};
  upc_stride_handle_t h[2];
  double s = begin();
  for (int i = 0; i < 2; i++) h[i] = upc_stride_broadcast_nb(to[i], from, bytes, SYNC);
  upc_stride_wait(&h[0]);
  ends[MYTHREAD] = now();
  upc_stride_wait(&h[1]);
  upc_barrier;
  if (MYTHREAD == 0) printf("%s %.0f\n", what, ends[1] - s);
  return 0;
}

// All threads compute while a broadcast goes along a chain. How long does the last one wait for it then?
static void broadcast_meanwhile(const char *what) {
  static shared [] char from[SHORT];
  upc_stride_section_t to = all_blocks(SHORT);
  for (int i = 0; i < 2; i++) { // the first one makes the plan
    begin();
    upc_stride_handle_t h = upc_stride_broadcast_nb(to, from, SHORT, SYNC);
    upc_machine_compute(LATE, "other");
    double s = now();
    upc_stride_wait(&h);
    if (MYTHREAD == THREADS - 1) ends[0] = now() - s;
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("%s %.0f\n", what, ends[0]);
}

int main(void) {
  static shared bupc_sem_t *shared semaphore;
  double s;
  if (THREADS == 2)
    return broadcast("message", SHORT) + broadcast("stream", STREAM) + two_broadcasts("two-streams", STREAM);
  s = begin();
  if (MYTHREAD == 0) upc_memput(&data[(size_t)2 * LONG], mine, LONG);
  tell("put", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_memget(mine, &data[(size_t)2 * LONG], LONG);
  tell("get", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_memput(&data[(size_t)2 * LONG], mine, SHORT);
  tell("short", s, 0);
  s = begin();
  if (MYTHREAD == 0) bupc_atomicU64_fetchadd_relaxed(&counter[2], 1);
  tell("atomic", s, 0);
  s = begin(); // a put goes after what a get brings to the same thread
  if (MYTHREAD == 2) upc_memget(mine, &data[0], LONG);
  if (MYTHREAD == 0) upc_machine_compute(LATE / 100, "none"), upc_memput(&data[(size_t)2 * LONG], mine, SHORT);
  tell("behind", s, 0);
  two_puts("two", LONG);
  two_puts("two-short", SHORT);
  s = begin(); // each of two nodes has a link to its partner for itself
  if (MYTHREAD == 0 || MYTHREAD == 2) upc_memput(&data[(size_t)(MYTHREAD + 4) * LONG], mine, LONG);
  tell("pairs", s, 0);
  s = begin(); // two nodes send to a third one
  if (MYTHREAD == 2 || MYTHREAD == 6) upc_memput(&data[0], mine, LONG);
  tell("both", s, 2);
  s = begin();
  upc_barrier;
  tell("barrier", s, 0);
  s = begin();
  if (MYTHREAD == 0) flag[1] = 1;
  tell("strict", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_memget(mine, &data[LONG], LONG);
  tell("near", s, 0);
  s = begin();
  if (MYTHREAD < 2) upc_memget(mine, &data[(size_t)LONG * !MYTHREAD], LONG);
  tell("both-near", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_memget(mine, &data[0], LONG);
  tell("own", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_machine_compute(1e6, "some");
  tell("compute", s, 0);
  s = begin();
  if (MYTHREAD == 0) upc_stride_acc_patch(data<0:SHORT - 1>, UPC_ADD, UPC_CHAR, mine, NULL);
  tell("combine", s, 0);
  if (MYTHREAD == 2) semaphore = bupc_sem_alloc(BUPC_SEM_INTEGER);
  begin();
  if (MYTHREAD == 0) bupc_sem_post(semaphore), upc_machine_compute(LATE, "other"); // has it arrived?
  s = now();
  upc_fence;
  tell("fence", s, 0);
  broadcast_meanwhile("meanwhile");
  s = begin();
  if (MYTHREAD == 0) {
    upc_handle_t h = upc_memput_nb(&data[(size_t)2 * LONG], mine, LONG);
    double t = now();
    upc_sync_attempt(h);
    ends[0] = now() - t;
    upc_sync(h);
    printf("look %.0f\n", ends[0]);
  }
  upc_barrier;
  return 0;
}
