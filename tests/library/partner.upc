/* SPDX-License-Identifier: BSD-3-Clause
 * Elements that all threads change at once, events, and waits of pairs, against their definition. What the calls return
 * is written to a log: changes of one element must have been made one after the other.
 * usage: partner [rounds [seed]] */
#include "model_values.h"
#include "world.h"

#include <math.h>

enum { CELLS = 12, CHANGES = 40, MOST_THREADS = 512, EVENTS = 3 };

static world_array_t W;
static int type[CELLS], op[CELLS];
static const upc_op_t ops[] = {UPC_ADD, UPC_MIN, UPC_MAX, UPC_STRIDE_PUT, UPC_MULT, UPC_AND, UPC_OR, UPC_XOR};
enum { OPS_OF_REALS = 4, OPS = sizeof ops / sizeof ops[0] };

/* What each thread has got: of change n the element and its value before. */
typedef struct got {
  long cell;
  unsigned char before[8], value[8];
} got_t;
static shared got_t *got;
#define GOT(thread, n) got[(size_t)(n) * THREADS + (size_t)(thread)]

static size_t size_of(int c) { return value_types[type[c]].size; }

static int fits(int t) {
  return value_types[t].size == 4 || (value_types[t].size == 8 && value_types[t].type != UPC_LDOUBLE);
}

/* Cells of 8 bytes. Two neighbours of 4 bytes are in the same one. */
static void scene(void) {
  int i;
  W.kind = WORLD_ALLOCATED, W.first = 0, W.elem = 4, W.ndims = 1, W.ngrid = 0;
  W.shape[0] = 2 * CELLS, W.block[0] = 2 * (size_t)random_in(1, 3);
  W.array = upc_stride_all_alloc(1, W.shape, W.block, 4, 0, NULL);
  for (i = 0; i < CELLS; i++) {
    do type[i] = random_below(VALUE_TYPES); while (!fits(type[i]));
    op[i] = random_below(value_types[type[i]].kind == REAL ? OPS_OF_REALS : OPS);
  }
}

static shared void *place(int c) {
  size_t at = 2 * (size_t)c;
  if (c % 2 == 1 && size_of(c) == 4 && size_of(c - 1) == 4) at--;
  return upc_stride_at(W.array, &at);
}

static unsigned noise(int thread, int n) {
  unsigned long long x = (unsigned long long)world_round * 7919u + (unsigned)thread * 104729u + (unsigned)n * 31u + 1u;
  return (unsigned)(x * 0x9E3779B97F4A7C15ull >> 33);
}

/* Sums of real numbers are exact; no two puts have the same value. */
static void value_of(int c, int thread, int n, unsigned char *value) {
  unsigned long long bits = noise(thread, n);
  memset(value, 0, 8);
  if (ops[op[c]] == UPC_STRIDE_PUT) bits = (unsigned long long)(n * THREADS + thread + 1);
  else if (ops[op[c]] == UPC_ADD) bits = 1 + bits % 9;
  else if (ops[op[c]] == UPC_MULT) bits |= 1;
  if (value_types[type[c]].kind == REAL) put_real(value, size_of(c), (long double)(bits % 100000));
  else memcpy(value, &bits, size_of(c));
}

static void change_cells(void) {
  got_t mine;
  int n;
  for (n = 0; n < CHANGES; n++) {
    const int c = (int)(noise(MYTHREAD, n) >> 5) % CELLS;
    memset(&mine, 0, sizeof mine);
    mine.cell = c;
    value_of(c, MYTHREAD, n, mine.value);
    upc_stride_fetch_op(mine.before, place(c), ops[op[c]], value_types[type[c]].type, mine.value);
    GOT(MYTHREAD, n) = mine;
  }
}

static void next_value(int c, unsigned char *sum, const unsigned char *value) {
  if (ops[op[c]] == UPC_STRIDE_PUT) memcpy(sum, value, size_of(c));
  else value_combine(type[c], ops[op[c]], sum, value);
}

/* Finds an order in which the changes of a cell give what each has got: the next one is any that has got the value that
 * is there. If several have, they are alike, or one that leaves the value as it is comes first. */
static void check_cell(int c, got_t *all, int n) {
  unsigned char now[8] = {0}, after[8], end[8];
  int left = n, i, next;
  memset(end, 0, 8);
  while (left > 0) {
    for (i = 0, next = -1; i < left; i++) {
      if (memcmp(all[i].before, now, size_of(c)) != 0) continue;
      next = i;
      memcpy(after, now, 8);
      next_value(c, after, all[i].value);
      if (memcmp(after, now, size_of(c)) == 0) break;
    }
    if (next < 0) {
      world_fail("no change has got the value of cell", c, 0, (unsigned)left, (unsigned)n);
      return;
    }
    next_value(c, now, all[next].value);
    all[next] = all[--left];
  }
  upc_memget(end, place(c), size_of(c));
  if (memcmp(end, now, size_of(c)) != 0) world_fail("cell", c, 0, now[0], end[0]);
}

/* A xor may come back to a value: then several orders start alike, and not each can be finished. */
static int is_clear(int c) {
  const upc_op_t o = ops[op[c]];
  return o != UPC_XOR && o != UPC_MULT;
}

static void check_sum(int c, const got_t *all, int n) {
  unsigned char now[8] = {0}, end[8];
  int i;
  memset(end, 0, 8);
  for (i = 0; i < n; i++) next_value(c, now, all[i].value);
  upc_memget(end, place(c), size_of(c));
  if (memcmp(end, now, size_of(c)) != 0) world_fail("sum of cell", c, 0, now[0], end[0]);
}

static void check_cells(void) {
  static got_t all[MOST_THREADS * CHANGES];
  int c, t, i, n;
  for (c = MYTHREAD; c < CELLS; c += THREADS) {
    for (t = n = 0; t < THREADS; t++)
      for (i = 0; i < CHANGES; i++) {
        got_t one = GOT(t, i);
        if (one.cell == c) all[n++] = one;
      }
    if (is_clear(c)) check_cell(c, all, n);
    else check_sum(c, all, n);
  }
}

/* ---- compare and swap: each thread counts to CHANGES ---- */

static shared long counted;

static void count_by_comparing(void) {
  long seen = counted, next, had;
  int n;
  for (n = 0; n < CHANGES; n++)
    for (;;) {
      next = seen + 1;
      upc_stride_compare_swap(&had, &counted, UPC_LONG, &seen, &next);
      if (had == seen) break;
      seen = had;
    }
}

/* Of floating types numbers are compared: 0.0 is -0.0, and what is no number is equal to nothing. */
static shared double doubles[THREADS];
static shared float floats[2 * THREADS];

static void compare_numbers(void) {
  const int next = (MYTHREAD + 1) % THREADS;
  const double zero = 0, minus = -0.0, five = 5, none = NAN;
  const float float_zero = 0, float_minus = -0.0f, seven = 7;
  double had = 1;
  float had_float = 1;
  doubles[next] = minus;
  upc_stride_compare_swap(&had, &doubles[next], UPC_DOUBLE, &zero, &five);
  if (had != 0 || !signbit(had) || doubles[next] != 5)
    world_fail("a double at -0.0", next, 0, 5, (unsigned)doubles[next]);
  upc_stride_compare_swap(&had, &doubles[next], UPC_DOUBLE, &zero, &minus);
  if (had != 5 || doubles[next] != 5) world_fail("a double that is not 0", next, 0, 5, (unsigned)doubles[next]);
  doubles[next] = none;
  upc_stride_compare_swap(&had, &doubles[next], UPC_DOUBLE, &none, &five);
  if (!isnan(had) || !isnan(doubles[next]))
    world_fail("a double that is no number", next, 0, 0, (unsigned)doubles[next]);
  floats[next + THREADS] = float_zero;
  upc_stride_compare_swap(&had_float, &floats[next + THREADS], UPC_FLOAT, &float_minus, &seven);
  if (had_float != 0 || floats[next + THREADS] != 7)
    world_fail("a float at 0.0", next, 0, 7, (unsigned)floats[next + THREADS]);
}

/* ---- events: data goes round, and all tell thread 0 ---- */

static shared unsigned long arrived[THREADS], taken[THREADS], all_here;
static shared int carried[THREADS];

static void pass_on(void) {
  const int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
  int n;
  for (n = 0; n < CHANGES; n++) {
    carried[right] = n * THREADS + MYTHREAD;
    upc_stride_post(&arrived[right]);
    upc_stride_await(&arrived[MYTHREAD], 1);
    if (carried[MYTHREAD] != n * THREADS + left)
      world_fail("carried", n, 0, (unsigned)(n * THREADS + left), (unsigned)carried[MYTHREAD]);
    upc_stride_post(&taken[left]);
    upc_stride_await(&taken[MYTHREAD], 1); /* the right neighbour has read it */
  }
  for (n = 0; n < EVENTS; n++) upc_stride_post(&all_here);
  if (MYTHREAD == THREADS / 2) upc_stride_await(&all_here, EVENTS * (size_t)THREADS);
}

/* ---- pairs ---- */

static shared int written[THREADS];

/* Threads at distances d on a ring wait for each other. */
static void with_neighbours(void) {
  int list[4], distance = random_in(1, THREADS), n = 0, step, i;
  const int right = (MYTHREAD + distance) % THREADS, left = (MYTHREAD + THREADS - distance % THREADS) % THREADS;
  list[n++] = right;
  if (left != right) list[n++] = left;
  if (right != MYTHREAD && random_below(2)) list[n++] = MYTHREAD;
  for (step = 1; step < 10; step++) {
    written[MYTHREAD] = step;
    upc_stride_sync_threads(list, (size_t)n);
    for (i = 0; i < n; i++)
      if (written[list[i]] != step) world_fail("written", list[i], 0, (unsigned)step, (unsigned)written[list[i]]);
    upc_stride_sync_threads(list, (size_t)n);
  }
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 12);
  if (THREADS > MOST_THREADS) return 77;
  got = (shared got_t *)upc_all_alloc((size_t)CHANGES * THREADS, sizeof(got_t));
  for (world_round = 0; world_round < rounds; world_round++) {
    scene();
    upc_barrier;
    world_dawdle();
    change_cells();
    upc_barrier;
    check_cells();
    upc_barrier;
    count_by_comparing();
    upc_barrier;
    if (counted != (world_round + 1L) * CHANGES * THREADS)
      world_fail("counted", 0, 0, (unsigned)((world_round + 1) * CHANGES * THREADS), (unsigned)counted);
    upc_barrier;
    compare_numbers();
    pass_on();
    with_neighbours();
    upc_barrier;
    if (MYTHREAD == 0 && all_here != 0) world_fail("posts", 0, 0, 0, (unsigned)all_here);
    upc_barrier;
    upc_stride_all_free(W.array);
  }
  return world_verdict();
}
