// SPDX-License-Identifier: BSD-3-Clause
// Runs the program that random_programs.py has written to a file: a line for each operation, with the thread that makes
// it. Prints when each began and ended, in nanoseconds of virtual time, and the value that it found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <bupc_extensions.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_machine.h>
#include <upc_tick.h>

enum { TRIES = 100, WORDS = 64, SEMAPHORES = 8, BUFFER = 1 << 16, MOST = 4096 };

static strict shared long strict_word[WORDS * THREADS];
static shared volatile long volatile_word[WORDS * THREADS];
static shared long plain_word[WORDS * THREADS];
static shared long counter[THREADS];
static shared [BUFFER] char buffer[BUFFER * THREADS];
static upc_lock_t *shared all_locks[THREADS];
static upc_lock_t **locks;               // one of each thread
static bupc_sem_t *shared all_semaphores[SEMAPHORES * THREADS], **semaphores;
static upc_atomicdomain_t *domain;

static unsigned long now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

static struct { char what[16]; long where, amount; } steps[MOST];
static struct { unsigned long at[4]; long value; } times[MOST];

static void run(int i) {
  static char bytes[BUFFER];
  const char *what = steps[i].what;
  const long where = steps[i].where, amount = steps[i].amount, place = amount * THREADS + where;
  times[i].at[0] = now();
  if (!strcmp(what, "compute")) upc_machine_compute((double)amount, "none");
  if (!strcmp(what, "post")) bupc_sem_post(semaphores[place]);
  if (!strcmp(what, "wait")) bupc_sem_wait(semaphores[place]);
  if (!strcmp(what, "strict-set")) strict_word[place] = 1;
  if (!strcmp(what, "volatile-set")) volatile_word[place] = 1;
  if (!strcmp(what, "plain-set")) plain_word[place] = 1;
  if (!strcmp(what, "strict-await")) while (!strict_word[place]) {}
  if (!strcmp(what, "volatile-await")) while (!volatile_word[place]) {}
  if (!strcmp(what, "strict-try")) for (int k = 0; k < TRIES && !strict_word[place]; k++) {}
  if (!strcmp(what, "volatile-try")) for (int k = 0; k < TRIES; k++) if (volatile_word[place]) break;
  if (!strcmp(what, "plain-await")) while (!plain_word[place]) {}
  if (!strcmp(what, "put")) upc_memput(&buffer[where * BUFFER], bytes, (size_t)amount);
  if (!strcmp(what, "get")) upc_memget(bytes, &buffer[where * BUFFER], (size_t)amount);
  if (!strcmp(what, "add")) upc_atomic_relaxed(domain, &times[i].value, UPC_ADD, &counter[where], &amount, NULL);
  if (!strcmp(what, "barrier")) upc_barrier;
  if (!strcmp(what, "lock")) {
    upc_lock(locks[where]);
    times[i].at[1] = now();
    usleep((useconds_t)(amount / 1000));
    times[i].at[2] = now();
    upc_unlock(locks[where]);
  }
  times[i].at[3] = now();
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  int thread, count = 0;
  if (!file) return 2;
  while (fscanf(file, "%d %15s %ld %ld", &thread, steps[count].what, &steps[count].where, &steps[count].amount) == 4)
    if (thread == MYTHREAD && ++count == MOST) return 3;
  fclose(file);
  all_locks[MYTHREAD] = upc_global_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  for (int i = 0; i < SEMAPHORES; i++) all_semaphores[i * THREADS + MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
  semaphores = malloc(sizeof *semaphores * SEMAPHORES * THREADS);
  upc_barrier;
  locks = malloc(sizeof *locks * THREADS);
  for (int i = 0; i < THREADS; i++) locks[i] = all_locks[i];
  for (int i = 0; i < SEMAPHORES * THREADS; i++) semaphores[i] = all_semaphores[i];
  upc_barrier;
  for (int i = 0; i < count; i++) run(i);
  upc_barrier;
  for (int i = 0; i < count; i++)
    printf("%d %s %ld %ld %lu %lu %lu %lu %ld\n", MYTHREAD, steps[i].what, steps[i].where, steps[i].amount,
           times[i].at[0], times[i].at[1], times[i].at[2], times[i].at[3], times[i].value);
  return 0;
}
