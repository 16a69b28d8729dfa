// SPDX-License-Identifier: BSD-3-Clause
// race: 16 25
// race: 17 21
// Berkeley's atomic operations by private pointers to shared memory, and bupc_poll, which is a fence.
#include <upc_relaxed.h>
#include <bupc_extensions.h>

shared int flag;
shared long count;
shared double value;

int main(void) {
  double seen = 0;
  long more = 0;
  if (MYTHREAD == 0) {
    value = 2.5;
    bupc_atomicL_fetchadd_private((long *)&count, 1);
    ORDER(bupc_poll());
    bupc_atomicI_set_private((int *)&flag, 1);
  } else if (MYTHREAD == 1) {
    UNORDERED(more = count);
    ORDER(more = bupc_atomicL_read_relaxed(&count));
    while (!bupc_atomicI_read_relaxed(&flag)) {}
    ORDER(bupc_poll());
    seen = value;
  }
  return seen + more > 10;
}
