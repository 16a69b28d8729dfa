// SPDX-License-Identifier: BSD-3-Clause
// A thread allocates and frees memory of its own while thread 0 answers nothing. Thread 0 waits for a file, which the
// thread makes at the end. The first allocation comes before.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
#include "../check.h"

enum { PIECES = 20, ROUNDS = 30, SECONDS = 30 };
static shared [] char name[32];

static void get_name(char *own) {
  for (size_t i = 0; i < sizeof name; i++) own[i] = name[i];
}

static int comes(const char *file) {
  for (int turn = 0; turn < SECONDS * 100; turn++, usleep(10000))
    if (access(file, F_OK) == 0) return 1;
  return 0;
}

static void allocate(void) {
  shared void *piece[PIECES];
  for (int i = 0; i < PIECES; i++) piece[i] = upc_alloc(100 + 1000 * (size_t)(i % 7));
  for (int i = 0; i < PIECES; i++) upc_free(piece[i]);
}

int main(void) {
  char own[sizeof name] = "alloc_alone.XXXXXX";
  if (MYTHREAD == 0) {
    close(mkstemp(own));
    unlink(own);
    for (size_t i = 0; i < sizeof name; i++) name[i] = own[i];
  }
  upc_barrier;
  get_name(own);
  allocate();
  upc_barrier;
  if (MYTHREAD == 0) CHECK(comes(own));
  if (MYTHREAD == THREADS - 1) {
    for (int round = 0; round < ROUNDS; round++) allocate();
    close(open(own, O_CREAT | O_WRONLY, 0600));
  }
  upc_barrier;
  if (MYTHREAD == 0) unlink(own);
  return done();
}
