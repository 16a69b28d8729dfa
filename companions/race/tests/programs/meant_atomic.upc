// SPDX-License-Identifier: BSD-3-Clause
// race: 22 26
// With upc_race_ok atomic and strict accesses stay what they are: a thread may look at a counter that others add to,
// and a strict flag hands over what was written before.
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <upc_race.h>

shared long count;
KIND shared int flag;
shared double value;

int main(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  long one = 1, seen = 0;
  int left = 1 << 30;
  if (MYTHREAD == 0) upc_race_ok(count);
  if (MYTHREAD == 0) upc_race_ok(flag);
  upc_barrier;
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &count, &one, NULL);
  seen += count;
  if (MYTHREAD == 0) value = 2.5;
  if (MYTHREAD == 0) flag = 1;
  if (MYTHREAD == THREADS - 1) {
    while (left-- && !flag) {}
    seen += value;
  }
  upc_all_atomicdomain_free(domain);
  return seen < 0;
}
