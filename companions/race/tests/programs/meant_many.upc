// SPDX-License-Identifier: BSD-3-Clause
// race: 17 24
// A thread reads many flags of upc_race_ok between two fences: each of them hands over what was written before.
#include <upc_relaxed.h>
#include <upc_race.h>

enum { FLAGS_OF_ALL = 300 };
shared [] int flag[FLAGS_OF_ALL], value[FLAGS_OF_ALL];

int main(void) {
  int left = 1 << 30, sum = 0;
  if (MYTHREAD == 0) upc_race_ok(flag);
  upc_barrier;
  for (int i = 0; i < FLAGS_OF_ALL; i++) {
    if (i % THREADS != MYTHREAD) continue;
    ORDER(upc_fence);
    value[i] = i;
    ORDER(upc_fence);
    flag[i] = 1;
  }
  for (int i = 0; i < FLAGS_OF_ALL; i++)
    while (left-- && !flag[i]) {}
  ORDER(upc_fence);
  for (int i = 0; i < FLAGS_OF_ALL; i++) sum += value[i];
  return sum < 0;
}
