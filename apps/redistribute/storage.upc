/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the grid of threads, the arrays and their first contents. */
#include <upc.h>
#include <string.h>
#include "redistribute.h"

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

int is_mine(const problem_t *q, int array, int k, size_t i) {
  return i / q->block[array][k] % (size_t)q->grid[k] == (size_t)q->coordinate[k];
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
    for (k = 0; k < q->dims && is_mine(q, array, k, index[k]); k++) {}
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

void allocate(const options_t *o, problem_t *q) {
  int array, k;
  memset(q, 0, sizeof *q);
  memcpy(q->section, o->section, sizeof q->section);
  q->dims = (int)o->dims;
  q->elements = 1;
  set_grid(q);
  for (array = TO; array <= FROM; array++) {
    double bytes = sizeof(double);
    for (k = 0; k < q->dims; k++) {
      const size_t extent = array == TO ? o->n : 2 * o->n, across = (size_t)q->grid[k];
      q->shape[array][k] = extent;
      q->block[array][k] = o->block[array][k] > 0 ? o->block[array][k] : (extent + across - 1) / across;
      if (q->block[array][k] > extent) q->block[array][k] = extent;
      bytes *= (double)extent;
      if (array == TO) q->elements *= (double)picked(q->section[TO][k]);
    }
    q->bytes += bytes;
    q->array[array] = upc_stride_all_alloc(q->dims, q->shape[array], q->block[array], sizeof(double), q->dims, q->grid);
  }
  each_of_mine(q, FROM, set_value);
  forget(q);
}

void release(const problem_t *q) {
  upc_stride_all_free(q->array[TO]);
  upc_stride_all_free(q->array[FROM]);
}
