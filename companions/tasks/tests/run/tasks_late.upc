// SPDX-License-Identifier: BSD-3-Clause
// All threads wait for one that computes for a second: not for ever. Its main program is still to write the variable.
#include <upc.h>
#include <upc_syncvar.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

shared upc_syncvar_t value, answer;

void compute(void) {
  upc_tick_t start = upc_ticks_now();
  while (upc_ticks_to_ns(upc_ticks_now() - start) < 1000000000) {}
}

void add_one(void *args) {
  int got = 0;
  (void)args;
  upc_syncvar_readFE(&value, &got, sizeof got);
  got++;
  upc_syncvar_writeEF(&answer, &got, sizeof got);
}

int main(void) {
  int last = THREADS - 1, six = 6, got = 0;
  if (MYTHREAD == 0) upc_task_begin(add_one, NULL, 0);
  if (MYTHREAD == last) {
    compute();
    upc_syncvar_writeEF(&value, &six, sizeof six);
  }
  if (MYTHREAD == 0) {
    upc_syncvar_readFE(&answer, &got, sizeof got);
    CHECK(got == 7);
  }
  upc_barrier;
  return done();
}
