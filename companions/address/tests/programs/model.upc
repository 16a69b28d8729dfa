// SPDX-License-Identifier: BSD-3-Clause
// Random objects, pointers and accesses beside a model that knows which bytes are of a live object: of each access the
// verdict must be the model's. With UPC_ASAN=report, which counts all faults; an access that may be wrong writes what
// is there already.
//   model SEED ACCESSES
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_nb.h>
#include <upc_castable.h>
#include <bupc_atomics.h>

enum { BLOCK = 24, OBJECTS = 60, BEYOND = 200, MOST = 3000, TURNS = 20 };
enum kind { NONE, OWN, DEALT, STATIC };
typedef struct { enum kind kind; int live; size_t bytes; shared void *base; } object_t;
typedef struct { unsigned a : 5, b : 11; unsigned long c : 40; } bits_t;

shared [] object_t all[OBJECTS];
shared [BLOCK] char A[37 * THREADS], B[BLOCK * THREADS];
unsigned urtk_address_found(void);
static unsigned long state;
static long wrong, faults, accesses;

static unsigned long draw(unsigned long below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % below;
}

// ---- the model ----
static size_t bytes_on(const object_t *o, size_t thread) {
  if (o->kind == OWN) return upc_threadof(o->base) == thread ? o->bytes : 0;
  return upc_affinitysize(o->bytes, BLOCK, thread);
}

static int may(const object_t *o, size_t thread, long at, size_t bytes) {
  return o->live && at >= 0 && at + bytes <= bytes_on(o, thread);
}

// ---- accesses ----
static char private[MOST + 2 * BEYOND];
static volatile long sum, value; // what is stored anew goes by here: else Clang would leave it out

enum { BITS = 11, CAST = 16, HOWS };
static const size_t align[HOWS] = {1, 1, 2, 4, 8, 1, 1, 1, 1, 1, 1, 8, 8, 4, 8, 4, 1};
static const size_t fixed[HOWS] = {1, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 8, 8, 4, 8, 4, 0};

static void make(int how, shared [] char *p, size_t bytes) {
  shared void *q = (shared void *)p;
  switch (how) {
  case 0: sum += *p; return;
  case 1: value = *p, *p = value; return;
  case 2: sum += *(shared [] short *)p; return;
  case 3: value = *(shared [] int *)p, *(shared [] int *)p = value; return;
  case 4: sum += *(shared [] double *)p > 0; return;
  case 5: for (size_t i = 0; i < bytes; i++) sum += p[i]; return;
  case 6: for (size_t i = bytes; i-- > 0; p[i] = value) value = p[i]; return;
  case 7: upc_memget(private, q, bytes); return;
  case 8: upc_memcpy(q, q, bytes); return;
  case 9: upc_sync(upc_memget_nb(private, q, bytes)); return;
  case 10: upc_memcpy_nbi(q, q, bytes), upc_synci(); return;
  case BITS: sum += ((shared [] bits_t *)p)->b; return;
  case BITS + 1: value = ((shared [] bits_t *)p)->c, ((shared [] bits_t *)p)->c = value; return;
  case 13: bupc_atomicI32_fetchadd_relaxed(q, 0); return;
  case 14: bupc_atomicU64_read_strict(q); return;
  case 15: *(strict shared [] int *)p = *(strict shared [] int *)p; return;
  case CAST: {
    char *mine = upc_cast(q);
    for (size_t i = 0; i < bytes; i++) sum += mine[i];
  }
  }
}

static shared [] char *part_of(const object_t *o, size_t thread) {
  if (o->kind == OWN) return (shared [] char *)o->base;
  return (shared [] char *)((shared [BLOCK] char *)o->base + thread * BLOCK);
}

static void access(void) {
  object_t o = all[draw(OBJECTS)];
  if (o.kind == NONE) return;
  size_t thread = o.kind == OWN ? upc_threadof(o.base) : draw(THREADS), here = bytes_on(&o, thread);
  int how = draw(HOWS);
  long at = (long)draw(here + 2 * BEYOND) - BEYOND;
  if (draw(2)) at = draw(2) ? (long)here - (long)draw(9) : (long)draw(9) - 4; // near an end
  at = at / (long)align[how] * (long)align[how];
  size_t bytes = fixed[how] ? fixed[how] : 1 + draw(draw(4) ? 16 : here + 1);
  if (!fixed[how] && at + (long)bytes > (long)here + BEYOND) bytes = 1;
  if ((how == BITS || how == BITS + 1) && at < (long)here && at + 8 > (long)here) return; // the compiler's choice
  shared [] char *p = part_of(&o, thread) + at;
  if (how == CAST && upc_cast((shared void *)p) == NULL) how = 7;
  unsigned before = urtk_address_found();
  make(how, p, bytes);
  int told = urtk_address_found() != before, fault = !may(&o, thread, at, bytes);
  accesses++, faults += fault;
  if (told == fault || wrong++ > 5) return;
  printf("thread %d: access %d of %zu bytes at %ld of %zu bytes on thread %zu (%s, kind %d) is %s, and it is %s\n",
         MYTHREAD, how, bytes, at, here, thread, o.live ? "live" : "freed", o.kind, fault ? "a fault" : "right",
         told ? "told of" : "not told of");
}

// ---- objects ----
static void replace(void) {
  size_t i = 3 + draw(OBJECTS - 3), bytes = 1 + draw(draw(3) ? 100 : MOST), blocks = 1 + draw(3 * THREADS);
  object_t o = all[i];
  if (o.live && draw(2)) {
    upc_free(o.base);
    o.live = 0;
  } else if (!o.live && draw(3)) {
    o = (object_t){OWN, 1, bytes, upc_alloc(bytes)};
  } else if (!o.live) {
    o = (object_t){DEALT, 1, blocks * BLOCK, upc_global_alloc(blocks, BLOCK)};
  }
  all[i] = o;
}

int main(int argc, char **argv) {
  long count = argc > 2 ? atol(argv[2]) : 1000;
  state = (argc > 1 ? strtoul(argv[1], NULL, 0) : 1) * 1000003 + MYTHREAD;
  if (MYTHREAD == 0) {
    all[0] = (object_t){STATIC, 1, sizeof A, A};
    all[1] = (object_t){STATIC, 1, sizeof B, B};
    all[2] = (object_t){DEALT, 1, BLOCK, upc_global_alloc(1, BLOCK)};
  }
  upc_barrier;
  for (int turn = 0; turn < TURNS * THREADS; turn++) {
    if (turn % THREADS == MYTHREAD)
      for (long i = 0; i < count / (TURNS * THREADS) + 1; i++) draw(4) ? access() : replace();
    upc_barrier;
  }
  printf("%s: thread %d: %ld accesses, %ld of them faults, %ld wrong verdicts\n", wrong ? "FAILED" : "PASS", MYTHREAD,
         accesses, faults, wrong);
  return wrong != 0;
}
