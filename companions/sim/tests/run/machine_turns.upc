/* SPDX-License-Identifier: BSD-3-Clause
 * Simulated machines: a thread that waits for the last of many transfers gets no turn for each of the others. A turn
 * is a change of processes of this host. */
#include <sys/resource.h>
#include <upc_nb.h>
#include "../../../../tests/upc/check.h"

enum { TRANSFERS = 2000, BYTES = 4096 };

shared [BYTES] char data[THREADS * BYTES];
static char here[TRANSFERS][BYTES];

static long changes(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_nvcsw;
}

int main(void) {
  upc_handle_t h[TRANSFERS];
  long before, turns;
  int i, other = (MYTHREAD + 1) % THREADS;
  for (i = 0; i < BYTES; i++) data[MYTHREAD * BYTES + i] = (char)(MYTHREAD + 1);
  upc_barrier;
  if (MYTHREAD == 0) {
    for (i = 0; i < TRANSFERS; i++) h[i] = upc_memget_nb(here[i], &data[other * BYTES], BYTES);
    before = changes();
    upc_sync(h[TRANSFERS - 1]);
    turns = changes() - before;
    for (i = 0; i < TRANSFERS - 1; i++) upc_sync(h[i]);
    for (i = 0; i < TRANSFERS; i++) CHECK(here[i][0] == other + 1 && here[i][BYTES - 1] == other + 1);
    if (turns > TRANSFERS / 40) printf("%ld turns\n", turns);
    CHECK(turns <= TRANSFERS / 40);
  }
  return done();
}
