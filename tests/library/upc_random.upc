/* SPDX-License-Identifier: BSD-3-Clause
 * Random calls of UPC's standard collectives, compared with a model that has every byte of every thread: any number of
 * bytes, any address, any permutation; reductions of every type, operation, block size, first thread and phase, to any
 * address; each with every synchronisation, used to its limit (see operations.upc).
 * flags: -Isrc
 * usage: upc_random [rounds [seed]] */
#include "world.h"

enum { MEMORY = 16384 };                /* bytes of source and destination on each thread */

static shared char *A, *B;              /* destination and source */
static shared int perm[THREADS];
static unsigned char *wanted, *cares;   /* of A, thread by thread; cares: 0 if the contents are undefined */
static unsigned char buffer[MEMORY];    /* the contents of a thread's source */
static int *permutation, round_salt;

static unsigned char byte(int thread, size_t at) {
  return (unsigned char)((unsigned)((thread * 8191 + (int)at) * 31 + round_salt * 1009) * 2654435761u >> 24);
}

static shared void *place(shared char *X, int thread, size_t at) { return (shared void *)(X + thread + at * THREADS); }

/* ---- a call: what it writes, and making it ---- */

typedef struct {
  int op, root, type, combine, blk, n;
  int start, first, to_first;           /* the thread of `shared []`; the elements that src and dst point to */
  size_t bytes, to, from;
  upc_flag_t flags;
} call_t;

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, PREFIX, OPS };

static const char *const names[OPS] = {"upc_all_broadcast", "upc_all_scatter", "upc_all_gather", "upc_all_gather_all",
                                       "upc_all_exchange", "upc_all_permute", "upc_all_reduce",
                                       "upc_all_prefix_reduce"};

static void goes(int to, size_t at, int from, size_t there, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes; i++) wanted[(size_t)to * MEMORY + at + i] = byte(from, there + i);
}

static void model_bytes(const call_t *c) {
  size_t n = c->bytes, s, t;
  for (t = 0; t < THREADS; t++) switch (c->op) {
    case BROADCAST: goes((int)t, c->to, c->root, c->from, n); break;
    case SCATTER: goes((int)t, c->to, c->root, c->from + t * n, n); break;
    case GATHER: goes(c->root, c->to + t * n, (int)t, c->from, n); break;
    case PERMUTE: goes(permutation[t], c->to, (int)t, c->from, n); break;
    case GATHER_ALL: for (s = 0; s < THREADS; s++) goes((int)t, c->to + s * n, (int)s, c->from, n); break;
    case EXCHANGE: for (s = 0; s < THREADS; s++) goes((int)t, c->to + s * n, (int)s, c->from + t * n, n); break;
  }
}

static void call_bytes(const call_t *c) {
  shared void *to = place(A, 0, c->to), *from = place(B, 0, c->from);
  switch (c->op) {
    case BROADCAST: upc_all_broadcast(to, place(B, c->root, c->from), c->bytes, c->flags); break;
    case SCATTER: upc_all_scatter(to, place(B, c->root, c->from), c->bytes, c->flags); break;
    case GATHER: upc_all_gather(place(A, c->root, c->to), from, c->bytes, c->flags); break;
    case GATHER_ALL: upc_all_gather_all(to, from, c->bytes, c->flags); break;
    case EXCHANGE: upc_all_exchange(to, from, c->bytes, c->flags); break;
    case PERMUTE: upc_all_permute(to, from, perm, c->bytes, c->flags); break;
  }
}

/* ---- values ---- */

static const upc_op_t combines[] = {UPC_ADD, UPC_MULT, UPC_MIN, UPC_MAX, UPC_LOGAND, UPC_LOGOR, UPC_FUNC,
                                    UPC_NONCOMM_FUNC, UPC_AND, UPC_OR, UPC_XOR};
enum { REALS = 8, COMBINES = sizeof combines / sizeof combines[0] };

/* x -> a*x + b modulo 8, composed: the order matters. */
static int compose(int first, int second) {
  int a1 = first >> 3 & 7, b1 = first & 7, a2 = second >> 3 & 7, b2 = second & 7;
  return (a1 * a2 & 7) << 3 | ((a2 * b1 + b2) & 7);
}

static long long apply(int combine, long long x, long long y) {
  switch (combine) {
    case 0: return x + y;
    case 1: return x * y;
    case 2: return x < y ? x : y;
    case 3: return x > y ? x : y;
    case 4: return x && y;
    case 5: return x || y;
    case 6: return x > y ? x : y;
    case 7: return compose((int)x, (int)y);
    case 8: return x & y;
    case 9: return x | y;
    default: return x ^ y;
  }
}

/* Element e, small enough for all types to hold the results. */
static int value(int combine, int e) {
  unsigned x = (unsigned)(e + round_salt * 131) * 2654435761u >> 16;
  if (combine == 0) return x % 16 == 0;
  if (combine == 1) return 1 + (x % 128 == 0);
  if (combine == 4) return x % 64 != 0;
  if (combine == 5) return x % 64 == 0;
  return (int)(x % 64);
}

#define TYPES(X)                                                                                  \
  X(0, signed char, mostC, orderC, upc_all_reduceC, upc_all_prefix_reduceC)                       \
  X(1, unsigned char, mostUC, orderUC, upc_all_reduceUC, upc_all_prefix_reduceUC)                 \
  X(2, signed short, mostS, orderS, upc_all_reduceS, upc_all_prefix_reduceS)                      \
  X(3, unsigned short, mostUS, orderUS, upc_all_reduceUS, upc_all_prefix_reduceUS)                \
  X(4, signed int, mostI, orderI, upc_all_reduceI, upc_all_prefix_reduceI)                        \
  X(5, unsigned int, mostUI, orderUI, upc_all_reduceUI, upc_all_prefix_reduceUI)                  \
  X(6, signed long, mostL, orderL, upc_all_reduceL, upc_all_prefix_reduceL)                       \
  X(7, unsigned long, mostUL, orderUL, upc_all_reduceUL, upc_all_prefix_reduceUL)                 \
  X(8, float, mostF, orderF, upc_all_reduceF, upc_all_prefix_reduceF)                             \
  X(9, double, mostD, orderD, upc_all_reduceD, upc_all_prefix_reduceD)                            \
  X(10, long double, mostLD, orderLD, upc_all_reduceLD, upc_all_prefix_reduceLD)
enum { ALL_TYPES = 11, FIRST_REAL = 8 };

#define FUNCTIONS(number, T, most, order, reduce, prefix_reduce)       \
  static T most(T x, T y) { return x > y ? x : y; }                   \
  static T order(T x, T y) { return (T)compose((int)x, (int)y); }
TYPES(FUNCTIONS)

#define SIZE(number, T, most, order, reduce, prefix_reduce) case number: return sizeof(T);
static size_t size_of(int type) {
  switch (type) { TYPES(SIZE) }
  return 0;
}

#define STORE(number, T, most, order, reduce, prefix_reduce) case number: *(T *)where = (T)x; break;
static void store(int type, void *where, long long x) {
  switch (type) { TYPES(STORE) }
}

/* The thread and offset of element e of an array that starts at the first byte of each thread's memory. */
static size_t element(const call_t *c, int e, int *thread) {
  *thread = c->blk == 0 ? c->start : e / c->blk % THREADS;
  return (size_t)(c->blk == 0 ? e : e / c->blk / THREADS * c->blk + e % c->blk) * size_of(c->type);
}

static void put_values(const call_t *c, int whose) {
  int e, thread;
  for (e = c->first; e < c->first + c->n; e++) {
    size_t at = element(c, e, &thread);
    if (thread == whose) store(c->type, buffer + at, value(c->combine, e));
  }
}

static void result(const call_t *c, int thread, size_t at, long long sum) {
  long double padded = 0;               /* x86's has six bytes of padding */
  size_t size = size_of(c->type), says = c->type == ALL_TYPES - 1 ? 10 : size;
  store(c->type, &padded, sum);
  memcpy(wanted + (size_t)thread * MEMORY + at, &padded, says);
  memset(cares + (size_t)thread * MEMORY + at + says, 0, size - says);
}

static void model_values(const call_t *c) {
  int e, thread;
  long long sum = 0;
  for (e = c->first; e < c->first + c->n; e++) {
    size_t at = element(c, e - c->first + c->to_first, &thread);
    sum = e == c->first ? value(c->combine, e) : apply(c->combine, sum, value(c->combine, e));
    if (c->op == PREFIX) result(c, thread, at, sum);
  }
  if (c->op == REDUCE && c->n > 0) result(c, c->root, c->to, sum);
}

/* UPC has no pointers with a block size that is known at run time only. */
#define START(T, X, e)                                                         \
  (c->blk == 0   ? (shared void *)((shared [] T *)place(X, c->start, 0) + (e)) \
   : c->blk == 1 ? (shared void *)((shared [1] T *)(X) + (e))                  \
   : c->blk == 2 ? (shared void *)((shared [2] T *)(X) + (e))                  \
   : c->blk == 3 ? (shared void *)((shared [3] T *)(X) + (e))                  \
                 : (shared void *)((shared [7] T *)(X) + (e)))

#define CALL(number, T, most, order, reduce, prefix_reduce)                                                          \
  case number:                                                                                                       \
    if (c->op == REDUCE)                                                                                             \
      reduce(place(A, c->root, c->to), START(T, B, c->first), op, n, blk, op == UPC_NONCOMM_FUNC ? order : most, f); \
    else                                                                                                             \
      prefix_reduce(START(T, A, c->to_first), START(T, B, c->first), op, n, blk,                                     \
                    op == UPC_NONCOMM_FUNC ? order : most, f);                                                       \
    break;

static void call_values(const call_t *c) {
  upc_op_t op = combines[c->combine];
  upc_flag_t f = c->flags;
  size_t n = (size_t)c->n, blk = (size_t)c->blk;
  switch (c->type) { TYPES(CALL) }
}

/* ---- at random ---- */

static void choose(call_t *c) {
  static const int blocks[] = {0, 1, 2, 3, 7};
  size_t most = (MEMORY - 256) / THREADS;
  int i;
  memset(c, 0, sizeof *c);
  c->op = random_below(OPS);
  c->root = random_below(THREADS), c->start = random_below(THREADS);
  c->type = random_below(ALL_TYPES);
  c->combine = random_below(c->type >= FIRST_REAL ? REALS : COMBINES);
  c->blk = blocks[random_below(5)];
  c->to = (size_t)random_below(16) * (c->op == REDUCE ? 16 : 13);
  c->from = (size_t)random_below(200);
  c->bytes = random_below(10) == 0 ? 0 : (size_t)random_in(1, random_below(3) == 0 ? (int)most - 200 : 60);
  c->n = random_below(20) == 0 ? 0 : random_in(1, random_below(4) == 0 ? 200 : 20);
  c->first = random_below(3) == 0 ? 0 : random_below(c->blk == 0 ? 40 : 8 * THREADS);
  c->to_first = random_below(4) == 0 ? random_below(20) : c->first;
  for (i = 0; i < THREADS; i++) permutation[i] = i;
  for (i = THREADS - 1; i > 0; i--) {
    int j = random_below(i + 1), x = permutation[i];
    permutation[i] = permutation[j], permutation[j] = x;
  }
}

static void write_source(const call_t *c, int whose) {
  size_t at;
  for (at = 0; at < MEMORY; at++) buffer[at] = byte(whose, at);
  if (c->op >= REDUCE) put_values(c, whose);
  upc_memput(place(B, whose, 0), buffer, MEMORY);
  perm[whose] = permutation[whose];
}

static void compare(const call_t *c, int thread) {
  size_t at, mine = (size_t)thread * MEMORY;
  upc_memget(buffer, place(A, thread, 0), MEMORY);
  for (at = 0; at < MEMORY; at++)
    if (buffer[at] != wanted[mine + at] && cares[mine + at])
      world_fail(names[c->op], thread, at, wanted[mine + at], buffer[at]);
}

static void play(void) {
  int in, out, moves, other = (MYTHREAD + 1) % THREADS;
  call_t c;
  choose(&c);
  round_salt = world_round;
  c.flags = world_sync(random_below(13), &in, &out);
  moves = c.op >= REDUCE ? c.n > 0 : c.bytes > 0;
  memset(wanted, POISON, (size_t)MEMORY * THREADS);
  memset(cares, 1, (size_t)MEMORY * THREADS);
  if (c.op >= REDUCE) model_values(&c);
  else model_bytes(&c);
  memset((char *)(A + MYTHREAD), POISON, MEMORY);
  write_source(&c, in == 2 && moves ? other : MYTHREAD);
  if (in == 0 || !moves) upc_barrier;
  world_dawdle();
  if (c.op >= REDUCE) call_values(&c);
  else call_bytes(&c);
  if (out == 0 || !moves) upc_barrier;
  compare(&c, out == 2 && moves ? other : MYTHREAD);
  if (out == 1) {
    memset((char *)(A + MYTHREAD), 1, MEMORY), memset((char *)(B + MYTHREAD), 2, MEMORY);
    perm[MYTHREAD] = -1;
  }
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 200);
  A = (shared char *)upc_all_alloc(THREADS, MEMORY), B = (shared char *)upc_all_alloc(THREADS, MEMORY);
  wanted = malloc((size_t)MEMORY * THREADS), cares = malloc((size_t)MEMORY * THREADS);
  permutation = malloc(sizeof(int) * THREADS);
  for (world_round = 0; world_round < rounds; world_round++) play();
  upc_all_free(A), upc_all_free(B);
  return world_verdict();
}
