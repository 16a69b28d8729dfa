// SPDX-License-Identifier: BSD-3-Clause
// An element before the first static shared array is read and not used, as some programs do at their borders. UPC
// leaves open what happens; here the program goes on. Nothing with static shared objects may be included before x.
#include <stdio.h>
#include <upc_relaxed.h>

shared double x[16 * THREADS], b[16 * THREADS];

int main(void) {
  int i, wrong = 0;
  double near = 0;
  upc_forall (i = 0; i < 16 * THREADS; i++; &x[i]) x[i] = i;
  upc_barrier;
  for (i = MYTHREAD; i < 16 * THREADS; i += THREADS) {
    near = x[i - 1] + x[i];
    b[i] = i == 0 ? 0 : near;
  }
  upc_barrier;
  for (i = 1; i < 16 * THREADS; i++) wrong += b[i] != 2 * i - 1;
  if (wrong) printf("thread %d: %d wrong sums\n", MYTHREAD, wrong);
  else if (MYTHREAD == 0) puts("PASS");
  return wrong != 0;
}
