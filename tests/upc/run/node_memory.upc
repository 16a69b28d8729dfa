// SPDX-License-Identifier: BSD-3-Clause
// Conduit mpi: the threads of a node share a file in memory. A thread that is a node of its own has private memory, to
// which the system gives huge pages, and its segment starts on one. `node_memory N`: nodes have N threads.
#include <stdint.h>
#include <stdio.h>
#include <upc_relaxed.h>
#include "../check.h"

enum { HUGE = 2 << 20 };

static shared int x[THREADS];

static int file_mapped(void) {
  char line[512];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  CHECK(maps != NULL);
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) found |= strstr(line, "memfd:upc") != NULL;
  if (maps != NULL) fclose(maps);
  return found;
}

int main(int argc, char **argv) {
  const int alone = argc == 2 && atoi(argv[1]) == 1;
  CHECK_EQ(argc, 2);
  CHECK_EQ(file_mapped(), !alone);
  if (alone) CHECK_EQ(((uintptr_t)&x[MYTHREAD] - upc_addrfield(&x[MYTHREAD])) % HUGE, 0);
  x[MYTHREAD] = MYTHREAD;
  upc_barrier;
  CHECK_EQ(x[(MYTHREAD + 1) % THREADS], (MYTHREAD + 1) % THREADS);
  return done();
}
