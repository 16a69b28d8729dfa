// SPDX-License-Identifier: BSD-3-Clause
// race: 16 22
// race: 17 24
// Atomic instructions of C order threads. Each of them is told, and so are plain accesses to one place around them.
#include <upc_relaxed.h>
#include <upc_castable.h>

shared int first, second, word;

int main(void) {
  int *flag = upc_cast(&word), seen = 0;
#define UNTIL(n) while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < n) {}
  if (MYTHREAD == 0) {
    first = 1;
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    UNORDERED(first = 2);
    second = 1;
    ORDER(__atomic_store_n(flag, 2, __ATOMIC_RELEASE));
    UNORDERED(__atomic_store_n(flag, 2, __ATOMIC_RELAXED));
  } else if (MYTHREAD == 1) {
    UNTIL(1)
    seen = first;
    UNTIL(2)
    seen += second;
  }
  upc_barrier;
  return seen < 0;
}
