/* SPDX-License-Identifier: BSD-3-Clause
 * reduce.upc: a thread's own work: the steps of cyclic reduction, and elimination (Thomas). */
#include <upc.h>
#include <string.h>
#include "paracr.h"

/* Equations first .. end-1. has_left, has_right: 1 if all of them have a neighbour on that side; 0 if none has. */
static void reduce_range(const system_t *from, const system_t *to, size_t distance, size_t first, size_t end,
                         int has_left, int has_right) {
  const double *const a = from->v[A], *const b = from->v[B], *const c = from->v[C], *const d = from->v[D];
  double *restrict const ra = to->v[A], *restrict const rb = to->v[B], *restrict const rc = to->v[C],
                  *restrict const rd = to->v[D];
  size_t i;
  if (has_left && has_right) {
    for (i = first; i < end; i++) {
      const double alpha = -a[i] / b[i - distance], gamma = -c[i] / b[i + distance];
      ra[i] = alpha * a[i - distance];
      rb[i] = b[i] + alpha * c[i - distance] + gamma * a[i + distance];
      rc[i] = gamma * c[i + distance];
      rd[i] = d[i] + alpha * d[i - distance] + gamma * d[i + distance];
    }
    return;
  }
  for (i = first; i < end; i++) {
    const double alpha = has_left ? -a[i] / b[i - distance] : 0, gamma = has_right ? -c[i] / b[i + distance] : 0;
    ra[i] = rc[i] = 0;
    rb[i] = b[i], rd[i] = d[i];
    if (has_left) ra[i] = alpha * a[i - distance], rb[i] += alpha * c[i - distance], rd[i] += alpha * d[i - distance];
    if (has_right) rc[i] = gamma * c[i + distance], rb[i] += gamma * a[i + distance], rd[i] += gamma * d[i + distance];
  }
}

void reduce_step(const system_t *from, const system_t *to, size_t distance) {
  const size_t n = from->count, left = distance < n ? distance : n, right = n - left; /* right: the first without */
  if (left <= right) {
    reduce_range(from, to, distance, 0, left, 0, 1);
    reduce_range(from, to, distance, left, right, 1, 1);
    reduce_range(from, to, distance, right, n, 1, 0);
  } else {
    reduce_range(from, to, distance, 0, right, 0, 1);
    reduce_range(from, to, distance, right, left, 0, 0);
    reduce_range(from, to, distance, left, n, 1, 0);
  }
}

const system_t *reduce_steps(const system_t *from, const system_t *other, size_t end) {
  size_t distance;
  for (distance = 1; distance < end; distance *= 2) {
    const system_t *const next = from;
    reduce_step(from, other, distance);
    from = other;
    other = next;
  }
  return from;
}

void solve_reduced(const system_t *s, double *x) {
  size_t i;
  for (i = 0; i < s->count; i++) x[i] = s->v[D][i] / s->v[B][i];
}

void solve_by_elimination(const system_t *s, double left, double right, double *x) {
  const double *const a = s->v[A];
  double *const b = s->v[B], *const c = s->v[C], *const d = s->v[D];
  const size_t last = s->count - 1;
  size_t i;
  d[0] -= a[0] * left;
  d[last] -= c[last] * right;
  for (i = 1; i <= last; i++) {
    const double factor = a[i] / b[i - 1];
    b[i] -= factor * c[i - 1];
    d[i] -= factor * d[i - 1];
  }
  x[last] = d[last] / b[last];
  for (i = last; i-- > 0;) x[i] = (d[i] - c[i] * x[i + 1]) / b[i];
}
