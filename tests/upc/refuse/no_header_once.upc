// SPDX-License-Identifier: BSD-3-Clause
// One message for a header that is missing, and none about what follows from it.
// expect: 6: is not declared; it is in <upc.h>: #include <upc.h>
shared int a[THREADS];
int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  shared int *p = upc_all_alloc(THREADS, sizeof(int));
  upc_lock(lock);
  a[MYTHREAD] = upc_threadof(p);
  upc_unlock(lock);
  upc_free(p);
}
