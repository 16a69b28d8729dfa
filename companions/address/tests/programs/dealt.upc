// SPDX-License-Identifier: BSD-3-Clause
// Thread 0 uses the last thread's part of new memory at once, which is the shorter half of 8 bytes: no fault. Linked so
// that each change of the shadow takes a while.
#include <stdio.h>
#include <unistd.h>
#include <upc_relaxed.h>

enum { ROUNDS = 10, ACCESSES = 100 };

void __real_urtk_address_fill(int thread, size_t at, size_t count, unsigned char value);
void __wrap_urtk_address_fill(int thread, size_t at, size_t count, unsigned char value) {
  __real_urtk_address_fill(thread, at, count, value);
  usleep(1000);
}

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    shared int *p = upc_all_alloc(2 * THREADS - 1, sizeof(int));
    for (int k = 0; k < ACCESSES && MYTHREAD == 0; k++) {
      p[THREADS - 1] = k;
      usleep(20);
    }
    upc_all_free(p);
  }
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
