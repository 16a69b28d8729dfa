// SPDX-License-Identifier: BSD-3-Clause
// A cyclic array, of which one loop reads all elements and another one writes a random one each time. near.sh links it
// so that urt_address_read and urt_address_write of the program's accesses lead here, which counts them.
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 1000 };
shared long A[N * THREADS];
static int calls;

#define COUNTED(name) \
  void __real_##name(const void *p, unsigned long bytes, const void *line); \
  void __wrap_##name(const void *p, unsigned long bytes, const void *line) { calls++, __real_##name(p, bytes, line); }
COUNTED(urt_address_read)
COUNTED(urt_address_write)
COUNTED(urt_address_update)

int main(void) {
  long sum = 0;
  unsigned at = 1;
  upc_forall (int i = 0; i < N * THREADS; i++; i) A[i] = i;
  upc_barrier;
  for (int i = 0; i < N * THREADS; i++) sum += A[i];
  upc_barrier;
  for (int i = 0; i < N; i++) A[(at = at * 1664525 + 1013904223) % (N * THREADS)]++;
  upc_barrier;
  printf("%d calls\n", calls);
  return sum != (long)N * THREADS * (N * THREADS - 1) / 2;
}
