// SPDX-License-Identifier: BSD-3-Clause
// Memory without data on a simulated machine (upc_machine.h): copies take time and no memory, whichever call makes
// them, within a node and between nodes. With two threads a node, host-factor=0 and near-bandwidth=1GB/s.
#include <upc.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include "../check.h"

enum { BYTES = 1 << 26 };

static long resident_kb(void) {
  long pages = 0, shared_pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%*d %ld %ld", &pages, &shared_pages) != 2) return -1;
  fclose(f);
  return pages * 4;
}

static double seconds(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }

int main(void) {
  upc_machine_without_data(1);
  shared [] char *mine, *theirs;
  shared [BYTES] char *all = upc_all_alloc(THREADS, BYTES);
  mine = (shared [] char *)&all[(size_t)MYTHREAD * BYTES];
  theirs = (shared [] char *)&all[(size_t)((MYTHREAD + 1) % THREADS) * BYTES];
  upc_barrier;
  const long before = resident_kb();
  for (int call = 0; call < 6; call++) {
    const double start = seconds();
    switch (call) {
      case 0: upc_memget((char *)mine, theirs, BYTES); break;
      case 1: upc_memput(theirs, (char *)mine, BYTES); break;
      case 2: upc_memcpy(theirs, mine, BYTES); break;
      case 3: upc_memset(mine, 1, BYTES); break;
      case 4: upc_sync(upc_memget_nb((char *)mine, theirs, BYTES)); break;
      case 5: upc_sync(upc_memput_nb(theirs, (char *)mine, BYTES)); break;
    }
    if (seconds() - start < BYTES / 10e9) printf("thread %d: call %d takes %g s\n", MYTHREAD, call, seconds() - start);
    CHECK(seconds() - start >= BYTES / 10e9);
  }
  CHECK(before > 0);
  CHECK(resident_kb() - before < 4096);
  upc_barrier;
  return done();
}
