// SPDX-License-Identifier: BSD-3-Clause
// race: 19 25
// With upc_race_ok all threads may store the same flag, and fences around it hand over what was written before.
#include <upc_relaxed.h>
#include <upc_race.h>

shared int done[THREADS], flag;
shared char letters[4 * THREADS];
shared double value;

int main(void) {
  int left = 1 << 30, seen = 0;
  if (MYTHREAD == 0) {
    upc_race_ok(flag);
    upc_race_ok(done);
  }
  upc_barrier;
  if (MYTHREAD == 0)
    value = 1;
  ORDER(upc_fence);
  if (MYTHREAD == 0) flag = 1;
  while (left-- && !flag) {}
  ORDER(upc_fence);
  if (MYTHREAD == THREADS - 1)
    seen = value > 2;
  letters[MYTHREAD] = 'a';            // bytes of one word, each of another thread
  letters[THREADS + MYTHREAD] = 'b';
  done[0] = 1;
  done[THREADS - 1] = 1;
  return seen;
}
