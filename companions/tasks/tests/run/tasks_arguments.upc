// SPDX-License-Identifier: BSD-3-Clause
// Tasks with few and with many arguments, for each thread. With the argument "late", also: a far task with 992 bytes
// begins while its sender computes. With "others", on three threads: while the arguments of a far task wait for its
// sender, which computes, the thread that gets it runs other tasks.
#include <upc.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

enum { MOST = 3000, ROUNDS = 40 };
struct many { int from, bytes; unsigned char value[MOST]; };
shared int ran[THREADS];
shared upc_tick_t begun[THREADS];

static unsigned char value(int from, int bytes, int i) { return (unsigned char)(7 * from + 3 * bytes + i); }

void look(void *args) {
  const struct many *m = args;
  for (int i = 0; i < m->bytes - 8; i++)
    if (m->value[i] != value(m->from, m->bytes, i)) {
      CHECK_EQ(m->value[i], value(m->from, m->bytes, i));
      break;
    }
  ran[MYTHREAD]++;
}

static void send(int to, int bytes) {
  struct many m = {MYTHREAD, bytes};
  for (int i = 0; i < bytes - 8; i++) m.value[i] = value(MYTHREAD, bytes, i);
  upc_task_begin_on(to, look, &m, (size_t)bytes);
}

void look_at_nothing(void *args) { (void)args; }

void note_begin(void *args) {
  (void)args;
  begun[MYTHREAD] = upc_ticks_now();
}

// 200 million steps take half a second or so. An empty loop that only looks at the clock would count as waiting.
static upc_tick_t compute(int millions) {
  volatile double sum = 0;
  for (int i = 1; i < 1000000 * millions; i++) sum += 1.0 / i;
  return upc_ticks_now();
}

static void long_arguments_wait_alone(void) {
  upc_task_group_t group;
  static char block[100000];
  static shared upc_tick_t end;
  if (MYTHREAD < 2) {
    upc_task_open(&group);
    if (MYTHREAD == 0) {
      upc_task_begin_on(2, look_at_nothing, block, sizeof block);
      end = compute(400);
    } else {
      compute(20);
      upc_task_begin_on(2, note_begin, block, 8);
    }
    upc_task_wait(&group);
  }
  upc_barrier;
  CHECK(begun[2] < end);
}

int main(int argc, char **argv) {
  static const int sizes[] = {8, 95, 96, 97, 223, 224, 225, 991, 992, 993, 1000, MOST};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  upc_task_group_t group;
  char block[992] = {0};

  upc_task_open(&group);
  for (int k = 0; k < ROUNDS * SIZES; k++) send((MYTHREAD + k / SIZES) % THREADS, sizes[k % SIZES]);
  upc_task_wait(&group);
  upc_barrier;
  int all = 0;
  for (int t = 0; t < THREADS; t++) all += ran[t];
  CHECK_EQ(all, THREADS * ROUNDS * SIZES);
  upc_barrier;

  if (argc > 1 && strcmp(argv[1], "late") == 0 && MYTHREAD == 0) {
    upc_task_open(&group);
    upc_task_begin_on(THREADS - 1, note_begin, block, sizeof block);
    upc_tick_t end = compute(200);
    upc_task_wait(&group);
    CHECK(begun[THREADS - 1] < end);
  }
  upc_barrier;
  if (argc > 1 && strcmp(argv[1], "others") == 0) long_arguments_wait_alone();
  upc_barrier;
  return done();
}
