// SPDX-License-Identifier: BSD-3-Clause
// race: 13 19
// With upc_race_ok a struct that is written as a whole is a flag by each of its members.
#include <upc_relaxed.h>
#include <upc_race.h>

typedef struct { int turns, ready; } state_t;
shared state_t state;
shared double value;

static void tell(void) {
  const state_t all = {1, 1};
  value = 2.5; ORDER(upc_fence); state = all;
}

static double look(int left) {
  while (left-- && !state.ready) {}
  ORDER(upc_fence);
  return value;
}

int main(void) {
  double seen = 0;
  if (MYTHREAD == 0) upc_race_ok(state);
  upc_barrier;
  if (MYTHREAD == 0) tell();
  if (MYTHREAD == THREADS - 1) seen = look(1 << 30);
  return seen > 3;
}
