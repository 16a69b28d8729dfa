// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of UPC's calls: the line that ends the job, or says why a call returns null, begins with the place of the
// call.
#include <string.h>
#include <upc.h>

static shared int a[THREADS];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  upc_lock_t *lock = upc_all_lock_alloc();
  shared int *p = upc_all_alloc(THREADS, sizeof(int));
  upc_barrier;
  if (MYTHREAD == 0) {
    if (!strcmp(what, "lock")) upc_lock(lock), upc_lock(lock);
    if (!strcmp(what, "unlock")) upc_unlock(lock);
    if (!strcmp(what, "attempt")) upc_lock_attempt(NULL);
    if (!strcmp(what, "freed-lock")) upc_lock_free(lock), upc_lock_free(lock);
    if (!strcmp(what, "free")) upc_free(p), upc_free(p);
    if (!strcmp(what, "static")) upc_free(&a[0]);
  }
  if (!strcmp(what, "notify")) {
    upc_notify;
    if (MYTHREAD == 0) upc_notify;
    upc_wait;
  }
  if (!strcmp(what, "wait") && MYTHREAD == 0) upc_wait;
  if (!strcmp(what, "tags")) {
    upc_notify 1;
    upc_wait 2;
  }
  if (!strcmp(what, "mismatch"))
    upc_barrier MYTHREAD;
  if (MYTHREAD == 0 && !strcmp(what, "alloc")) p = upc_alloc(1UL << 45);
  if (!strcmp(what, "all-alloc")) p = upc_all_alloc(2 * THREADS, 1UL << 45);
  if (MYTHREAD == 0 && !strcmp(what, "global")) p = upc_global_alloc(1, 1UL << 45);
  upc_barrier;
  return 0;
}
