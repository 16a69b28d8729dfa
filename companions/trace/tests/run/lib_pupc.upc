// SPDX-License-Identifier: BSD-3-Clause
// pupc.h: events of a program's own. Without a trace they do nothing; trace_events.sh looks at the trace.
// flags: -Wall -Werror
#include <stdio.h>
#include <upc.h>
#include <pupc.h>
#include "../../../../tests/upc/check.h"

#if __UPC_PUPC__ != 1
#error "__UPC_PUPC__"
#endif

#pragma pupc off
static unsigned int sweep, note;
#pragma pupc on

int main(void) {
  sweep = pupc_create_event("sweep", "row %d"), note = pupc_create_event("note", NULL);
  CHECK(sweep != note);
  for (int i = 0; i < 100; i++) {
#pragma pupc off
    pupc_event_start(sweep, i);
    pupc_event_atomic(note, "text", 1.5, i);
    upc_barrier;
    pupc_event_end(sweep, i);
  }
  CHECK(pupc_control(0) == 1);
  CHECK(pupc_control(0) == 0);
  CHECK(pupc_control(2) == 0);
  CHECK(pupc_control(1) == 1);
  return done();
}
