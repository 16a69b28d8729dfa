// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2
// race: 10 10
// LLVM makes one store of the two, which has no line of its own. What is told is where the statement around them
// begins, and not where the function is called that is inlined.
#include <upc_relaxed.h>

static shared struct { unsigned a : 4, b : 4; } both;
static void set(int which) {
  if (which)
    both.a = 1;
  else
    both.b = 2;
}

int main(void) {
  if (MYTHREAD == 0) set(THREADS);
  ORDER(upc_barrier);
  if (MYTHREAD == 1) set(THREADS - 4);
  return 0;
}
