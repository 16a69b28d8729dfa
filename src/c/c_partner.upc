/* SPDX-License-Identifier: BSD-3-Clause
 * One partner, for C programs: elements that are changed at once, events, waits of pairs, and UPC's locks. */
#include "c/c_calls.h"
#include "arrays/check.h"

int upc_stride_c_fetch_op(void *before, shared void *element, upc_op_t op, upc_type_t type, const void *value) {
  upc_stride_c_enter("upc_stride_fetch_op");
  if (upc_stride_c_fails("upc_stride_fetch_op")) return -1;
  upc_stride_fetch_op(before, element, op, type, value);
  return upc_stride_c_done();
}

int upc_stride_c_compare_swap(void *before, shared void *element, upc_type_t type, const void *expected,
                              const void *value) {
  upc_stride_c_enter("upc_stride_compare_swap");
  if (upc_stride_c_fails("upc_stride_compare_swap")) return -1;
  upc_stride_compare_swap(before, element, type, expected, value);
  return upc_stride_c_done();
}

int upc_stride_c_post(shared void *event) {
  upc_stride_c_enter("upc_stride_post");
  if (upc_stride_c_fails("upc_stride_post")) return -1;
  upc_stride_post(event);
  return upc_stride_c_done();
}

int upc_stride_c_await(shared void *event, size_t count) {
  upc_stride_c_enter("upc_stride_await");
  if (upc_stride_c_fails("upc_stride_await")) return -1;
  upc_stride_c_check_fenced("upc_stride_await");
  upc_stride_await(event, count);
  return upc_stride_c_done();
}

int upc_stride_c_sync_threads(const int *threads, size_t count) {
  upc_stride_c_enter("upc_stride_sync_threads");
  if (upc_stride_c_fails("upc_stride_sync_threads")) return -1;
  upc_stride_c_check_fenced("upc_stride_sync_threads");
  upc_stride_sync_threads(threads, count);
  return upc_stride_c_done();
}

/* ---- locks: a lock is a pointer to shared memory, as all pointers of C programs are ---- */

static upc_lock_t *lock_of(const char *name, shared void *lock) {
  upc_stride_site_t call;
  if (lock == NULL) {
    call = upc_stride_site(name, NULL);
    upc_stride_fail(&call, "lock", "null, must be what upc_stride_all_lock returned");
  }
  return (upc_lock_t *)lock;
}

shared void *upc_stride_c_all_lock(void) {
  upc_lock_t *lock;
  upc_stride_c_enter("upc_stride_all_lock");
  if (upc_stride_c_fails("upc_stride_all_lock")) return NULL;
  lock = upc_all_lock_alloc();
  upc_stride_c_done();
  return (shared void *)lock;
}

int upc_stride_c_lock(shared void *lock) {
  upc_stride_c_enter("upc_stride_lock");
  if (upc_stride_c_fails("upc_stride_lock")) return -1;
  upc_stride_c_check_fenced("upc_stride_lock");
  upc_lock(lock_of("upc_stride_lock", lock));
  return upc_stride_c_done();
}

int upc_stride_c_try_lock(shared void *lock, int *taken) {
  upc_stride_site_t call;
  upc_stride_c_enter("upc_stride_try_lock");
  if (upc_stride_c_fails("upc_stride_try_lock")) return -1;
  call = upc_stride_site("upc_stride_try_lock", NULL);
  upc_stride_check_result(&call, "taken", taken);
  *taken = upc_lock_attempt(lock_of("upc_stride_try_lock", lock));
  return upc_stride_c_done();
}

int upc_stride_c_unlock(shared void *lock) {
  upc_stride_c_enter("upc_stride_unlock");
  if (upc_stride_c_fails("upc_stride_unlock")) return -1;
  upc_unlock(lock_of("upc_stride_unlock", lock));
  return upc_stride_c_done();
}

int upc_stride_c_all_free_lock(shared void *lock) {
  upc_stride_c_enter("upc_stride_all_free_lock");
  if (upc_stride_c_fails("upc_stride_all_free_lock")) return -1;
  upc_all_lock_free(lock_of("upc_stride_all_free_lock", lock));
  return upc_stride_c_done();
}
