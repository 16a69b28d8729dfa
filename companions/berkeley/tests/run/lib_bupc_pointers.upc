// SPDX-License-Identifier: BSD-3-Clause
// The rest of Berkeley's calls, upc_castable.h, upc_tick.h and upc_types.h.
#include "../../../../tests/upc/check.h"
#include <bupc_extensions.h>
#include <errno.h>
#include <upc_castable.h>
#include <upc_race.h>
#include <upc_tick.h>
#include <upc_types.h>

#if __UPC_CASTABLE__ != 1 || __UPC_TICK__ != 1
#error "feature macros"
#endif
#define REGIONS (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)
#if (UPC_CASTABLE_ALL & REGIONS) != REGIONS
#error "UPC_CASTABLE_ALL"
#endif

static shared [3] int A[3 * THREADS * 4];
static shared double one;
static shared int flag;

static void pointers(void) {
  char text[BUPC_DUMP_MIN_LENGTH], want[200];
  shared [3] int *p = &A[3 * (THREADS - 1) + 2];
  CHECK_EQ(bupc_dump_shared(p, text, sizeof text), 0);
  snprintf(want, sizeof want, "(addrfield=%p), thread=%d, phase=2>", (void *)upc_addrfield(p), (int)THREADS - 1);
  CHECK(strstr(text, want) != NULL);
  CHECK_EQ(bupc_dump_shared(NULL, text, sizeof text), 0);
  CHECK(!strcmp(text, "<NULL>"));
  errno = 0;
  CHECK_EQ(bupc_dump_shared(p, text, 20), -1);
  CHECK_EQ(errno, EINVAL);

  shared void *own = upc_alloc(100), *all = upc_all_alloc(THREADS, 8), *null = NULL;
  void *stack = text;
  for (int t = 0; t < THREADS; t++) {
    shared [3] int *q = &A[3 * t];
    int *r = upc_cast(q);
    upc_thread_info_t info = upc_thread_info((size_t)t);
    CHECK((info.guaranteedCastable & ~info.probablyCastable) == 0);
    if (t == MYTHREAD) CHECK(r == (int *)q);
    if (info.guaranteedCastable & UPC_CASTABLE_STATIC) CHECK(r != NULL);
    CHECK_EQ(bupc_castable(q), r != NULL);
    CHECK_EQ(bupc_thread_castable((unsigned)t), r != NULL);
    CHECK(bupc_cast(q) == r);
    if (!r) continue;
    CHECK(bupc_inverse_cast(r) == q);
    CHECK_EQ(bupc_inverse_cast(r + 1) == q + 1, 1);
    if (t == MYTHREAD) *q = 40 + t;
    upc_barrier;
    CHECK_EQ(*r, 40 + t);
    upc_barrier;
  }
  CHECK(upc_cast(null) == NULL && bupc_cast(null) == NULL && bupc_castable(null));
  CHECK(bupc_inverse_cast((void *)own) == own);
  CHECK(bupc_inverse_cast(stack) == NULL && bupc_inverse_cast(NULL) == NULL);
  if (upc_cast(all)) CHECK(bupc_inverse_cast(upc_cast(all)) == all);
  shared [3] int *made = (shared [3] int *)bupc_local_to_shared((int *)&A[3 * MYTHREAD] + 1, (int)(THREADS - 1), 1);
  CHECK(made == &A[3 * (THREADS - 1) + 1]);
  CHECK_EQ(upc_phaseof(made), 1);
  upc_free(own);
  upc_all_free(all);

  for (int from = 0; from < 3 * THREADS; from++)
    for (int by = -from; by < 3 * THREADS; by++) {
      CHECK(bupc_ptradd(&A[from], 3, sizeof(int), by) == &A[from + by]);
      CHECK_EQ(upc_phaseof(bupc_ptradd(&A[from], 3, sizeof(int), by)), (from + by) % 3);
    }
  shared int *cyclic = (shared int *)&A[0];
  shared [] int *whole = (shared [] int *)&A[0];
  CHECK(bupc_ptradd(cyclic, 1, sizeof(int), 2 * THREADS + 1) == cyclic + 2 * THREADS + 1);
  CHECK(bupc_ptradd(whole, 0, sizeof(int), 5) == whole + 5);

  shared void *old = upc_local_alloc(10, 10);
  CHECK_EQ(upc_threadof(old), MYTHREAD);
  upc_free(old);
  CHECK(upc_local_alloc(0, 10) == NULL);
}

static void threads(void) {
  for (int x = 0; x < THREADS; x++)
    for (int y = 0; y < THREADS; y++) {
      unsigned d = bupc_thread_distance(x, y);
      CHECK_EQ(d == BUPC_THREADS_SAME, x == y);
      CHECK_EQ(d, bupc_thread_distance(y, x));
      CHECK(d <= BUPC_THREADS_VERYFAR);
    }
  CHECK(BUPC_THREADS_SAME == 0 && BUPC_THREADS_VERYNEAR < BUPC_THREADS_NEAR);
  CHECK(BUPC_THREADS_NEAR < BUPC_THREADS_FAR && BUPC_THREADS_FAR < BUPC_THREADS_VERYFAR);
  if (MYTHREAD == 0) upc_race_ok(flag);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) flag = 1;
  while (!flag) bupc_poll();
  upc_poll();
  CHECK(bupc_getenv("UPC_NO_SUCH_VARIABLE") == NULL);
  bupc_trace_printf(("nothing %d", 1));
}

static void time_passes(void) {
  upc_tick_t t0 = upc_ticks_now(), t1;
  bupc_tick_t b0 = bupc_ticks_now(), b1;
  while ((b1 = bupc_ticks_now()) == b0) {}
  for (volatile int i = 0; i < 100000; i++) {}
  t1 = upc_ticks_now();
  b1 = bupc_ticks_now();
  CHECK(t1 > t0 && b1 > b0 && (upc_tick_t)-1 > 0);
  CHECK(upc_ticks_to_ns(t1 - t0) >= 1000 && upc_ticks_to_ns(t1 - t0) < 10000000000ull);
  CHECK_EQ(bupc_ticks_to_us(b1 - b0), bupc_ticks_to_ns(b1 - b0) / 1000);
  CHECK(UPC_TICK_MIN == 0 && UPC_TICK_MAX == (upc_tick_t)-1 && sizeof(UPC_TICK_MAX) == sizeof(upc_tick_t));
  CHECK(BUPC_TICK_MIN == 0 && BUPC_TICK_MAX == (bupc_tick_t)-1);
  CHECK(bupc_tick_granularityus() > 0 && bupc_tick_granularityus() < 1000);
  CHECK(bupc_tick_overheadus() > 0 && bupc_tick_overheadus() < 1000);
}

static void types(void) {
  upc_type_t t[] = {UPC_CHAR, UPC_UCHAR, UPC_SHORT, UPC_USHORT, UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG, UPC_LLONG,
                    UPC_ULLONG, UPC_INT8, UPC_UINT8, UPC_INT16, UPC_UINT16, UPC_INT32, UPC_UINT32, UPC_INT64,
                    UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_LDOUBLE, UPC_PTS};
  enum { TYPES = sizeof t / sizeof *t };
  for (int i = 0; i < TYPES; i++)
    for (int j = 0; j < i; j++) CHECK(t[i] != t[j]);
  upc_op_t ops[] = {UPC_ADD, UPC_MULT, UPC_AND, UPC_OR, UPC_XOR, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX};
  upc_flag_t flags[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  upc_op_t all_ops = 0;
  upc_flag_t all_flags = 0;
  for (int i = 0; i < 9; i++) CHECK(ops[i] && !(all_ops & ops[i])), all_ops |= ops[i];
  for (int i = 0; i < 6; i++) CHECK(flags[i] && !(all_flags & flags[i])), all_flags |= flags[i];
}

int main(void) {
  pointers();
  threads();
  time_passes();
  types();
  if (MYTHREAD == 0) one = 1;
  return done();
}
