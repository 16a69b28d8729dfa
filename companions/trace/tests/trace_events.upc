// SPDX-License-Identifier: BSD-3-Clause
// What trace_events.sh traces: an outer event around three inner ones, which overlap, and moments.
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
#include <pupc.h>

int main(int argc, char **argv) {
  unsigned int outer = pupc_create_event("outer \"event\"", NULL), inner = pupc_create_event("inner", "%d");
  unsigned int moment = pupc_create_event("moment", "%s %d");
  for (int i = 0; i < 20; i++) pupc_create_event("another", NULL);
  if (argc > 1) pupc_event_start((unsigned int)atoi(argv[1]));
  (void)argv;
  pupc_event_start(outer);
  for (int i = 0; i < 3; i++) pupc_event_start(inner, i);
  usleep(20000);
  upc_barrier;
  pupc_event_atomic(moment, "value", 1);
  for (int i = 0; i < 3; i++) pupc_event_end(inner, i);
  pupc_event_end(inner, 4); // without a start
  pupc_control(0);
  pupc_event_atomic(moment, "value", 2);
  pupc_event_start(inner, 5), pupc_event_end(inner, 5);
  upc_barrier;
  pupc_control(1);
  pupc_event_end(outer);
  return 0;
}
