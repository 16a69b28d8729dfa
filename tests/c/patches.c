/* SPDX-License-Identifier: BSD-3-Clause
 * Patches and lists of elements by one thread. Random arrays, sections, buffers and lists. Every thread has a model of
 * the whole array, written from the definition. All threads accumulate to the same elements at the same time, and put
 * to elements that differ. `patches SEED` repeats a run. */
#include "tests/c/check.h"

#include <string.h>

enum { MOST = 4000, POISON = -99 };

static unsigned long state;
static long below(long n) {
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (long)((state >> 33) % (unsigned long)n);
}

/* An element is `parts` values of a type. */
static const struct kind {
  upc_type_t type;
  size_t size, parts;
} kinds[] = {{UPC_INT, 4, 1}, {UPC_LONG, 8, 1}, {UPC_FLOAT, 4, 1}, {UPC_DOUBLE, 8, 1}, {UPC_DOUBLE, 8, 2},
             {UPC_SHORT, 2, 3}, {UPC_CHAR, 1, 1}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void set_value(const struct kind *k, void *at, long value) {
  if (k->type == UPC_CHAR) *(signed char *)at = (signed char)value;
  if (k->type == UPC_SHORT) *(short *)at = (short)value;
  if (k->type == UPC_INT) *(int *)at = (int)value;
  if (k->type == UPC_LONG) *(long *)at = value;
  if (k->type == UPC_FLOAT) *(float *)at = (float)value;
  if (k->type == UPC_DOUBLE) *(double *)at = (double)value;
}

static long value(const struct kind *k, const void *at) {
  if (k->type == UPC_CHAR) return *(const signed char *)at;
  if (k->type == UPC_SHORT) return *(const short *)at;
  if (k->type == UPC_INT) return *(const int *)at;
  if (k->type == UPC_LONG) return *(const long *)at;
  if (k->type == UPC_FLOAT) return (long)*(const float *)at;
  return (long)*(const double *)at;
}

static void set(const struct kind *k, char *at, long x) {
  for (size_t i = 0; i < k->parts; i++) set_value(k, at + i * k->size, x + (long)i);
}

static void check_element(const struct kind *k, const char *at, long expected, long per_part) {
  for (size_t i = 0; i < k->parts; i++) CHECK_IS(value(k, at + i * k->size), expected + per_part * (long)i);
}

/* The array, and what its elements are: model[e], row by row; the further parts of an element are greater. */
static upc_stride_array_t A;
static const struct kind *kind;
static int ndims, threads, me;
static size_t shape[4], elements, bytes;
static long model[MOST], part_step;

static void make_array(void) {
  size_t block[4];
  int grid[4], ngrid = below(2) ? 1 : 0;
  kind = &kinds[below(KINDS)];
  bytes = kind->size * kind->parts;
  ndims = 1 + (int)below(4);
  elements = 1;
  for (int d = 0; d < ndims; d++) {
    shape[d] = 1 + (size_t)below(ndims == 1 ? 300 : ndims == 2 ? 30 : ndims == 3 ? 12 : 7);
    block[d] = ngrid && d > 0 ? shape[d] : 1 + (size_t)below((long)shape[d] + 1);
    elements *= shape[d];
  }
  grid[0] = threads;
  A = upc_stride_all_alloc(ndims, shape, block, bytes, ngrid, grid);
  CHECK(A != NULL);
}

/* A random section, its elements in their order, and a buffer with random extents around them. */
static upc_stride_section_t S;
static size_t picked, element[MOST], place[MOST], extents[4], buffer_elements;

static void make_section(void) {
  upc_stride_interval_t iv[4];
  long count[4], first[4], step[4];
  for (int d = 0; d < ndims; d++) {
    long n = (long)shape[d], lo = below(n), hi = below(n), by = 1 + below(3);
    if (lo > hi && below(3) > 0) first[d] = lo, lo = hi, hi = first[d];
    if (lo > hi) by = -by;
    if (by == 1 && below(2)) iv[d] = UPC_STRIDE_RANGE(lo, hi);
    else iv[d] = UPC_STRIDE_STEP(lo, by, hi);
    if (below(6) == 0) iv[d] = UPC_STRIDE_ALL, lo = 0, hi = n - 1, by = 1;
    if (below(6) == 0) iv[d] = UPC_STRIDE_AT(lo), hi = lo, by = 1;
    first[d] = lo, step[d] = by, count[d] = (hi - lo) / by + 1;
  }
  S = upc_stride_section_here(__FILE__, __LINE__, A, ndims, iv);
  buffer_elements = 1;
  picked = 1;
  for (int d = 0; d < ndims; d++) {
    extents[d] = (size_t)(count[d] + (below(2) ? below(3) : 0));
    buffer_elements *= extents[d];
    picked *= (size_t)count[d];
  }
  for (size_t p = 0; p < picked; p++) {
    size_t rest = p, at[4], e = 0, b = 0;
    for (int d = ndims - 1; d >= 0; d--) at[d] = rest % (size_t)count[d], rest /= (size_t)count[d];
    for (int d = 0; d < ndims; d++) {
      e = e * shape[d] + (size_t)(first[d] + (long)at[d] * step[d]);
      b = b * extents[d] + at[d];
    }
    element[p] = e;
    place[p] = b;
  }
}

static char *make_buffer(void) {
  char *buffer = malloc(buffer_elements * bytes + 1);
  for (size_t i = 0; i < buffer_elements; i++) set(kind, buffer + i * bytes, POISON);
  return buffer;
}

/* What is not picked is as it was. */
static void check_got(const char *buffer) {
  for (size_t b = 0, p = 0; b < buffer_elements; b++) {
    if (p < picked && place[p] == b) check_element(kind, buffer + b * bytes, model[element[p++]], part_step);
    else check_element(kind, buffer + b * bytes, POISON, 1);
  }
}

static void get_and_check(void) {
  char *buffer;
  make_section();
  buffer = make_buffer();
  if (below(2)) {
    upc_stride_handle_t handle = NULL;
    int done = 0;
    CHECK(upc_stride_get_patch_nb(&handle, buffer, extents, &S) == 0);
    while (below(2) && !done) CHECK(upc_stride_test(&handle, &done) == 0);
    CHECK(upc_stride_wait(&handle) == 0 && handle == NULL);
  } else {
    CHECK(upc_stride_get_patch(buffer, extents, &S) == 0);
  }
  check_got(buffer);
  free(buffer);
}

/* The whole array, as a patch with null extents, and as a list. */
static void check_all(void) {
  char *all = malloc(elements * bytes);
  size_t *index = malloc(elements * sizeof *index), count = 1 + (size_t)below((long)elements);
  CHECK(upc_stride_select(&S, A, ":") == 0);
  CHECK(upc_stride_get_patch(all, NULL, &S) == 0);
  for (size_t e = 0; e < elements; e++) check_element(kind, all + e * bytes, model[e], part_step);
  for (size_t i = 0; i < count; i++) index[i] = (size_t)below((long)elements);
  CHECK(upc_stride_get_elements(all, A, index, count) == 0);
  for (size_t i = 0; i < count; i++) check_element(kind, all + i * bytes, model[index[i]], part_step);
  free(all);
  free(index);
}

/* Thread 0 fills the array; then each thread puts what no other one does: every element of its own section whose number
 * has the thread's remainder, by lists; thread `who` alone also puts a patch. */
static void put(void) {
  int who = (int)below(threads);
  char *buffer = malloc(elements * bytes);
  size_t *index = malloc(elements * sizeof *index), count = 0;
  part_step = 1;
  for (size_t e = 0; e < elements; e++) {
    model[e] = (long)(e % 100);
    set(kind, buffer + e * bytes, model[e]);
  }
  CHECK(upc_stride_select(&S, A, ":") == 0);
  if (me == who) CHECK(upc_stride_put_patch(&S, buffer, NULL) == 0);
  upc_stride_barrier_all();
  check_all();
  upc_stride_barrier_all();
  for (size_t e = 0; e < elements; e++) {
    if (e % 3 == 0) continue;
    model[e] = (long)(e % 50) + 7;
    if ((int)(e / 3) % threads != me) continue;
    set(kind, buffer + count * bytes, model[e]);
    index[count++] = e;
  }
  CHECK(upc_stride_put_elements(A, index, count, buffer) == 0);
  free(buffer);
  free(index);
  upc_stride_barrier_all();
  check_all();
  upc_stride_barrier_all();
  make_section(); /* the same on all threads */
  buffer = make_buffer();
  for (size_t p = 0; p < picked; p++) set(kind, buffer + place[p] * bytes, model[element[p]] = (long)(p % 90) + 3);
  if (me == who) {
    upc_stride_handle_t handle;
    CHECK(upc_stride_put_patch_nb(&handle, &S, buffer, extents) == 0);
    CHECK(upc_stride_wait(&handle) == 0);
  }
  free(buffer);
  upc_stride_barrier_all();
  check_all();
  upc_stride_barrier_all();
}

/* All threads add to sections that overlap, and to lists with repetitions; every thread knows what the others do. */
static void accumulate(unsigned long seed) {
  enum { SECTIONS = 3 };
  for (int t = 0; t < threads; t++) {
    state = seed * 1000003UL + (unsigned long)t;
    for (int n = 0; n < SECTIONS; n++) {
      char *buffer;
      make_section();
      buffer = make_buffer();
      for (size_t p = 0; p < picked; p++) {
        long x = below(2);
        model[element[p]] += x;
        for (size_t i = 0; i < kind->parts; i++) set_value(kind, buffer + place[p] * bytes + i * kind->size, x);
      }
      if (t == me) CHECK(upc_stride_acc_patch(&S, UPC_ADD, kind->type, buffer, extents) == 0);
      size_t count = (size_t)below(20), index[20];
      char list[20 * 16];
      for (size_t i = 0; i < count; i++) {
        index[i] = (size_t)below((long)(elements < 5 ? elements : 5));
        model[index[i]] += 1;
        for (size_t j = 0; j < kind->parts; j++) set_value(kind, list + i * bytes + j * kind->size, 1);
      }
      if (kind->type == UPC_CHAR) /* too many for a char: take them back */
        for (size_t i = 0; i < count; i++) model[index[i]] -= 1;
      else if (t == me)
        CHECK(upc_stride_acc_elements(A, index, count, UPC_ADD, kind->type, list) == 0);
      free(buffer);
    }
  }
  upc_stride_barrier_all();
  check_all();
  upc_stride_barrier_all();
}

/* Many messages: parts of every other row, into a buffer with room between its rows; and a list of elements in any
 * order. Element e is e. One thread puts what it got, negated. */
static void large_parts(upc_stride_array_t B, upc_stride_section_t *all, size_t rows, size_t columns) {
  enum { LISTED = 1200, MARGIN = 3 };
  const size_t h = rows / 2, w = columns - 2 * MARGIN, wide[] = {h, columns}, count = rows * columns;
  double *got = malloc(count * sizeof *got), *listed = malloc(LISTED * sizeof *listed);
  size_t index[LISTED];
  upc_stride_section_t S =
      UPC_SECTION(B, UPC_STRIDE_STEP(1, 2, 2 * (long)h - 1), UPC_STRIDE_RANGE(MARGIN, (long)(w + MARGIN) - 1));
  for (size_t i = 0; i < count; i++) got[i] = POISON;
  CHECK(upc_stride_get_patch(got, wide, &S) == 0);
  for (size_t i = 0; i < count; i++) {
    const size_t r = i / columns, c = i % columns;
    CHECK_IS((long long)got[i], r < h && c < w ? (long long)((2 * r + 1) * columns + c + MARGIN) : POISON);
  }
  for (size_t i = 0; i < LISTED; i++) index[i] = i * 7919 % count;
  CHECK(upc_stride_get_elements(listed, B, index, LISTED) == 0);
  for (size_t i = 0; i < LISTED; i++) CHECK_IS((long long)listed[i], (long long)index[i]);
  upc_stride_barrier_all();
  for (size_t i = 0; i < count; i++) got[i] = -got[i];
  if (me == threads - 1) CHECK(upc_stride_put_patch(&S, got, wide) == 0);
  upc_stride_barrier_all();
  CHECK(upc_stride_get_patch(got, NULL, all) == 0);
  for (size_t i = 0; i < count; i++) {
    const size_t r = i / columns, c = i % columns;
    CHECK_IS((long long)got[i], (long long)i * (r % 2 == 1 && c >= MARGIN && c < w + MARGIN ? -1 : 1));
  }
  free(got), free(listed);
}

/* A patch of many messages, and many threads on one element. */
static void large(void) {
  enum { ROWS = 300, COLUMNS = 500, TIMES = 200 };
  size_t whole[] = {ROWS, COLUMNS}, block[] = {130, 220}, one = 0;
  upc_stride_array_t B = upc_stride_all_alloc(2, whole, block, sizeof(double), 0, NULL);
  double *buffer = malloc(ROWS * COLUMNS * sizeof *buffer), unit = 1;
  upc_stride_section_t all, first;
  for (int i = 0; i < ROWS * COLUMNS; i++) buffer[i] = i;
  CHECK(upc_stride_select(&all, B, ":") == 0 && upc_stride_select(&first, B, "0, 0") == 0);
  CHECK(upc_stride_acc_patch(&all, UPC_ADD, UPC_DOUBLE, buffer, NULL) == 0);
  for (int i = 0; i < TIMES; i++) {
    CHECK(upc_stride_acc_patch(&first, UPC_ADD, UPC_DOUBLE, &unit, NULL) == 0);
    CHECK(upc_stride_acc_elements(B, &one, 1, UPC_ADD, UPC_DOUBLE, &unit) == 0);
  }
  upc_stride_barrier_all();
  CHECK(upc_stride_get_patch(buffer, NULL, &all) == 0);
  CHECK_IS((long long)buffer[0], 2LL * TIMES * threads);
  for (int i = 1; i < ROWS * COLUMNS; i++) CHECK_IS((long long)buffer[i], (long long)i * threads);
  upc_stride_barrier_all();
  CHECK(upc_stride_acc_patch(&all, UPC_MAX, UPC_DOUBLE, buffer, NULL) == 0);
  upc_stride_barrier_all();
  CHECK(upc_stride_get_patch(buffer, NULL, &all) == 0);
  CHECK_IS((long long)buffer[ROWS * COLUMNS - 1], (long long)(ROWS * COLUMNS - 1) * threads);
  upc_stride_barrier_all();
  for (int i = 0; i < ROWS * COLUMNS; i++) buffer[i] = i;
  if (me == 0) CHECK(upc_stride_put_patch(&all, buffer, NULL) == 0);
  upc_stride_barrier_all();
  large_parts(B, &all, ROWS, COLUMNS);
  free(buffer);
  upc_stride_barrier_all();
  CHECK(upc_stride_all_free(B) == 0);
}

static void is_refused(int line, int status, const char *text) {
  if (status != -1 || strstr(upc_stride_last_error(), text) == NULL)
    complain(line, upc_stride_last_error(), 1, status, -1);
}
#define REFUSED(call, text) is_refused(__LINE__, call, text)

static void wrong(void) {
  size_t sides[] = {10, 10}, block[] = {4, 4}, narrow[] = {10, 3}, outside = 100, inside = 99;
  upc_stride_array_t B = upc_stride_all_alloc(2, sides, block, sizeof(int), 0, NULL);
  upc_stride_section_t s, empty;
  int buffer[100] = {0};
  CHECK(upc_stride_select(&s, B, "2:5, 2:5") == 0 && upc_stride_select(&empty, B, "5:4, :") == 0);
  REFUSED(upc_stride_get_patch(buffer, narrow, &s), "extents: 3 in dimension 1, must be at least the 4");
  REFUSED(upc_stride_get_patch(NULL, NULL, &s), "upc_stride_get_patch: to: null, must be where 16 elements are");
  REFUSED(upc_stride_put_patch(&s, NULL, NULL), "upc_stride_put_patch: from: null");
  REFUSED(upc_stride_put_patch(NULL, buffer, NULL), "upc_stride_put_patch: dst: null");
  REFUSED(upc_stride_get_patch_nb(NULL, buffer, NULL, &s), "upc_stride_get_patch_nb: handle: null");
  REFUSED(upc_stride_acc_patch(&s, UPC_ADD, UPC_DOUBLE, buffer, NULL), "type: UPC_DOUBLE of 8 bytes, must divide");
  REFUSED(upc_stride_acc_patch(&s, UPC_XOR, UPC_FLOAT, buffer, NULL), "op: UPC_XOR, must be one operation");
  REFUSED(upc_stride_acc_patch(&s, UPC_STRIDE_PUT, UPC_INT, buffer, NULL), "op: ");
  REFUSED(upc_stride_acc_patch(&s, UPC_ADD, UPC_LDOUBLE, buffer, NULL), "type: UPC_LDOUBLE, must be a type");
  REFUSED(upc_stride_get_elements(buffer, B, &outside, 1), "index: 100 at position 0, must be an element of src");
  REFUSED(upc_stride_put_elements(B, NULL, 1, buffer), "index: null");
  REFUSED(upc_stride_acc_elements(B, &inside, 1, UPC_ADD, UPC_INT, NULL), "from: null");
  s.interval[0] = UPC_STRIDE_RANGE(2, 10);
  REFUSED(upc_stride_get_patch(buffer, NULL, &s), "src: picks element 10 in dimension 0 of the array, must be in 0..9");
  CHECK(upc_stride_get_patch(NULL, NULL, &empty) == 0 && upc_stride_put_patch(&empty, NULL, NULL) == 0);
  CHECK(upc_stride_get_elements(NULL, B, NULL, 0) == 0);
  CHECK(upc_stride_all_free(B) == 0);
  REFUSED(upc_stride_get_patch(buffer, NULL, &s), "src: an array that was freed");
}

int main(int argc, char **argv) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 64 << 20};
  unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
  START(&options);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  for (unsigned long round = 0; round < 25; round++) {
    state = seed + 7919 * round;
    make_array();
    put();
    for (size_t e = 0; e < elements; e++) model[e] %= 40; /* room for a char to grow */
    if (me == 0) {
      char *buffer = malloc(elements * bytes);
      for (size_t e = 0; e < elements; e++) set(kind, buffer + e * bytes, model[e]);
      CHECK(upc_stride_select(&S, A, ":") == 0);
      CHECK(upc_stride_put_patch(&S, buffer, NULL) == 0);
      free(buffer);
    }
    upc_stride_barrier_all();
    state = seed + 104729 * round + (unsigned long)me;
    for (int n = 0; n < 10; n++) get_and_check();
    upc_stride_barrier_all();
    accumulate(seed + round);
    CHECK(upc_stride_all_free(A) == 0);
    upc_stride_barrier_all();
  }
  large();
  wrong();
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
