// SPDX-License-Identifier: BSD-3-Clause
// A loop that waits for one word looks at another one many times in a loop inside. Whenever the word changes, the wait
// ends soon.
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>
#include "../check.h"

enum { LINE = 16, LOOKS = 200, TIMES = 60 };
strict shared [LINE] int go[LINE * THREADS], other[LINE * THREADS];

static double since(upc_tick_t begin) { return (double)upc_ticks_to_ns(upc_ticks_now() - begin); }

int main(void) {
  const int me = LINE * MYTHREAD;
  for (int i = 1; i <= TIMES; i++) {
    const double change = 600e3 + i * 8e3;
    upc_barrier;
    upc_tick_t begin = upc_ticks_now();
    if (MYTHREAD == 0) {
      upc_machine_compute(change, "any");
      for (int t = 1; t < THREADS; t++) go[LINE * t] = i;
    } else {
      while (go[me] != i)
        for (int look = 0; look < LOOKS; look++) if (other[me]) break;
      double took = since(begin);
      CHECK(took >= change && took < change + 50e3);
    }
  }
  upc_barrier;
  return done();
}
