/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions of elements that upc_types.h has no type for: structs of any size by a function with a context, which gets
 * whole elements at aligned addresses; the smallest and largest value with its place; complex numbers and the
 * compiler's own types. And logical operations, whose results are 0 or 1, of one block too.
 * usage: reduce_elements, with schedules forced by the environment */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>

static int wrong;

static void must(int right, const char *what, size_t number) {
  if (right) return;
  if (wrong++ < 5) printf("thread %d: %s, %zu\n", MYTHREAD, what, number);
}

/* ---- an array with a block of `count` elements for each of `blocks` blocks ---- */

static upc_stride_array_t blocks_of(size_t blocks, size_t count, size_t size) {
  size_t shape[1], block[1];
  shape[0] = blocks * count, block[0] = count;
  return upc_stride_all_alloc(1, shape, block, size, 0, NULL);
}

static char *block_at(upc_stride_array_t A, size_t number) {
  return upc_stride_owner(A, &number) == MYTHREAD ? upc_stride_near_block(A, &number) : NULL;
}

static upc_stride_section_t all_of(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL); }

/* ---- structs of any size ---- */

typedef struct { size_t size, calls, cut; } context_t;

/* Element i of block b begins with b, the largest so far, and ends with the sum of all b; between are bytes of i. */
static void put_element(char *at, size_t size, size_t b, size_t i) {
  unsigned long long number = b;
  memset(at, (int)(i % 251), size);
  memcpy(at, &number, 8);
  memcpy(at + size - 8, &number, 8);
}

static void join(const void *in, void *inout, size_t count, void *context) {
  context_t *c = context;
  const char *x = in;
  char *y = inout;
  size_t i;
  c->calls++;
  c->cut += (uintptr_t)in % 8 != 0 || (uintptr_t)inout % 8 != 0;
  for (i = 0; i < count; i++, x += c->size, y += c->size) {
    unsigned long long a, b, s, t;
    memcpy(&a, x, 8), memcpy(&b, y, 8), memcpy(&s, x + c->size - 8, 8), memcpy(&t, y + c->size - 8, 8);
    c->cut += memcmp(x + 8, y + 8, c->size - 16) != 0;
    if (a > b) b = a;
    t += s;
    memcpy(y, &b, 8), memcpy(y + c->size - 8, &t, 8);
  }
}

/* The same in a call whose type says bytes: elements of the array are whole there, too. */
static context_t of_bytes;

static void join_bytes(const void *in, void *inout, size_t count) {
  of_bytes.cut += count % of_bytes.size != 0;
  join(in, inout, count / of_bytes.size, &of_bytes);
}

static void look_at_element(const char *at, size_t size, size_t last, size_t i) {
  char right[6000];
  unsigned long long sum = last * (last + 1) / 2;
  put_element(right, size, last, i);
  memcpy(right + size - 8, &sum, 8);
  must(memcmp(at, right, size) == 0, "an element of this size is wrong", size);
}

static void structs(size_t size, size_t count, upc_op_t op) {
  size_t k = 2 * THREADS - 1, b, i;
  upc_stride_array_t S = blocks_of(k, count, size), D = blocks_of(k, count, size), P = blocks_of(k, count, size);
  shared [] char *place = (shared [] char *)upc_stride_at(D, (b = 0, &b));
  context_t context;
  memset(&context, 0, sizeof context);
  context.size = size;
  for (b = 0; b < k; b++)
    for (i = 0; i < count && block_at(S, b) != NULL; i++) put_element(block_at(S, b) + i * size, size, b, i);
  upc_stride_reduce_all_with(all_of(D), all_of(S), count, size, op, join, &context, 0);
  upc_stride_prefix_reduce_with(all_of(P), all_of(S), count, size, op, join, &context, 0);
  for (b = 0; b < k; b++)
    for (i = 0; i < count && block_at(D, b) != NULL; i++) {
      look_at_element(block_at(D, b) + i * size, size, k - 1, i);
      look_at_element(block_at(P, b) + i * size, size, b, i);
    }
  upc_barrier;
  upc_stride_prefix_reduce_exclusive_with(all_of(P), all_of(S), count, size, op, join, &context, 0);
  for (b = 1; b < k; b++)
    for (i = 0; i < count && block_at(P, b) != NULL; i++) look_at_element(block_at(P, b) + i * size, size, b - 1, i);
  if (block_at(D, 0) != NULL) memset(block_at(D, 0), 0, count * size);
  upc_stride_reduce_with((shared void *)place, all_of(S), count, size, op, join, &context, 0);
  for (i = 0; i < count && block_at(D, 0) != NULL; i++) look_at_element(block_at(D, 0) + i * size, size, k - 1, i);
  upc_barrier;
  if (count <= k)
    upc_stride_reduce_scatter_with(UPC_SECTION(P, UPC_STRIDE_RANGE(0, (long long)count - 1)), all_of(S), 1, size, op,
                                   join, &context, 0);
  for (b = 0; b < count && count <= k; b++)
    if (block_at(P, b) != NULL) look_at_element(block_at(P, b), size, k - 1, b);
  upc_barrier;
  memset(&of_bytes, 0, sizeof of_bytes);
  of_bytes.size = size;
  upc_stride_reduce_all(all_of(D), all_of(S), count * size, op, UPC_CHAR, join_bytes, 0);
  for (b = 0; b < k; b++)
    for (i = 0; i < count && block_at(D, b) != NULL; i++) look_at_element(block_at(D, b) + i * size, size, k - 1, i);
  must(of_bytes.cut == 0, "calls with a type got parts of elements of this size", size);
  must(context.cut == 0, "calls of func got parts of elements of this size", size);
  upc_barrier;
  upc_stride_all_free(S), upc_stride_all_free(D), upc_stride_all_free(P);
}

/* ---- values with their places ---- */

typedef struct { double value; long long index; } place_t;
typedef struct { int8_t value; long long index; } small_t;

static place_t found(upc_op_t op, const double *values, size_t k) {
  upc_stride_array_t S = blocks_of(k, 1, sizeof(place_t)), D = blocks_of(THREADS, 1, sizeof(place_t));
  size_t b;
  place_t result;
  for (b = 0; b < k; b++)
    if (block_at(S, b) != NULL) {
      place_t *mine = (place_t *)block_at(S, b);
      mine->value = values[b], mine->index = (long long)(100 + b);
    }
  upc_stride_reduce_all(all_of(D), all_of(S), 1, op, UPC_DOUBLE, NULL, 0);
  result = *(place_t *)block_at(D, MYTHREAD);
  upc_barrier;
  upc_stride_all_free(S), upc_stride_all_free(D);
  return result;
}

/* The definition: of those values that no other one precedes, the first. */
static int precedes(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) && !isnan(b);
  if (a == b) return signbit(a) && !signbit(b);
  return a < b;
}

static void places(void) {
  static const double choice[] = {3, -0.0, 0.0, 5, 0.0, -0.0, 3};
  enum { K = 7 };
  double values[K];
  size_t round, b, least, most;
  for (round = 0; round < 12; round++) {
    for (b = 0; b < K; b++) values[b] = choice[(b * (round % 5 + 1) + round) % K];
    if (round > 8) values[round % K] = values[2] = NAN;
    for (b = 1, least = most = 0; b < K; b++) {
      if (precedes(values[b], values[least])) least = b;
      if (precedes(-values[b], -values[most])) most = b;
    }
    must(found(UPC_STRIDE_MINLOC, values, K).index == (long long)(100 + least), "place of the minimum", round);
    must(found(UPC_STRIDE_MAXLOC, values, K).index == (long long)(100 + most), "place of the maximum", round);
  }
}

/* Many at once, of one byte each with its index. */
static void small_places(void) {
  enum { N = 300 };
  size_t k = THREADS + 1, b, i;
  upc_stride_array_t S = blocks_of(k, N, sizeof(small_t)), D = blocks_of(k, N, sizeof(small_t));
  for (b = 0; b < k; b++)
    for (i = 0; i < N && block_at(S, b) != NULL; i++) {
      small_t *mine = (small_t *)block_at(S, b) + i;
      mine->value = (int8_t)((b * 7 + i) % 5) - 2, mine->index = (long long)b;
    }
  upc_stride_reduce_all(all_of(D), all_of(S), N, UPC_STRIDE_MAXLOC, UPC_INT8, NULL, 0);
  for (i = 0; i < N && block_at(D, 0) != NULL; i++) {
    size_t most = 0;
    for (b = 1; b < k; b++)
      if ((b * 7 + i) % 5 > (most * 7 + i) % 5) most = b;
    must(((small_t *)block_at(D, 0))[i].index == (long long)most, "place of the largest byte", i);
  }
  upc_barrier;
  upc_stride_all_free(S), upc_stride_all_free(D);
}

/* ---- more types: value b of k, as small integers, so that every order gives the same ---- */

#define TYPE(name, T, type, PUT, EQUAL)                                                                       \
  static void name(void) {                                                                                    \
    size_t k = THREADS + 2, b, i, sum = k * (k - 1) / 2;                                                      \
    upc_stride_array_t S = blocks_of(k, 40, sizeof(T)), D = blocks_of(k, 40, sizeof(T));                      \
    for (b = 0; b < k; b++)                                                                                   \
      for (i = 0; i < 40 && block_at(S, b) != NULL; i++) {                                                    \
        T *x = (T *)(void *)block_at(S, b) + i;                                                               \
        PUT;                                                                                                  \
      }                                                                                                       \
    upc_stride_reduce_all(all_of(D), all_of(S), 40, UPC_ADD, type, NULL, 0);                                  \
    for (i = 0; i < 40 && block_at(D, MYTHREAD) != NULL; i++) {                                               \
      const T *x = (T *)(void *)block_at(D, MYTHREAD) + i;                                                    \
      must(EQUAL, "a sum of " #type, i);                                                                      \
    }                                                                                                         \
    upc_barrier;                                                                                              \
    upc_stride_all_free(S), upc_stride_all_free(D);                                                           \
  }

typedef struct { float re, im; } complex_float_t;
typedef struct { double re, im; } complex_double_t;
typedef struct { long double re, im; } complex_ldouble_t;
#define PUT_COMPLEX x->re = b, x->im = i
#define COMPLEX_SUM x->re == sum && x->im == k * i
TYPE(complex_floats, complex_float_t, UPC_STRIDE_COMPLEX_FLOAT, PUT_COMPLEX, COMPLEX_SUM)
TYPE(complex_doubles, complex_double_t, UPC_STRIDE_COMPLEX_DOUBLE, PUT_COMPLEX, COMPLEX_SUM)
TYPE(complex_ldoubles, complex_ldouble_t, UPC_STRIDE_COMPLEX_LDOUBLE, PUT_COMPLEX, COMPLEX_SUM)
#ifdef __SIZEOF_INT128__
TYPE(wide, __int128, UPC_STRIDE_INT128, *x = ((__int128)b << 100) - (__int128)i,
     *x == ((__int128)sum << 100) - (__int128)(k * i))
#endif
#ifdef __FLT16_MAX__
TYPE(halves, _Float16, UPC_STRIDE_FLOAT16, *x = (_Float16)(int)b, *x == (_Float16)(int)sum)
#endif

/* i, to the power of the number of threads; the factors' order is that of the section, and i commutes with itself. */
static void complex_product(void) {
  upc_stride_array_t S = blocks_of(THREADS, 1, 16), D = blocks_of(THREADS, 1, 16);
  complex_double_t *x = (complex_double_t *)block_at(S, MYTHREAD);
  static const double re[] = {1, 0, -1, 0};
  x->re = 0, x->im = 1;
  upc_stride_reduce_all(all_of(D), all_of(S), 1, UPC_MULT, UPC_STRIDE_COMPLEX_DOUBLE, NULL, 0);
  x = (complex_double_t *)block_at(D, MYTHREAD);
  must(x->re == re[THREADS % 4] && x->im == re[(THREADS + 3) % 4], "a product of complex numbers", THREADS);
  upc_barrier;
  upc_stride_all_free(S), upc_stride_all_free(D);
}

/* ---- logical operations of k blocks, of a single one too ---- */

static void logical(size_t k, upc_op_t op) {
  upc_stride_array_t S = blocks_of(k, 3, sizeof(int)), D = blocks_of(k, 3, sizeof(int));
  size_t b, i;
  int *mine;
  for (b = 0; b < k; b++)
    for (i = 0; i < 3 && (mine = (int *)block_at(S, b)) != NULL; i++) mine[i] = i == 2 ? 0 : 5;
  upc_stride_reduce_all(all_of(D), all_of(S), 3, op, UPC_INT, NULL, 0);
  for (b = 0; b < k; b++)
    for (i = 0; i < 3 && (mine = (int *)block_at(D, b)) != NULL; i++)
      must(mine[i] == (i != 2), "a logical reduction of so many blocks", k);
  upc_barrier;
  upc_stride_prefix_reduce(all_of(D), all_of(S), 3, op, UPC_INT, NULL, 0);
  for (b = 0; b < k; b++)
    for (i = 0; i < 3 && (mine = (int *)block_at(D, b)) != NULL; i++)
      must(mine[i] == (i != 2), "a logical prefix of so many blocks", b);
  upc_barrier;
  upc_stride_all_free(S), upc_stride_all_free(D);
}

static shared int one, prefixes[THREADS];

/* UPC defines the reduction of one element as this element. */
static void logical_of_upc(void) {
  static shared int five[THREADS];
  five[MYTHREAD] = 5;
  upc_barrier;
  upc_all_reduceI(&one, five, UPC_LOGAND, 1, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  must(one == 5, "upc_all_reduceI of one element", (size_t)one);
  upc_all_prefix_reduceI(prefixes, five, UPC_LOGOR, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  must(prefixes[MYTHREAD] == (MYTHREAD == 0 ? 5 : 1), "upc_all_prefix_reduceI", MYTHREAD);
}

static shared int faults;

int main(void) {
  static const size_t sizes[] = {24, 40, 5000};
  size_t i;
  for (i = 0; i < 3; i++) structs(sizes[i], THREADS, i == 1 ? UPC_NONCOMM_FUNC : UPC_FUNC);
  structs(24, 700, UPC_FUNC);
  places();
  small_places();
  complex_floats(), complex_doubles(), complex_ldoubles(), complex_product();
#ifdef __SIZEOF_INT128__
  wide();
#endif
#ifdef __FLT16_MAX__
  halves();
#endif
  for (i = 1; i < 2 * THREADS; i++) logical(i, UPC_LOGAND), logical(i, UPC_LOGOR);
  logical_of_upc();
  upc_barrier;
  if (wrong > 0) faults = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts(faults ? "FAIL" : "PASS");
  return faults;
}
