/* SPDX-License-Identifier: BSD-3-Clause
 * Errors that return leave nothing behind, and no thread waits for another one that does not come: views, memory,
 * lists of elements, calls that move nothing. Each thread in turn has the wrong argument. Then the right call works. */
#include "tests/c/check.h"

#include <malloc.h>
#include <string.h>

enum { N = 8, WRONG_FLAGS = 1 << 20 };

static int threads, me;
static size_t shape[1], block[] = {N}, zero[] = {0};
static upc_stride_array_t A;
static upc_stride_pointer_t root;
static double mine[N];

static void says(const char *text, int by) {
  char other[40];
  snprintf(other, sizeof other, " (on thread %d)", by);
  if (strstr(upc_stride_last_error(), text) == NULL || (strstr(upc_stride_last_error(), other) != NULL) != (me != by)) {
    fprintf(stderr, "thread %d: '%s' by thread %d: '%s'\n", me, text, by, upc_stride_last_error());
    upc_stride_exit(1);
  }
}

/* A refused call that would have written to a view: the view's memory is as before, and the view can be opened. */
static void refused_writes(int by) {
  upc_stride_array_t V = upc_stride_array_of(mine, sizeof mine, 1, shape, block, sizeof *mine, 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(V, UPC_STRIDE_ALL);
  upc_stride_handle_t handle;
  CHECK(V != NULL);
  for (int i = 0; i < N; i++) mine[i] = me + i;
  CHECK_IS(upc_stride_broadcast(&all, root, me == by ? 1000000 : 8, 0), -1);
  says("upc_stride_broadcast: len", by);
  if (upc_stride_broadcast_nb(&handle, &all, root, 8, me == by ? WRONG_FLAGS : 0) == 0)
    CHECK_IS(upc_stride_wait(&handle), -1);
  says("upc_stride_broadcast: sync_flags", by);
  for (int i = 0; i < N; i++) CHECK_IS((long long)mine[i], me + i);
  CHECK_IS(upc_stride_open_view(V), 0);
  CHECK_IS(upc_stride_close_view(V), 0);
  CHECK_IS(upc_stride_broadcast(&all, root, 8, 0), 0);
  CHECK_IS((long long)mine[0], 77);
  CHECK_IS((long long)mine[1], me + 1);
  CHECK_IS(upc_stride_all_free(V), 0);
}

/* A view that one thread cannot make is made on none. */
static void refused_views(int by) {
  int *owner = calloc((size_t)threads, sizeof *owner);
  upc_stride_array_t V;
  CHECK(upc_stride_array_of(mine, sizeof mine, 1, shape, me == by ? zero : block, sizeof *mine, 0, NULL) == NULL);
  says("upc_stride_array_of: block", by);
  CHECK(upc_stride_array_of(mine, me == by ? 1 : sizeof mine, 1, shape, block, sizeof *mine, 0, NULL) == NULL);
  says("upc_stride_array_of: bytes", by);
  for (int t = 0; t < threads; t++) owner[t] = threads - 1 - t;
  CHECK(upc_stride_array_of_listed(mine, sizeof mine, 1, shape, block, sizeof *mine, me == by ? NULL : owner) == NULL);
  says("upc_stride_array_of_listed: owner: null", by);
  V = upc_stride_array_of_listed(mine, sizeof mine, 1, shape, block, sizeof *mine, owner);
  CHECK(V != NULL);
  CHECK_IS(upc_stride_all_free(V), 0);
  free(owner);
}

static void refused_fetches(int by) {
  const size_t index[] = {0};
  upc_stride_handle_t handle;
  double x = 0;
  CHECK_IS(upc_stride_fetch(&x, me == by ? NULL : A, index, 1, 0), -1);
  says("upc_stride_fetch: src: null", by);
  CHECK_IS(upc_stride_fetch(&x, A, index, 1, me == by ? WRONG_FLAGS : 0), -1);
  says("upc_stride_fetch: sync_flags", by);
  CHECK_IS(upc_stride_fetch_init(me == by ? NULL : &handle, &x, A, index, 1, 0), -1);
  says("upc_stride_fetch_init: handle: null", by);
  CHECK_IS(upc_stride_fetch(&x, A, index, 1, 0), 0);
  CHECK_IS((long long)x, 77);
}

/* What moves nothing waits for nobody, also for who refuses it. */
static void refused_nothing(int by) {
  const upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL);
  size_t *counts = calloc((size_t)threads * (size_t)threads, sizeof *counts);
  double x = 0;
  CHECK_IS(upc_stride_all_reduce_value(&x, &x, 0, me == by ? 12345 : UPC_ADD, UPC_DOUBLE, NULL, NULL),
           me == by ? -1 : 0);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_broadcast_value(&x, 0, me == by ? threads : 0, NULL), me == by ? -1 : 0);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_scatterv(&all, root, counts, NULL, me == by ? WRONG_FLAGS : 0), me == by ? -1 : 0);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_exchangev(&all, &all, counts, NULL, NULL, me == by ? WRONG_FLAGS : 0), me == by ? -1 : 0);
  upc_stride_barrier_all();
  free(counts);
}

/* Memory of a call in flight is not freed, and is still the program's. */
static void used_memory(void) {
  upc_stride_pointer_t memory = upc_stride_all_memory(N * sizeof(double));
  upc_stride_array_t V = upc_stride_view(memory, 1, shape, block, sizeof(double), 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(V, UPC_STRIDE_ALL);
  upc_stride_handle_t handle;
  CHECK_IS(upc_stride_broadcast_nb(&handle, &all, root, 8, 0), 0);
  CHECK_IS(upc_stride_all_free_memory(memory), threads > 1 || handle != NULL ? -1 : 0);
  CHECK_IS(upc_stride_wait(&handle), 0);
  CHECK_IS(upc_stride_all_free_memory(memory), 0);
  CHECK_IS(upc_stride_all_free(V), 0);
}

/* A prepared call that has nothing to do keeps no memory. The library uses handles of arrays again after some thousand
 * others, so their memory is there before. */
static void idle_calls(void) {
  upc_stride_handle_t handle;
  size_t before;
  for (int i = 0; i < 6000; i++)
    CHECK_IS(upc_stride_all_free(upc_stride_view(root, 1, shape, block, sizeof(double), 0, NULL)), 0);
  before = mallinfo2().uordblks;
  for (int i = 0; i < 500; i++) {
    CHECK_IS(upc_stride_fetch_init(&handle, NULL, A, NULL, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC), 0);
    CHECK_IS(upc_stride_free_call(&handle), 0);
  }
  CHECK(mallinfo2().uordblks < before + 100000);
}

static int last_thread(const size_t *block, void *unused) {
  (void)unused;
  return block[0] % 2 == 0 ? threads - 1 : 0;
}

/* Arrays that the shared heap has no room for. The lists of their blocks take 4 MB each, and are given back. */
static void no_room(void) {
  enum { BLOCKS = 1 << 18, BYTES = 8 };
  const size_t large[] = {(size_t)BLOCKS << 24}, part[] = {(size_t)1 << 24};
  int *owner = calloc(BLOCKS, sizeof *owner);
  size_t before = 0;
  struct mallinfo2 now;
  for (int i = 0; i < BLOCKS; i += 2) owner[i] = threads - 1;
  for (int i = 0; i < 12; i++) {
    now = mallinfo2();
    if (i == 2) before = now.uordblks + now.hblkhd;
    CHECK(upc_stride_all_alloc_listed(1, large, part, BYTES, owner) == NULL);
    CHECK(upc_stride_all_alloc_owned(1, large, part, BYTES, last_thread, NULL) == NULL);
    CHECK(strstr(upc_stride_last_error(), "must fit the shared heap") != NULL);
  }
  now = mallinfo2();
  CHECK(now.uordblks + now.hblkhd < before + 1000000);
  free(owner);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  START(&options);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  shape[0] = N * (size_t)threads;
  A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  root = upc_stride_at(A, zero);
  if (me == 0) *(double *)upc_stride_own_block(A, 0, NULL) = 77;
  upc_stride_barrier_all();
  for (int by = 0; by < threads; by++) {
    refused_writes(by);
    refused_views(by);
    refused_fetches(by);
    refused_nothing(by);
    used_memory();
  }
  idle_calls();
  no_room();
  CHECK_IS(upc_stride_finalize(), 0);
  return passed();
}
