// SPDX-License-Identifier: BSD-3-Clause
// race: 17 19
// says: by upc_free
// Memory is freed while another thread may use it. What a thread has read before upc_all_free is not of the memory that
// gets the same place next, although nothing but this call comes between. Blocks of the heap are multiples of 64 bytes:
// the second of two objects in one place is smaller, and who frees it has nothing to do with the end of the first one.
#include <unistd.h>
#include <upc_relaxed.h>

shared int *shared global;
static int seen;

int main(void) {
  if (MYTHREAD == 0) global = upc_global_alloc(THREADS, sizeof(int));
  upc_barrier;
  shared int *p = global;
  seen += p[MYTHREAD];
  ORDER(upc_barrier);
  if (MYTHREAD == 1) upc_free(p);
  usleep(MYTHREAD ? 40000 : 10000); // thread 0 allocates while the others are in no call
  for (int r = 0; r < 5; r++) {
    shared int *again = upc_all_alloc(THREADS, sizeof(int));
    again[MYTHREAD] = r;
    upc_barrier;
    seen += again[(MYTHREAD + 1) % THREADS];
    upc_all_free(again);
  }
  if (MYTHREAD == 0) upc_free(upc_global_alloc(THREADS, 112));
  usleep(MYTHREAD == 1 ? 200000 : 0);
  if (MYTHREAD == 1) upc_free(upc_global_alloc(THREADS, 100));
  return seen < 0;
}
