// SPDX-License-Identifier: BSD-3-Clause
// race: 12 13
// An atomic operation is no race with another one, but with a plain access.
#include <upc_relaxed.h>
#include <upc_atomic.h>

shared long count;

int main(void) {
  upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
  long one = 1, seen = 0;
  upc_atomic_relaxed(d, NULL, UPC_ADD, &count, &one, NULL);
  UNORDERED(seen = count);
  ORDER(upc_atomic_relaxed(d, &seen, UPC_GET, &count, NULL, NULL));
  upc_barrier;
  seen += count;
  return seen < 0;
}
