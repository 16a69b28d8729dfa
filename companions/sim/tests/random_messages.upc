// SPDX-License-Identifier: BSD-3-Clause
// Runs the program that random_messages.py has written to a file. A line has a thread, what it does, the thread that
// owns the memory, two numbers, and a count of transfers with that many pairs: a thread, and the bytes that are put, or
// got if negative. Prints when each operation has ended, in nanoseconds of virtual time.
#include <stdio.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_tick.h>

enum { ROOM = 1 << 20, FLAGS = 256, LOCKS = 64, MOST = 512, PAIRS = 4 };

static shared [ROOM] char room[ROOM * THREADS];
static strict shared [FLAGS] long flag[FLAGS * THREADS];
static shared int64_t counter[THREADS];
static shared long word[THREADS];
static upc_lock_t *shared [LOCKS] locks[LOCKS * THREADS];
static char mine[ROOM];
static upc_lock_t *lock[LOCKS * 8];
static upc_atomicdomain_t *domain;
static struct { char what; int owner, count, thread[PAIRS]; long a, b, bytes[PAIRS]; } steps[MOST];

static void transfer(int i) {
  for (int k = 0; k < steps[i].count; k++) {
    shared char *there = (shared char *)&room[(size_t)steps[i].thread[k] * ROOM];
    if (steps[i].bytes[k] > 0) upc_memput_nbi(there, mine, (size_t)steps[i].bytes[k]);
    else upc_memget_nbi(mine, there, (size_t)-steps[i].bytes[k]);
  }
  if (steps[i].a) upc_machine_compute((double)steps[i].a, "none");
  upc_synci();
}

static void run(int i) {
  const int owner = steps[i].owner;
  const long a = steps[i].a, b = steps[i].b;
  int64_t one = 1, old;
  switch (steps[i].what) {
    case 'c': upc_machine_compute((double)a, "none"); break;
    case 'p': upc_memput(&room[(size_t)owner * ROOM], mine, (size_t)a); break;
    case 'g': upc_memget(mine, &room[(size_t)owner * ROOM], (size_t)a); break;
    case 't': transfer(i); break;
    case 's': flag[owner * FLAGS + a] = 1; break;
    case 'w': while (flag[owner * FLAGS + a] != 1) {} break;
    case 'a': upc_atomic_strict(domain, &old, UPC_ADD, &counter[owner], &one, NULL); break;
    case 'l':
      upc_lock(lock[owner * LOCKS + b]);
      upc_machine_compute((double)a, "none");
      upc_unlock(lock[owner * LOCKS + b]);
      break;
    case 'f':
      word[owner] = i;
      upc_fence;
      break;
    default: upc_barrier;
  }
}

int main(int argc, char **argv) {
  static double ends[MOST];
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  int thread, count = 0, n;
  char what;
  if (!file || THREADS > 8) return 2;
  while (fscanf(file, "%d %c", &thread, &what) == 2) {
    steps[count].what = what;
    if (fscanf(file, "%d %ld %ld %d", &steps[count].owner, &steps[count].a, &steps[count].b, &n) != 4) return 2;
    if (n > PAIRS) return 2;
    steps[count].count = n;
    for (int k = 0; k < n; k++)
      if (fscanf(file, "%d %ld", &steps[count].thread[k], &steps[count].bytes[k]) != 2) return 2;
    if (thread == MYTHREAD && ++count == MOST) return 3;
  }
  fclose(file);
  for (int i = 0; i < LOCKS; i++) locks[MYTHREAD * LOCKS + i] = upc_global_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD, 0);
  upc_barrier;
  for (int i = 0; i < LOCKS * THREADS; i++) lock[i] = locks[i];
  upc_barrier;
  const upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < count; i++) {
    run(i);
    ends[i] = (double)upc_ticks_to_ns(upc_ticks_now() - begin);
  }
  upc_barrier;
  for (int i = 0; i < count; i++) printf("%d %d %.0f\n", MYTHREAD, i, ends[i]);
  return 0;
}
