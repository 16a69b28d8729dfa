// SPDX-License-Identifier: BSD-3-Clause
// A destructor reads the clock of a simulated machine, whose thread has ended. The clock stands there: on a machine
// where only stated computation takes time, it says what it said at the end of main. A constructor reads 0.
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

static upc_tick_t begun, latest;

static void __attribute__((constructor)) begin(void) { begun = upc_ticks_now(); }

static void __attribute__((destructor)) end(void) {
  upc_machine_compute(1e9, "none");
  upc_tick_t now = upc_ticks_now();
  if (now >= latest && now < latest + 1000000) return;
  printf("the clock says %llu ns, must be about %llu\n", (unsigned long long)now, (unsigned long long)latest);
  fflush(stdout);
  _exit(1);
}

int main(void) {
  CHECK_EQ(begun, 0);
  upc_machine_compute(1e9, "none");
  int status = done();
  latest = upc_ticks_now();
  CHECK(latest >= 100000000);
  return status || check_failures;
}
