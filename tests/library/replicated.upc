/* SPDX-License-Identifier: BSD-3-Clause
 * Replicated arrays in copies, between sections at random. Into one: each thread's copy has the elements, and nothing
 * else has changed. Out of one: each owner takes its own copy's elements, as their numbers show. What one thread moves
 * by patches and lists of elements is its own copy.
 * usage: replicated [rounds [seed]] */
#include "world.h"

static world_array_t W;
static upc_stride_array_t R;
static upc_stride_interval_t mine[WORLD_DIMS], theirs[WORLD_DIMS]; /* of R, of W */
static size_t count[WORLD_DIMS];
enum { OF_THREAD = 1 << 20 };

static unsigned *element(upc_stride_array_t A, const size_t *index) { return (unsigned *)upc_stride_at(A, index); }

/* Does f for each element of A, with its index and its number; of W, on its owner. */
static void each(upc_stride_array_t A, void (*f)(const size_t *index, unsigned number)) {
  size_t index[WORLD_DIMS] = {0, 0, 0, 0};
  unsigned number = 0;
  int k;
  do {
    if (upc_threadof(upc_stride_at(A, index)) == (size_t)MYTHREAD) f(index, number);
    number++;
    for (k = W.ndims - 1; k >= 0 && ++index[k] == W.shape[k]; k--) index[k] = 0;
  } while (k >= 0);
}

static void fill(const size_t *index, unsigned number) { *element(W.array, index) = number; }
static void fill_copy(const size_t *index, unsigned number) {
  *element(R, index) = number + (unsigned)(1 + MYTHREAD) * OF_THREAD;
}

/* The number of the element at the other end, for one at index[] of this end; -1 outside of the section. */
static long long other(const size_t *index, const upc_stride_interval_t *here, const upc_stride_interval_t *there) {
  long long number = 0;
  int k;
  for (k = 0; k < W.ndims; k++) {
    long long t = ((long long)index[k] - here[k].lo) / here[k].step;
    if (t < 0 || t >= (long long)count[k] || here[k].lo + t * here[k].step != (long long)index[k]) return -1;
    number = number * (long long)W.shape[k] + there[k].lo + t * there[k].step;
  }
  return number;
}

static void expect(const char *what, unsigned number, unsigned wanted, unsigned got) {
  if (got != wanted) world_fail(what, (int)number, 0, wanted, got);
}

static void check_copy(const size_t *index, unsigned number) {
  long long from = other(index, mine, theirs);
  unsigned wanted = from < 0 ? number + (unsigned)(1 + MYTHREAD) * OF_THREAD : (unsigned)from;
  expect("element of a copy", number, wanted, *element(R, index));
}

static void check(const size_t *index, unsigned number) {
  long long from = other(index, theirs, mine);
  unsigned wanted = from < 0 ? number : (unsigned)from + (unsigned)(1 + MYTHREAD) * OF_THREAD;
  expect("element", number, wanted, *element(W.array, index));
}

static void draw(void) {
  int k, end;
  for (k = 0; k < W.ndims; k++) {
    count[k] = (size_t)random_in(1, (int)W.shape[k]);
    for (end = 0; end < 2; end++) {
      int most = count[k] > 1 ? (int)((W.shape[k] - 1) / (count[k] - 1)) : 1, step = random_in(1, most);
      int span = (int)(count[k] - 1) * step, lo = random_below((int)W.shape[k] - span), back = random_below(3) == 0;
      upc_stride_interval_t v = UPC_STRIDE_STEP(lo, step, lo + span), w = UPC_STRIDE_STEP(lo + span, -step, lo);
      (end ? mine : theirs)[k] = back ? w : v;
    }
  }
}

/* Patches and lists of elements of one thread: its own copy's elements, as upc_stride_at says. */
static void own_copy(void) {
  const size_t last = (size_t)W.shape[W.ndims - 1] - 1;
  size_t index[WORLD_DIMS] = {0, 0, 0, 0};
  upc_stride_interval_t one[WORLD_DIMS];
  unsigned got = 0, put = (unsigned)(1 + MYTHREAD) * OF_THREAD + 7;
  int k;
  for (k = 0; k < W.ndims; k++) one[k] = UPC_STRIDE_AT(0);
  one[W.ndims - 1] = UPC_STRIDE_AT((long long)last), index[W.ndims - 1] = last;
  upc_barrier;
  upc_stride_get_elements(&got, R, &last, 1);
  expect("element that is got", (unsigned)last, *element(R, index), got);
  upc_stride_get_patch(&got, NULL, upc_stride_section(R, one));
  expect("patch that is got", (unsigned)last, *element(R, index), got);
  upc_stride_put_elements(R, &last, 1, &put);
  upc_barrier;
  expect("element that is put", (unsigned)last, put, *element(R, index));
  put++;
  upc_stride_put_patch(upc_stride_section(R, one), &put, NULL);
  upc_barrier;
  expect("patch that is put", (unsigned)last, put, *element(R, index));
}

static void round_trip(void) {
  each(W.array, fill);
  each(R, fill_copy);
  draw();
  upc_barrier;
  upc_stride_copy(upc_stride_section(R, mine), upc_stride_section(W.array, theirs), 0);
  each(R, check_copy);
  each(R, fill_copy);
  upc_stride_copy(upc_stride_section(W.array, theirs), upc_stride_section(R, mine), 0);
  each(W.array, check);
  own_copy();
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 60;
  random_state = argc > 2 ? (unsigned long long)atoi(argv[2]) : 1;
  for (world_round = 0; world_round < rounds; world_round++) {
    static const int most[WORLD_DIMS + 1] = {0, 30, 9, 5, 4};
    W.elem = 4, W.ndims = random_in(1, WORLD_DIMS);
    world_grid(&W);
    world_kind(&W);
    world_size(&W, most[W.ndims], 4);
    world_alloc(&W);
    R = upc_stride_all_alloc_replicated(W.ndims, W.shape, W.elem);
    round_trip();
    upc_barrier;
    upc_stride_all_free(R);
    world_free(&W);
  }
  return world_verdict();
}
