/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the grid of threads, the arrays and their first contents. */
#include <upc.h>
#include <string.h>
#include "redistribute.h"
#include "../common/report.h"

static int is_prime(int n) {
  int i;
  for (i = 2; i * i <= n; i++)
    if (n % i == 0) return 0;
  return n > 1;
}

/* A grid with sides as equal as possible: the prime factors go to the shortest side, the largest factor first.
 * 12 threads in 3 dimensions: 3 x 2 x 2. */
static void set_grid(problem_t *q) {
  int rest = THREADS, factor, k;
  for (k = 0; k < q->dims; k++) q->grid[k] = 1;
  for (factor = THREADS; factor > 1; factor--)
    while (is_prime(factor) && rest % factor == 0) {
      int shortest = 0;
      for (k = 1; k < q->dims; k++)
        if (q->grid[k] < q->grid[shortest]) shortest = k;
      q->grid[shortest] *= factor;
      rest /= factor;
    }
  for (rest = MYTHREAD, k = q->dims - 1; k >= 0; k--) {
    q->coordinate[k] = rest % q->grid[k];
    rest /= q->grid[k];
  }
}

int is_mine(const problem_t *q, int array, int k, const size_t *index) {
  if (q->options->kind[array] != BY_GRID)
    return k < q->dims - 1 || upc_threadof(upc_stride_at(q->array[array], index)) == (size_t)MYTHREAD;
  return index[k] / q->block[array][k] % (size_t)q->grid[k] == (size_t)q->coordinate[k];
}

double value_at(const problem_t *q, const size_t *index) {
  double value = 0;
  int k;
  for (k = 0; k < q->dims; k++) value = value * (double)q->shape[FROM][k] + (double)index[k];
  return value;
}

void each_of_mine(const problem_t *q, int array, void (*visit)(const problem_t *, const size_t *, double *)) {
  size_t index[MOST_DIMS];
  int k = 0;
  memset(index, 0, sizeof index);
  while (k >= 0) {
    for (k = 0; k < q->dims && is_mine(q, array, k, index); k++) {}
    if (k == q->dims) visit(q, index, (double *)upc_stride_at(q->array[array], index));
    for (k = q->dims - 1; k >= 0 && ++index[k] == q->shape[array][k]; k--) index[k] = 0;
  }
}

static void set_value(const problem_t *q, const size_t *index, double *element) { *element = value_at(q, index); }

static void set_nothing(const problem_t *q, const size_t *index, double *element) {
  (void)q, (void)index;
  *element = -1;
}

void forget(const problem_t *q) { each_of_mine(q, TO, set_nothing); }

static const problem_t *listing;
static int owner_in_list(const size_t *blockindex, void *array) {
  const problem_t *q = listing;
  const int end = *(const int *)array;
  size_t number = 0;
  int k;
  for (k = 0; k < q->dims; k++) {
    const size_t b = q->block[end][k];
    number = number * ((q->shape[end][k] + b - 1) / b) + blockindex[k];
  }
  return q->options->list[end][number % q->options->listed[end]];
}

static upc_stride_array_t allocated(const problem_t *q, int array) {
  const size_t *shape = q->shape[array], *block = q->block[array];
  listing = q;
  switch (q->options->kind[array]) {
    case REPLICATED: return upc_stride_all_alloc_replicated(q->dims, shape, sizeof(double));
    case LISTED: return upc_stride_all_alloc_owned(q->dims, shape, block, sizeof(double), owner_in_list, &array);
    default: return upc_stride_all_alloc(q->dims, shape, block, sizeof(double), q->dims, q->grid);
  }
}

void allocate(const options_t *o, problem_t *q) {
  int array, k;
  memset(q, 0, sizeof *q);
  memcpy(q->section, o->section, sizeof q->section);
  q->options = o;
  q->dims = (int)o->dims;
  q->elements = 1;
  set_grid(q);
  for (array = TO; array <= FROM; array++) {
    double bytes = sizeof(double), in_block = sizeof(double);
    for (k = 0; k < q->dims; k++) {
      const size_t extent = array == TO ? o->n : 2 * o->n, across = (size_t)q->grid[k];
      q->shape[array][k] = extent;
      q->block[array][k] = o->block[array][k] > 0 ? o->block[array][k] : (extent + across - 1) / across;
      if (q->block[array][k] > extent) q->block[array][k] = extent;
      bytes *= (double)extent;
      in_block *= (double)(o->kind[array] == REPLICATED ? extent : q->block[array][k]);
      if (array == TO) q->elements *= (double)picked(q->section[TO][k]);
    }
    q->bytes += bytes;
    q->array[array] = allocated(q, array);
    /* each thread has memory for as many blocks as the one with the most */
    q->memory += in_block * app_max_of_threads((double)upc_stride_own_blocks(q->array[array])) * THREADS;
  }
  each_of_mine(q, FROM, set_value);
  forget(q);
}

void release(const problem_t *q) {
  upc_stride_all_free(q->array[TO]);
  upc_stride_all_free(q->array[FROM]);
}
