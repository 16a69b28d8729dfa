// SPDX-License-Identifier: BSD-3-Clause
// race: 15 18
// race: 23 27
// race: 24 30
// Who finds a synchronisation variable full knows what came before its write, and who finds it empty, before the read.
#include <upc_relaxed.h>
#include <upc_syncvar.h>

shared upc_syncvar_t sync;
shared upc_singlevar_t single;
shared double first, second, third;

int main(void) {
  double one = 1, seen = 0;
  if (MYTHREAD == 0) first = 1.5;
  if (MYTHREAD == 0) upc_syncvar_writeEF(&sync, &one, sizeof one);
  if (MYTHREAD == 1) {
    ORDER(while (!upc_syncvar_isFull(&sync)) {}); seen = first;
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    ORDER(while (upc_syncvar_isFull(&sync)) {});
    second = 2.5;
    third = 3.5;
    upc_singlevar_write(&single, &one, sizeof one);
  } else if (MYTHREAD == 1) {
    seen += second;
    upc_syncvar_readFE(&sync, &one, sizeof one);
    ORDER(while (!upc_singlevar_isFull(&single)) {});
    seen += third;
  }
  return seen > 10;
}
