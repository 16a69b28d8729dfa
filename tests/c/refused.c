/* SPDX-License-Identifier: BSD-3-Clause
 * A call that one member refuses is refused on all members, where errors return: each operation, blocking and
 * split-phase, each thread in turn with a wrong argument. Then the right call works. */
#include "tests/c/check.h"

#include <malloc.h>
#include <string.h>

enum { N = 8, BLOCKING, SPLIT, PREPARED, FORMS, WRONG_FLAGS = 1 << 20 };

static upc_stride_array_t A, B, ends; /* of THREADS blocks each: one for each thread */
static upc_stride_section_t dst, src, all;
static upc_stride_pointer_t root;
static size_t *counts, *displs;
static int *perm, threads, me;
static int operations;
static double halo[64], result;
static const void *lent;

static void says(const char *call, int by) {
  char other[40];
  snprintf(other, sizeof other, " (on thread %d)", by);
  if (strstr(upc_stride_last_error(), call) == NULL || (strstr(upc_stride_last_error(), other) != NULL) != (me != by)) {
    fprintf(stderr, "thread %d: %s refused by thread %d: '%s'\n", me, call, by, upc_stride_last_error());
    upc_stride_exit(1);
  }
}

#define FORM(name, ...)                                                       \
  case __LINE__:                                                              \
    *call = "upc_stride_" #name ":";                                          \
    if (form == BLOCKING) return upc_stride_##name(__VA_ARGS__);              \
    if (form == PREPARED) {                                                   \
      code = upc_stride_##name##_init(&handle, __VA_ARGS__);                  \
      return code != 0 ? code : prepared(&handle);                            \
    }                                                                         \
    code = upc_stride_##name##_nb(&handle, __VA_ARGS__);                      \
    return code != 0 ? code : upc_stride_wait(&handle);

/* A prepared call that none has refused. */
static int prepared(upc_stride_handle_t *handle) {
  CHECK_IS(upc_stride_start_call(*handle), 0);
  CHECK_IS(upc_stride_wait(handle), 0);
  return upc_stride_free_call(handle);
}

enum { FIRST = __LINE__ };
static int make(int number, int form, int flags, const char **call) {
  upc_stride_handle_t handle;
  int code;
  switch (number) {
    FORM(broadcast, &dst, root, 8, flags)
    FORM(lend, &dst, root, 8, &lent, flags)
    FORM(scatter, &dst, root, 8, flags)
    FORM(gather, root, &src, 8, flags)
    FORM(gather_all, &dst, &src, 8, flags)
    FORM(exchange, &dst, &src, 8, flags)
    FORM(permute, &dst, &src, perm, 8, flags)
    FORM(scatterv, &dst, root, counts, displs, flags)
    FORM(gatherv, root, &src, counts, displs, flags)
    FORM(gather_allv, &dst, &src, counts, displs, flags)
    FORM(exchange_own, &dst, &src, counts, displs, NULL, NULL, flags)
    FORM(gather_all_own, &dst, &src, counts, displs, NULL, flags)
    FORM(gather_own, root, &src, counts, displs, NULL, flags)
    FORM(scatter_own, &dst, root, counts, displs, NULL, flags)
    FORM(reduce, root, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, flags)
    FORM(reduce_all, &dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, flags)
    FORM(prefix_reduce, &dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, flags)
    FORM(prefix_reduce_exclusive, &dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, flags)
    FORM(reduce_scatter, &dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, flags)
    FORM(copy, &dst, &src, flags)
    FORM(transform, &dst, &src, NULL, NULL, NULL, UPC_DOUBLE, flags)
    FORM(halo, halo, &src, 1, 0, flags)
    default: return 1;
  }
}
enum { LAST = __LINE__ };

/* A refused call leaves no memory behind. MPI's messages do, so it is not asked there. */
static void keeps_nothing(int number, int form, int flags) {
#ifdef ON_MPI
  (void)number, (void)form, (void)flags;
#else
  enum { TIMES = 50, MOST = 200 };
  const char *call;
  size_t before = 0;
  for (int i = 0; i < 2 * TIMES; i++) {
    if (i == TIMES) before = mallinfo2().uordblks;
    CHECK_IS(make(number, form, me == 0 ? WRONG_FLAGS : flags, &call), -1);
  }
  if (mallinfo2().uordblks > before + TIMES * MOST)
    fprintf(stderr, "thread %d: %s, form %d, keeps %zu bytes\n", me, call, form,
            (mallinfo2().uordblks - before) / TIMES);
  CHECK(mallinfo2().uordblks <= before + TIMES * MOST);
#endif
}

static void all_forms(int number, int flags) {
  const char *call;
  int form, by, code = 1;
  for (form = BLOCKING; form < FORMS; form++)
    for (by = 0; by < threads; by++) {
      code = make(number, form, me == by ? WRONG_FLAGS : flags, &call);
      if (code == 1) return;
      if (code != -1) fprintf(stderr, "thread %d: %s returns %d, refused by thread %d\n", me, call, code, by);
      CHECK_IS(code, -1);
      says(call, by);
      CHECK_IS(make(number, form, flags, &call), 0);
    }
  for (form = BLOCKING; flags == 0 && form < FORMS; form++) keeps_nothing(number, form, flags);
  operations++;
}

/* Other arguments than flags: a root that only some have, a section at one end, too many bytes. */
static void other_arguments(int by) {
  const upc_stride_pointer_t nothing = {0, 0};
  const upc_stride_section_t beyond = UPC_SECTION(B, UPC_STRIDE_AT(threads));
  CHECK_IS(upc_stride_broadcast(&dst, me == by ? nothing : root, 8, 0), -1);
  says("upc_stride_broadcast: src: null", by);
  CHECK_IS(upc_stride_gather_all(&dst, me == by ? &beyond : &src, 8, 0), -1);
  says("upc_stride_gather_all: src: picks block", by);
  CHECK_IS(upc_stride_gather_all(me == by ? NULL : &dst, &src, 8, 0), -1);
  says("upc_stride_gather_all: dst: null", by);
  CHECK_IS(upc_stride_scatter(&dst, root, me == by ? 1000000 : 8, 0), -1);
  says("upc_stride_scatter: len: 1000000", by);
  CHECK_IS(upc_stride_reduce_all(&dst, &src, 1, UPC_ADD, me == by ? 99 : UPC_DOUBLE, NULL, 0), -1);
  says("upc_stride_reduce_all: type", by);
  CHECK_IS(upc_stride_permute(&dst, &src, me == by ? NULL : perm, 8, 0), -1);
  says("upc_stride_permute: perm: null", by);
}

/* No section is right: a barrier, null sections, and what a package refuses before the library. */
static void no_right_section(int by) {
  const upc_stride_section_t beyond = UPC_SECTION(A, UPC_STRIDE_AT(threads));
  const upc_stride_pointer_t nowhere = {0, 0};
  upc_stride_handle_t handle;
  CHECK_IS(upc_stride_barrier(me == by ? &beyond : &dst), -1);
  says("upc_stride_barrier: section: picks block", by);
  CHECK_IS(upc_stride_barrier(me == by ? NULL : &all), -1);
  says("upc_stride_barrier: section: null", by);
  CHECK_IS(upc_stride_barrier_init(&handle, me == by ? &beyond : &dst), -1);
  says("upc_stride_barrier: section: picks block", by);
  CHECK_IS(upc_stride_gather_all(me == by ? NULL : &dst, me == by ? &beyond : &src, 8, 0), -1);
  says("upc_stride_gather_all: dst: null", by);
  CHECK_IS(upc_stride_all_reduce_value(&result, &result, 1, UPC_ADD, UPC_DOUBLE, NULL, me == by ? &beyond : &all), -1);
  says("upc_stride_all_reduce_value: members: picks block", by);
  CHECK_IS(me == by ? upc_stride_refuse_call("mine: of no use", 0, &dst, nowhere, &src)
                    : upc_stride_gather_all(&dst, &src, 8, 0), -1);
  says("mine: of no use", by);
  CHECK_IS(me == by ? upc_stride_refuse_call("mine: of no use", 0, NULL, nowhere, NULL) : upc_stride_barrier(&dst), -1);
  says("mine: of no use", by);
  CHECK_IS(me == by ? upc_stride_refuse_call("mine: of no use", 0, &dst, root, NULL)
                    : upc_stride_broadcast(&dst, root, 8, 0), -1);
  says("mine: of no use", by);
}

static void values(int by) {
  double x = me;
  CHECK_IS(upc_stride_all_reduce_value(&result, &x, 1, UPC_ADD, me == by ? 99 : UPC_DOUBLE, NULL, NULL), -1);
  says("upc_stride_all_reduce_value: type", by);
  CHECK_IS(upc_stride_all_prefix_value(me == by ? NULL : &result, &x, 1, UPC_ADD, UPC_DOUBLE, NULL, &all), -1);
  says("upc_stride_all_prefix_value: result: null", by);
  CHECK_IS(upc_stride_all_broadcast_value(&x, 8, me == by ? threads : 0, NULL), -1);
  says("upc_stride_all_broadcast_value: root", by);
  CHECK_IS(upc_stride_all_reduce_value(&result, &x, 1, UPC_ADD, UPC_DOUBLE, NULL, NULL), 0);
  CHECK_IS((long long)result, threads * (threads - 1) / 2);
}

static void allocation(int by) {
  const size_t shape[] = {N * (size_t)threads}, block[] = {N}, wrong[] = {0};
  upc_stride_array_t C = upc_stride_all_alloc(1, shape, me == by ? wrong : block, 8, 0, NULL);
  CHECK(C == NULL);
  says("upc_stride_all_alloc: block", by);
  C = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  CHECK(C != NULL);
  CHECK_IS(upc_stride_all_free(C), 0);
}

/* A team of some threads: the others return at once. Calls of two teams are in flight, of which one is refused. */
static void teams(int by) {
  const upc_stride_section_t few = UPC_SECTION(ends, UPC_STRIDE_RANGE(0, threads - 2));
  upc_stride_handle_t handle[2] = {NULL, NULL};
  int member = me < threads - 1 || me == 0, is_refused = by < threads - 1;
  if (threads < 3) return;
  CHECK_IS(upc_stride_broadcast_nb(&handle[0], &few, root, 8, me == by ? WRONG_FLAGS : 0), me == by ? -1 : 0);
  CHECK_IS(upc_stride_reduce_all_nb(&handle[1], &dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, 0), 0);
  if (me != by) CHECK_IS(upc_stride_wait(&handle[0]), member && is_refused ? -1 : 0);
  CHECK_IS(upc_stride_wait(&handle[1]), 0);
}

/* What calls move is what they must move, after all that was refused. */
static void still_right(void) {
  double *to = upc_stride_own_block(A, 0, NULL), *from = upc_stride_own_block(B, 0, NULL);
  from[0] = me + 1;
  CHECK_IS(upc_stride_reduce_all(&dst, &src, 1, UPC_ADD, UPC_DOUBLE, NULL, 0), 0);
  CHECK_IS((long long)to[0], threads * (threads + 1) / 2);
  CHECK_IS(upc_stride_gather_all(&dst, &src, 8, 0), 0);
  CHECK_IS((long long)to[threads - 1], threads);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  static const int flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_NOSYNC | UPC_OUT_NOSYNC};
  size_t shape[1], block[] = {N}, zero[] = {0};
  int i, f, number;
  START(&options);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  block[0] = (size_t)(threads > N ? threads : N);
  shape[0] = block[0] * (size_t)threads;
  A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  ends = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  dst = UPC_SECTION(A, UPC_STRIDE_ALL), src = UPC_SECTION(B, UPC_STRIDE_ALL), all = UPC_SECTION(ends, UPC_STRIDE_ALL);
  root = upc_stride_at(ends, zero);
  counts = calloc((size_t)threads, sizeof *counts), displs = calloc((size_t)threads, sizeof *displs);
  perm = calloc((size_t)threads, sizeof *perm);
  for (i = 0; i < threads; i++) counts[i] = 8, displs[i] = 8 * (size_t)i, perm[i] = (i + 1) % threads;
  for (f = 0; f < 3; f++)
    for (number = FIRST; number < LAST; number++) {
      all_forms(number, flags[f]);
      CHECK_IS(upc_stride_barrier(&all), 0); /* for those without synchronisation */
    }
  CHECK_IS(operations, 3 * 22);
  for (i = 0; i < threads; i++) {
    if (threads > 1) other_arguments(i), no_right_section(i), values(i), allocation(i), teams(i);
    still_right();
  }
  CHECK_IS(upc_stride_finalize(), 0);
  return passed();
}
