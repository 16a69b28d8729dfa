/* SPDX-License-Identifier: BSD-3-Clause
 * Memory and pointers of C programs. C passes a pointer-to-shared as the struct that it is. */
#include "c/c_calls.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/fail.h"
#include "base/near.h"
#include "base/port.h"
#include "arrays/check.h"
#include "arrays/view.h"

#include <string.h>

/* What was allocated and not freed, so that finalize can free it. */
typedef struct allocation {
  shared void *memory;
  size_t bytes;
} allocation_t;
static allocation_t *list;
static int count, capacity;

void upc_stride_c_noted_memory(shared void *memory, size_t bytes) {
  list = upc_stride_grown(list, count, &capacity, sizeof *list, "the list of allocations");
  list[count].memory = memory;
  list[count++].bytes = bytes;
}

shared void *upc_stride_c_all_memory(size_t bytes) {
  shared void *memory;
  char *mine;
  upc_stride_c_enter("upc_stride_all_memory");
  if (upc_stride_c_fails("upc_stride_all_memory")) return NULL;
  memory = upc_all_alloc(THREADS, bytes);
  if (memory != NULL) {
    mine = (char *)((shared char *)memory + MYTHREAD);
    if (upc_stride_copies(mine, mine, bytes)) memset(mine, 0, bytes);
    upc_stride_c_noted_memory(memory, bytes);
  }
  upc_stride_told_barrier();
  upc_stride_c_done();
  return memory;
}

int upc_stride_c_all_free_memory(shared void *memory) {
  upc_stride_site_t call;
  int i = 0;
  upc_stride_c_enter("upc_stride_all_free_memory");
  if (upc_stride_c_fails("upc_stride_all_free_memory")) return -1;
  call = upc_stride_site("upc_stride_all_free_memory", NULL);
  while (i < count && list[i].memory != memory) i++;
  if (i == count && memory != NULL)
    upc_stride_fail(&call, "memory", "not allocated, or freed already, must be what upc_stride_all_memory returned");
  if (memory != NULL) {
    upc_all_free(memory); /* refuses what a call in flight uses */
    list[i] = list[--count];
  }
  return upc_stride_c_done();
}

void upc_stride_c_free_memory(void) {
  while (count > 0) upc_all_free(list[--count].memory);
}

size_t upc_stride_c_memory_rest(shared void *place) {
  size_t at = upc_addrfield(place);
  int i;
  for (i = 0; i < count; i++) {
    size_t start = upc_addrfield((shared void *)((shared char *)list[i].memory + upc_threadof(place)));
    if (at >= start && at - start < list[i].bytes) return list[i].bytes - (at - start);
  }
  return upc_stride_object_rest(place);
}

/* A cyclic pointer to bytes steps from thread to thread at the same offset. */
shared void *upc_stride_c_on_thread(shared void *place, int thread) {
  shared char *start = (shared char *)place;
  upc_stride_site_t call;
  if (place == NULL) return NULL;
  if (thread < 0 || thread >= THREADS) {
    if (upc_stride_c_fails("upc_stride_on_thread")) return NULL;
    call = upc_stride_site("upc_stride_on_thread", NULL);
    upc_stride_fail(&call, "thread", "%d, must be in 0..%d", thread, (int)THREADS - 1);
  }
  return start + ((long)thread - (long)upc_threadof(place));
}

shared void *upc_stride_c_plus(shared void *place, size_t bytes) {
  shared [] char *start = (shared [] char *)place;
  if (place == NULL) return NULL;
  start += bytes;
  return (shared void *)start;
}

int upc_stride_c_thread_of(shared void *place) { return (int)upc_threadof(place); }
int upc_stride_c_is_null(shared void *place) { return place == NULL; }

void *upc_stride_c_address_of(shared void *place) {
  if (place == NULL || !upc_stride_near((int)upc_threadof(place))) return NULL;
  return upc_stride_address(place);
}

static void refuse_null(const char *name, const char *argument, size_t bytes) {
  upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, argument, "null, must be where %zu bytes are", bytes);
}

/* In checked mode the bytes must lie in one shared object. Without it many bytes must: to look takes less time than to
 * move them. */
enum { MANY = 1 << 20 };

static void check_place(const char *name, const char *argument, shared void *place, size_t bytes) {
  upc_stride_site_t call;
  size_t rest;
  if (place == NULL) refuse_null(name, argument, bytes);
  if (upc_stride_views != NULL) {
    call = upc_stride_site(name, NULL);
    upc_stride_check_open_at(&call, argument, place);
  }
  if (!upc_stride_environment()->check && bytes <= MANY) return;
  rest = upc_stride_c_memory_rest(place);
  if (bytes <= rest) return;
  call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, argument, "a place with %zu bytes up to the end of its shared object, must have %zu", rest,
                  bytes);
}

int upc_stride_c_get(void *to, shared void *from, size_t bytes) {
  upc_stride_c_enter("upc_stride_get");
  if (upc_stride_c_fails("upc_stride_get")) return -1;
  if (bytes > 0) {
    check_place("upc_stride_get", "from", from, bytes);
    if (to == NULL) refuse_null("upc_stride_get", "to", bytes);
    upc_stride_tell_access_of(upc_threadof(from), upc_addrfield(from), bytes, UPC_STRIDE_TELL_READS);
    upc_stride_tell_access(to, bytes, UPC_STRIDE_TELL_WRITES);
    upc_memget(to, from, bytes);
  }
  return upc_stride_c_done();
}

int upc_stride_c_put(shared void *to, const void *from, size_t bytes) {
  upc_stride_c_enter("upc_stride_put");
  if (upc_stride_c_fails("upc_stride_put")) return -1;
  if (bytes > 0) {
    check_place("upc_stride_put", "to", to, bytes);
    if (from == NULL) refuse_null("upc_stride_put", "from", bytes);
    upc_stride_tell_access_of(upc_threadof(to), upc_addrfield(to), bytes, UPC_STRIDE_TELL_WRITES);
    upc_stride_tell_access(from, bytes, UPC_STRIDE_TELL_READS);
    upc_memput(to, from, bytes); /* no fence, which would wait for threads that are inside MPI */
  }
  upc_stride_ordered();
  return upc_stride_c_done();
}
