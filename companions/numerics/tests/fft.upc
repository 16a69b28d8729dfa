/* SPDX-License-Identifier: BSD-3-Clause
 * Random transforms against their definition in long double: complex numbers and real ones, two precisions, all sets of
 * axes in all orders, one to five dimensions, extents 0, 1 and primes among them, sections with steps of both signs,
 * arrays of several layouts, in place, in chunks, several plans at once, a plan that runs twice. Plans that are
 * measured, and others, leave the values of both sections.
 * usage: fft [rounds [seed]] */
#include "upc_stride_numerics.h"
#include "numerics/fft_box.h"
#include "../../../tests/library/random.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMS = 5, MOST = 6000, PLANS = 2 };
enum { COMPLEX, FROM_REAL, TO_REAL, KINDS };

typedef struct { long double re, im; } value_t;

/* A section of an array of its own: element i of dimension d is first[d] + i * step[d]. */
typedef struct {
  upc_stride_array_t array;
  size_t count[DIMS], shape[DIMS], bytes;
  long long first[DIMS], step[DIMS];
  int real;                            /* numbers */
} end_t;

typedef struct {
  int dims, kind, single, sign, naxes, axes[DIMS], in_place;
  size_t n[DIMS];                      /* of the larger side */
  double scale;
  end_t in, out;
  upc_stride_fft_t plan;
  long long changed;                   /* elements, by the plan */
  value_t *model;
} transform_t;

static size_t product(const size_t *n, int dims) {
  size_t all = 1;
  int d;
  for (d = 0; d < dims; d++) all *= n[d];
  return all;
}

static double number(int seed, size_t i) {
  unsigned long long h = (i + 1) * 0x9e3779b97f4a7c15ull + (unsigned)seed * 0xbf58476d1ce4e5b9ull;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ h >> 27) * 0x94d049bb133111ebull;
  return (double)(float)((double)(h >> 40) * 0x1p-23 - 1);
}

static void put(const transform_t *t, const end_t *end, void *at, value_t v) {
  const float narrow[] = {(float)v.re, (float)v.im};
  const double wide[] = {(double)v.re, (double)v.im};
  memcpy(at, t->single ? (const void *)narrow : (const void *)wide, end->bytes);
}

static value_t get(const transform_t *t, const end_t *end, const void *at) {
  float narrow[2] = {0, 0};
  double wide[2] = {0, 0};
  value_t v;
  memcpy(t->single ? (void *)narrow : (void *)wide, at, end->bytes);
  v.re = t->single ? narrow[0] : wide[0], v.im = t->single ? narrow[1] : wide[1];
  return v;
}

/* ---- arrays ---- */

static int owners[MOST * 64];

static upc_stride_array_t random_array(int dims, const size_t *shape, size_t bytes) {
  size_t block[DIMS], blocks = 1;
  int grid[DIMS], d, kind = random_below(5), cut = random_below(dims);
  for (d = 0; d < dims; d++) {
    block[d] = random_below(3) == 0 ? shape[d] : (size_t)random_in(1, (int)shape[d]);
    grid[d] = d == cut ? THREADS : 1;
    if (kind == 4 && d != cut) block[d] = shape[d]; /* slabs */
    blocks *= (shape[d] + block[d] - 1) / block[d];
  }
  if (kind == 4) block[cut] = random_below(2) ? (shape[cut] + (size_t)THREADS - 1) / (size_t)THREADS : 1;
  if (kind == 4 || kind == 0) return upc_stride_all_alloc(dims, shape, block, bytes, random_below(2) ? dims : 0, grid);
  if (kind == 1 && dims > 1 && THREADS % 2 == 0) {
    for (d = 0; d < dims; d++) grid[d] = 1;
    grid[cut] = 2, grid[(cut + 1) % dims] = THREADS / 2;
    return upc_stride_all_alloc(dims, shape, block, bytes, dims, grid);
  }
  if (kind == 2 || blocks > sizeof owners / sizeof owners[0])
    return upc_stride_all_alloc(dims, shape, block, bytes, 0, NULL);
  for (d = 0; d < (int)blocks; d++) owners[d] = random_below(THREADS);
  return upc_stride_all_alloc_listed(dims, shape, block, bytes, owners);
}

static end_t random_end(int dims, const size_t *count, size_t bytes) {
  end_t end;
  const int whole = random_below(2);
  int d;
  end.bytes = bytes;
  for (d = 0; d < dims; d++) {
    const long long step = !whole && random_below(4) == 0 ? random_in(2, 3) : 1;
    const long long before = whole ? 0 : random_below(3), last = (long long)count[d] - 1;
    const int backwards = !whole && random_below(5) == 0 && count[d] > 1;
    end.count[d] = count[d];
    end.shape[d] = (size_t)(before + (last > 0 ? last * step : 0) + 1);
    if (!whole || random_below(4) == 0) end.shape[d] += (size_t)random_below(3);
    end.first[d] = backwards ? before + last * step : before;
    end.step[d] = backwards ? -step : step;
  }
  end.array = random_array(dims, end.shape, bytes);
  return end;
}

static upc_stride_section_t section(const end_t *end, int dims) {
  upc_stride_interval_t iv[DIMS];
  int d;
  for (d = 0; d < dims; d++) {
    const long long last = end->first[d] + ((long long)end->count[d] - 1) * end->step[d];
    iv[d] = end->count[d] == 0 ? UPC_STRIDE_RANGE(1, 0) : UPC_STRIDE_STEP(end->first[d], end->step[d], last);
  }
  return upc_stride_section(end->array, iv);
}

/* The number of an element of the array among those of the section, or -1. */
static long long place(const end_t *end, int dims, const size_t *index) {
  long long number = 0;
  int d;
  for (d = 0; d < dims; d++) {
    const long long from_first = (long long)index[d] - end->first[d], at = from_first / end->step[d];
    if (from_first % end->step[d] != 0 || at < 0 || at >= (long long)end->count[d]) return -1;
    number = number * (long long)end->count[d] + at;
  }
  return number;
}

/* Calls visit for each of the caller's elements, with its number in the array and its place in the section. */
static long long each(const transform_t *t, const end_t *end,
                      long long (*visit)(const transform_t *t, const end_t *end, size_t i, long long at, void *data,
                                         int seed), int seed) {
  long long sum = 0;
  upc_stride_forall(block, end->array) {
    size_t index[DIMS];
    int d;
    memcpy(index, block.lo, sizeof index);
    do {
      size_t i = 0, offset = 0;
      for (d = 0; d < t->dims; d++) {
        i = i * end->shape[d] + index[d];
        offset += (index[d] - block.lo[d]) * block.stride[d];
      }
      sum += visit(t, end, i, place(end, t->dims, index), (char *)block.data + offset * end->bytes, seed);
      for (d = t->dims - 1; d >= 0 && index[d]++ == block.hi[d]; d--) index[d] = block.lo[d];
    } while (d >= 0);
  }
  return sum;
}

static value_t value_of(const end_t *end, size_t i, int seed) {
  value_t v;
  v.re = number(seed, 2 * i), v.im = end->real ? 0 : number(seed, 2 * i + 1);
  return v;
}

/* Elements of the section have numbers by their place in it, the others by their place in the array. */
static long long fill(const transform_t *t, const end_t *end, size_t i, long long at, void *data, int seed) {
  put(t, end, data, value_of(end, at >= 0 ? (size_t)at : i, at >= 0 ? seed : -1));
  return 0;
}

/* ---- the model ---- */

static value_t times(value_t a, value_t b) {
  value_t v;
  v.re = a.re * b.re - a.im * b.im, v.im = a.re * b.im + a.im * b.re;
  return v;
}

static value_t root(size_t k, size_t n, int sign) {
  const long double angle = 2 * 3.141592653589793238462643383279502884L * (long double)(k % n) / (long double)n;
  value_t v;
  v.re = cosl(angle), v.im = sign * sinl(angle);
  return v;
}

/* Element k of a line that has `stride` numbers between its elements. */
static value_t line_sum(const value_t *x, size_t n, size_t stride, size_t k, const value_t *roots) {
  value_t sum = {0, 0}, term;
  size_t j;
  for (j = 0; j < n; j++) {
    term = times(x[j * stride], roots[j * k % n]);
    sum.re += term.re, sum.im += term.im;
  }
  return sum;
}

/* Of n real numbers, from n / 2 + 1 complex ones. */
static value_t real_sum(const value_t *x, size_t n, size_t stride, size_t j, const value_t *roots) {
  value_t sum = {0, 0};
  size_t k;
  for (k = 0; k <= n / 2; k++)
    sum.re += times(x[k * stride], roots[j * k % n]).re * (k == 0 || 2 * k == n ? 1 : 2);
  return sum;
}

/* Transforms along an axis: numbers of extents `shape`, where this axis gets `after` elements. */
static value_t *along(value_t *x, const size_t *shape, int dims, int axis, size_t n, size_t after, int real, int sign) {
  const size_t before = shape[axis], outer = product(shape, axis), inner = product(shape + axis + 1, dims - axis - 1);
  value_t *y = malloc((outer * after * inner + 1) * sizeof *y), *roots = malloc((n + 1) * sizeof *roots);
  size_t o, k, i;
  for (k = 0; k < n; k++) roots[k] = root(k, n, sign);
  for (o = 0; o < outer; o++)
    for (k = 0; k < after; k++)
      for (i = 0; i < inner; i++)
        y[(o * after + k) * inner + i] = real ? real_sum(x + o * before * inner + i, n, inner, k, roots)
                                              : line_sum(x + o * before * inner + i, n, inner, k, roots);
  free(x), free(roots);
  return y;
}

static value_t *model_of(const transform_t *t, int seed) {
  size_t shape[DIMS], i, all = product(t->in.count, t->dims);
  value_t *x = malloc((all + 1) * sizeof *x);
  const int last = t->naxes > 0 ? t->axes[t->naxes - 1] : 0;
  int a;
  memcpy(shape, t->in.count, sizeof shape);
  for (i = 0; i < all; i++) x[i] = value_of(&t->in, i, seed);
  if (t->kind == FROM_REAL) {
    x = along(x, shape, t->dims, last, t->n[last], t->n[last] / 2 + 1, 0, t->sign);
    shape[last] = t->n[last] / 2 + 1;
  }
  for (a = 0; a < t->naxes - (t->kind != COMPLEX); a++)
    x = along(x, shape, t->dims, t->axes[a], shape[t->axes[a]], shape[t->axes[a]], 0, t->sign);
  if (t->kind == TO_REAL) x = along(x, shape, t->dims, last, t->n[last], t->n[last], 1, t->sign);
  all = product(t->out.count, t->dims);
  for (i = 0; i < all; i++) x[i].re *= t->scale, x[i].im *= t->scale;
  return x;
}

static int shown;

static long long is_wrong(const transform_t *t, const end_t *end, size_t i, long long at, void *data, int seed) {
  const value_t got = get(t, end, data), want = at >= 0 ? t->model[at] : value_of(end, i, -1);
  const double all = (double)product(t->n, t->dims) + 1, eps = t->single ? FLT_EPSILON : DBL_EPSILON;
  const double limit = at < 0 ? 0 : 3 * eps * (1 + log2(all)) * sqrt(all) * fabs(t->scale) * 2;
  const long double error = fabsl(got.re - want.re) + (end->real ? 0 : fabsl(got.im - want.im));
  if (error <= limit) return 0;
  if (shown++ == 0)
    printf("thread %d: element %zu, %lld of out: %Lg %Lg, must be %Lg %Lg (seed %d)\n", MYTHREAD, i, at, got.re, got.im,
           want.re, want.im, seed);
  return 1;
}

static long long is_changed(const transform_t *t, const end_t *end, size_t i, long long at, void *data, int seed) {
  const value_t got = get(t, end, data), want = value_of(end, at >= 0 ? (size_t)at : i, at >= 0 ? seed : -1);
  return got.re != want.re || (!end->real && got.im != want.im);
}

/* ---- a round ---- */

static size_t random_extent(size_t rest) {
  static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43};
  const int most = rest < 48 ? (int)rest : 48;
  int n = 0;
  switch (random_below(12)) {
    case 0: return (size_t)random_below(30) == 0 ? 0 : 1;
    case 1: return most < 1 ? 1 : (size_t)random_in(1, most);
    case 2:
    case 3: n = primes[random_below(14)]; break;
    default: n = random_in(1, 24);
  }
  return n > most ? (size_t)most : (size_t)n;
}

static void fill_both(const transform_t *t, int in, int out) {
  each(t, &t->out, fill, out);
  each(t, &t->in, fill, in);
  upc_barrier;
}

static transform_t random_transform(void) {
  transform_t t;
  size_t in[DIMS], out[DIMS], rest = MOST;
  int d, i;
  memset(&t, 0, sizeof t);
  t.dims = random_in(1, 4 + (random_below(4) == 0)), t.kind = random_below(KINDS), t.single = random_below(3) == 0;
  for (d = 0; d < t.dims; d++) {
    t.n[d] = t.dims == 1 ? (size_t)random_in(1, 400) : random_extent(rest);
    if (t.n[d] > 0) rest /= t.n[d];
  }
  t.naxes = random_in(t.kind != COMPLEX, t.dims);
  for (d = 0; d < t.dims; d++) t.axes[d] = d;
  for (d = 0; d < t.dims; d++) {
    const int other = random_below(t.dims), was = t.axes[d];
    t.axes[d] = t.axes[other], t.axes[other] = was;
  }
  t.sign = t.kind == COMPLEX ? (random_below(2) ? 1 : -1) : t.kind == FROM_REAL ? -1 : 1;
  t.scale = random_below(3) == 0 ? 0.25 : 1;
  for (d = 0; d < t.dims; d++) in[d] = out[d] = t.n[d];
  if (t.kind == FROM_REAL) out[t.axes[t.naxes - 1]] = t.n[t.axes[t.naxes - 1]] / 2 + 1;
  if (t.kind == TO_REAL) in[t.axes[t.naxes - 1]] = t.n[t.axes[t.naxes - 1]] / 2 + 1;
  i = t.single ? 8 : 16;
  t.in = random_end(t.dims, in, t.kind == FROM_REAL ? (size_t)i / 2 : (size_t)i);
  t.in_place = t.kind == COMPLEX && random_below(4) == 0;
  t.out = t.in_place ? t.in : random_end(t.dims, out, t.kind == TO_REAL ? (size_t)i / 2 : (size_t)i);
  t.in.real = t.kind == FROM_REAL, t.out.real = t.kind == TO_REAL;
  fill_both(&t, 78, 77);
  t.plan = upc_stride_fft_plan(section(&t.out, t.dims), section(&t.in, t.dims), t.naxes, t.axes,
                               t.single ? UPC_STRIDE_COMPLEX_FLOAT : UPC_STRIDE_COMPLEX_DOUBLE, t.sign,
                               random_below(10) == 0 ? UPC_STRIDE_FFT_MEASURE : UPC_STRIDE_FFT_ESTIMATE);
  t.changed = each(&t, &t.in, is_changed, 78) + (t.in_place ? 0 : each(&t, &t.out, is_changed, 77));
  return t;
}

static long long wrong_run(transform_t *t, int seed) {
  long long wrong;
  t->model = model_of(t, seed);
  fill_both(t, seed, -1);
  upc_stride_fft_run(t->plan, t->scale);
  upc_barrier;
  wrong = each(t, &t->out, is_wrong, seed);
  if (!t->in_place) wrong += 1000000 * each(t, &t->in, is_changed, seed);
  wrong += 1000000000 * t->changed;
  free(t->model);
  return wrong;
}

static void say(const transform_t *t, int round, long long wrong) {
  int d;
  printf("round %d, thread %d: %lld wrong; kind %d%s%s, sign %d,", round, MYTHREAD, wrong, t->kind,
         t->single ? " single" : "", t->in_place ? " in place" : "", t->sign);
  for (d = 0; d < t->dims; d++) printf(" %zu", t->n[d]);
  printf(" axes");
  for (d = 0; d < t->naxes; d++) printf(" %d", t->axes[d]);
  printf("\n");
}

static int wrong_round(int round) {
  transform_t t[PLANS];
  int i, wrong = 0;
  *upc_stride_fft_shortest_line() = random_below(2) ? 4 : 4096;
  *upc_stride_fft_large_box() = random_below(3) ? 0 : 256 * 1024;
  *upc_stride_fft_message_bytes() = random_below(2) ? 64 : 1 << 20;
  for (i = 0; i < PLANS; i++) t[i] = random_transform();
  for (i = 0; i < PLANS + 1; i++) {
    const long long now = wrong_run(&t[i % PLANS], round * 8 + i);
    if (now > 0 && wrong++ == 0) say(&t[i % PLANS], round, now);
  }
  for (i = 0; i < PLANS; i++) {
    upc_stride_fft_free(&t[i].plan);
    upc_barrier;
    upc_stride_all_free(t[i].in.array);
    if (!t[i].in_place) upc_stride_all_free(t[i].out.array);
  }
  return wrong;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  int round, wrong = 0;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (MYTHREAD == 0) printf("%d threads, %d rounds\n", THREADS, rounds);
  for (round = 0; round < rounds && wrong < 10; round++) wrong += wrong_round(round);
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
