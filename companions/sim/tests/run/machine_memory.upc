// SPDX-License-Identifier: BSD-3-Clause
// Memory without data on a simulated machine (upc_machine.h): copies take time and no memory, whichever call makes
// them, within a node and between nodes; what has data keeps it. With host-factor=0 and near-bandwidth=1GB/s, one
// thread a node or two: with one, the addresses of several threads' memory without data are the same.
#include <upc.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

enum { BYTES = 1 << 26 };

static long resident_kb(void) {
  long pages = 0, shared_pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%*d %ld %ld", &pages, &shared_pages) != 2) return -1;
  fclose(f);
  return pages * 4;
}

static double seconds(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }

/* Memory with data, beside that without: what is put there arrives. */
static void check_data(shared [] char *theirs) {
  enum { WORDS = 4096 };
  static uint64_t from[WORDS], back[WORDS];
  upc_machine_without_data(0);
  shared [WORDS] uint64_t *words = upc_all_alloc(THREADS, sizeof from);
  shared [] uint64_t *next = (shared [] uint64_t *)&words[(size_t)((MYTHREAD + 1) % THREADS) * WORDS];
  for (int i = 0; i < WORDS; i++) from[i] = (uint64_t)MYTHREAD << 32 | (unsigned)i;
  upc_memput(next, from, sizeof from);
  upc_barrier;
  upc_memput(theirs, (uint64_t *)&words[MYTHREAD * WORDS], sizeof from);
  upc_memget(back, next, sizeof back);
  CHECK(memcmp(back, from, sizeof from) == 0);
  upc_memget(back, theirs, sizeof back); /* brings nothing */
  CHECK(memcmp(back, from, sizeof from) == 0);
  for (int i = 0; i < 3; i++) upc_memget(back, theirs, sizeof *back); /* a word, as if for a loop that waits */
  upc_barrier;
  upc_all_free(words);
}

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
  check_data(theirs);
  upc_barrier;
  return done();
}
