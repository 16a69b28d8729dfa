/* SPDX-License-Identifier: BSD-3-Clause
 * arrays.upc: the vector, the matrices that its memory is seen as, buffers and tables. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/work.h"

/* `each` numbers on each of the active threads. */
static upc_stride_array_t vector(const problem_t *q, size_t each, complex_t **mine) {
  const size_t shape = q->active * each, first = (size_t)MYTHREAD * each;
  upc_stride_array_t array = upc_stride_all_alloc(1, &shape, &each, sizeof(complex_t), 0, NULL);
  *mine = is_active(q) ? (complex_t *)upc_stride_at(array, &first) : NULL;
  return array;
}

/* The memory of a vector as a matrix in blocks of h x w, one below the other or side by side: one on each thread. */
static upc_stride_array_t seen_as(upc_stride_array_t array, size_t rows, size_t columns, size_t h, size_t w) {
  const size_t shape[] = {rows, columns}, block[] = {h, w}, first = 0;
  return upc_stride_view(upc_stride_at(array, &first), 2, shape, block, sizeof(complex_t), 0, NULL);
}

static share_t share(size_t length, size_t threads) {
  share_t s;
  s.each = (length + threads - 1) / threads;
  s.first = smaller((size_t)MYTHREAD * s.each, length);
  s.count = smaller(s.each, length - s.first);
  return s;
}

/* The private addresses of all blocks of a vector; 0 if one is not near. */
static int near_blocks(const problem_t *q, upc_stride_array_t array, complex_t **block) {
  size_t t;
  for (t = 0; t < q->active; t++)
    if ((block[t] = (complex_t *)upc_stride_near_block(array, &t)) == NULL) return 0;
  return 1;
}

/* e^(-2 pi i k / n) */
static complex_t root(size_t k, size_t n) {
  complex_t w;
  const double angle = 2 * PI * (double)k / (double)n;
  w.re = cos(angle);
  w.im = -sin(angle);
  return w;
}

static complex_t *numbers(size_t count, const char *purpose) {
  return app_allocated(local_fft_alloc(count * sizeof(complex_t)), count, sizeof(complex_t), purpose);
}

static void make_tables(problem_t *q) {
  size_t i, b;
  q->roots = numbers(q->n2, "roots of unity");
  q->twiddles = numbers(q->n2, "twiddle factors");
  q->few_twiddles = numbers(q->n1 * LINES, "twiddle factors");
  for (i = 0; i < q->n2; i++) q->roots[i] = root(i, q->n2), q->twiddles[i] = root(i, q->n);
  for (i = 0; i < q->n1; i++)
    for (b = 0; b < LINES; b++) q->few_twiddles[i * LINES + b] = root(i * b, q->n);
}

static void make_plans(problem_t *q) {
  lines_t down, along;
  down.kind = along.kind = COMPLEX_TO_COMPLEX, down.sign = along.sign = -1, down.count = along.count = LINES;
  down.length = q->n1, down.stride = LINES, down.step = 1;
  along.length = q->n2, along.stride = 1, along.step = row_pitch(q);
  q->down = local_fft_plan(&down, q->buffer, q->buffer, EFFORT_MEASURE);
  q->along = local_fft_plan(&along, q->buffer, q->buffer, EFFORT_MEASURE);
}

/* What the transforms of a thread need. */
static void make_private(problem_t *q) {
  const size_t count = LINES * row_pitch(q);
  q->buffer = numbers(count, "some lines"), q->work = numbers(count, "some lines");
  memset(q->buffer, 0, count * sizeof *q->buffer);
  make_tables(q);
  if (!q->radix4) make_plans(q);
}

void new_problem(const options_t *o, problem_t *q) {
  size_t each; /* numbers that a thread has space for: before or after the transform, whichever is more */
  memset(q, 0, sizeof *q);
  q->high = o->exponent - o->exponent / 2;
  q->n = (size_t)1 << o->exponent, q->n2 = (size_t)1 << q->high, q->n1 = q->n / q->n2;
  q->active = smaller(THREADS, q->n1);
  q->radix4 = o->radix4;
  q->along1 = share(q->n1, q->active), q->along2 = share(q->n2, q->active);
  each = q->along1.each * q->n2;
  if (q->along2.each * q->n1 > each) each = q->along2.each * q->n1;
  q->bytes = 16.0 * (double)(2 * each + q->along1.each * q->n2) * (double)q->active;
  q->x = vector(q, each, &q->my_x);
  q->memory = vector(q, each, &q->my_memory);
  q->x_before = seen_as(q->x, q->n1, q->n2, q->along1.each, q->n2);
  q->x_after = seen_as(q->x, q->n2, q->n1, q->along2.each, q->n1);
  q->columns = seen_as(q->memory, q->n1, q->n2, q->n1, q->along2.each);
  q->turned = seen_as(q->memory, q->n2, q->n1, q->n2, q->along1.each);
  q->x_of = app_allocate(q->active, sizeof *q->x_of, "addresses of blocks");
  q->memory_of = app_allocate(q->active, sizeof *q->memory_of, "addresses of blocks");
  q->near = !o->plain && near_blocks(q, q->x, q->x_of) && near_blocks(q, q->memory, q->memory_of);
  q->lines_memory = vector(q, q->along1.each * q->n2, &q->my_lines);
  q->lines = seen_as(q->lines_memory, q->n1, q->n2, q->along1.each, q->n2);
  if (app_has_data()) make_private(q);
}

void free_problem(problem_t *q) {
  upc_stride_all_free(q->x_before);
  upc_stride_all_free(q->x_after);
  upc_stride_all_free(q->columns);
  upc_stride_all_free(q->turned);
  upc_stride_all_free(q->x);
  upc_stride_all_free(q->memory);
  upc_stride_all_free(q->lines);
  upc_stride_all_free(q->lines_memory);
  local_fft_free_plan(&q->down);
  local_fft_free_plan(&q->along);
  local_fft_free(q->roots);
  local_fft_free(q->twiddles);
  local_fft_free(q->few_twiddles);
  local_fft_free(q->buffer);
  local_fft_free(q->work);
  free(q->x_of);
  free(q->memory_of);
}
