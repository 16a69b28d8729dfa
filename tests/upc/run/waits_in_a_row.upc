// SPDX-License-Identifier: BSD-3-Clause
// Waits in a row, with nothing between them: what has ended is not looked at any more. Its word, or its neighbour in
// the same eight bytes, changes again during the next wait, which ends when its own word changes, neither sooner nor
// much later.
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>
#include "../check.h"

enum { FLAGS = 40 };                     // more than a thread remembers
strict shared [FLAGS] int flag[FLAGS * THREADS];

static double since(upc_tick_t begin) { return (double)upc_ticks_to_ns(upc_ticks_now() - begin); }

int main(void) {
  for (int before = 1; before < FLAGS; before += before < 4 ? 1 : 7) {
    const int last = FLAGS - 1, places = (THREADS - 1) * FLAGS;
    upc_barrier;
    upc_tick_t begin = upc_ticks_now();
    if (MYTHREAD == THREADS - 1) {
      for (int i = 0; i < before; i++) while (flag[i] != before) {}       // thread 0's flags
      while (flag[places + last] != before) {}
      double took = since(begin);
      CHECK(took >= 500e3 && took < 700e3);
    }
    if (MYTHREAD == 0) {
      for (int i = 0; i < before; i++) flag[i] = before;
      upc_machine_compute(200e3, "any");
      for (int i = 0; i <= before && i < last; i++) flag[i] = -before;    // again, with a neighbour
      upc_machine_compute(300e3, "any");
      flag[places + last] = before;
    }
  }
  upc_barrier;
  return done();
}
