// SPDX-License-Identifier: BSD-3-Clause
// race: 15 18
// race: 15 19
// says: by upc_atomic_relaxed
// What an atomic operation reads and writes beside its target may be shared memory, too.
#include <upc_relaxed.h>
#include <upc_atomic.h>

shared long count, more, old;

int main(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  long seen = 0;
  if (MYTHREAD == 0)
    upc_atomic_relaxed(domain, (long *)&old, UPC_ADD, &count, (long *)&more, NULL);
  ORDER(upc_barrier);
  if (MYTHREAD == 1) {
    more = 2;
    seen = old;
  }
  return seen > 10;
}
