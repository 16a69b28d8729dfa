/* SPDX-License-Identifier: BSD-3-Clause
 * chains.upc: elimination in chains of consecutive equations. Elimination waits for a division at each equation. CHAINS
 * chains side by side keep the processor busy meanwhile. The first and the last unknown of each chain are solved for
 * before the others, so that no chain waits for another. Equations go through memory twice: a strip of chains fits the
 * cache. */
#include <upc.h>
#include "paracr.h"

enum { CHAINS = 4, LENGTH = 1000 }; /* not a power of two: the chains would share lines of the cache */

/* The next chains: `chains` of them, each of `length` equations. */
typedef struct {
  size_t chains, length;
} strip_t;

/* The next strip of the `left` equations, at least two, that are not cut yet. After it at least two are left, or
 * none. */
static strip_t next_strip(size_t left) {
  const size_t length = (left - 2) / CHAINS;
  strip_t next;
  next.chains = length < 2 ? 1 : CHAINS;
  next.length = length < 2 ? left : length < LENGTH ? length : LENGTH;
  return next;
}

/* Two equations of each chain, from equation `at` of `ends` on: its first one without the unknowns between its ends,
 * and its last one likewise. With a constant for `chains` the inner loops are unrolled. */
static inline void reduce_strip(const system_t *s, size_t chains, size_t length, const system_t *ends, size_t at) {
  const double *const a = s->v[A], *const b = s->v[B], *const c = s->v[C], *const d = s->v[D];
  double outer[CHAINS], own[CHAINS], right_side[CHAINS]; /* of x at the other end, of x[i], and d */
  size_t i, k;
  for (k = 0; k < chains; k++) {
    const size_t j = k * length + 1;
    outer[k] = a[j], own[k] = b[j], right_side[k] = d[j];
  }
  for (i = 2; i < length; i++)
    for (k = 0; k < chains; k++) {
      const size_t j = k * length + i;
      const double factor = a[j] / own[k];
      outer[k] *= -factor;
      own[k] = b[j] - factor * c[j - 1];
      right_side[k] = d[j] - factor * right_side[k];
    }
  for (k = 0; k < chains; k++) {
    const size_t j = (k + 1) * length - 1, last = at + 2 * k + 1;
    ends->v[A][last] = outer[k], ends->v[B][last] = own[k];
    ends->v[C][last] = c[j], ends->v[D][last] = right_side[k];
  }
  for (k = 0; k < chains; k++) {
    const size_t j = (k + 1) * length - 2;
    outer[k] = c[j], own[k] = b[j], right_side[k] = d[j];
  }
  for (i = length - 2; i-- > 0;)
    for (k = 0; k < chains; k++) {
      const size_t j = k * length + i;
      const double factor = c[j] / own[k];
      outer[k] *= -factor;
      own[k] = b[j] - factor * a[j + 1];
      right_side[k] = d[j] - factor * right_side[k];
    }
  for (k = 0; k < chains; k++) {
    const size_t j = k * length, first = at + 2 * k;
    ends->v[A][first] = a[j], ends->v[B][first] = own[k];
    ends->v[C][first] = outer[k], ends->v[D][first] = right_side[k];
  }
}

/* The unknowns of each chain, by elimination. The unknown before it is before[k], its last one is last[k]. */
static inline void solve_strip(const system_t *s, size_t chains, size_t length, const double *before,
                               const double *last, const system_t *work, double *x) {
  const double *const a = s->v[A], *const b = s->v[B], *const c = s->v[C], *const d = s->v[D];
  double *const upper = work->v[A], *const right_side = work->v[B]; /* c and d of the equations without x[i-1] */
  double u[CHAINS], r[CHAINS];
  size_t i, k;
  for (k = 0; k < chains; k++) u[k] = 0, r[k] = before[k];
  for (i = 0; i < length; i++)
    for (k = 0; k < chains; k++) {
      const size_t j = k * length + i;
      const double inverse = 1 / (b[j] - a[j] * u[k]);
      upper[i * chains + k] = u[k] = c[j] * inverse;
      right_side[i * chains + k] = r[k] = (d[j] - a[j] * r[k]) * inverse;
    }
  for (k = 0; k < chains; k++) x[(k + 1) * length - 1] = r[k] = last[k];
  for (i = length - 1; i-- > 0;)
    for (k = 0; k < chains; k++)
      x[k * length + i] = r[k] = right_side[i * chains + k] - upper[i * chains + k] * r[k];
}

void reduce_to_ends(const system_t *s, const system_t *ends) { reduce_strip(s, 1, s->count, ends, 0); }

size_t reduce_chains(const system_t *s, const system_t *ends) {
  size_t first = 0, at = 0;
  while (first < s->count) {
    const strip_t next = next_strip(s->count - first);
    const system_t part = part_of(s, first, next.chains * next.length);
    if (next.chains == CHAINS) reduce_strip(&part, CHAINS, next.length, ends, at);
    else reduce_strip(&part, 1, next.length, ends, at);
    first += part.count;
    at += 2 * next.chains;
  }
  return at;
}

void solve_chains(const system_t *s, double left, const double *ends, const system_t *work, double *x) {
  size_t first = 0, k;
  double before[CHAINS], last[CHAINS];
  while (first < s->count) {
    const strip_t next = next_strip(s->count - first);
    const system_t part = part_of(s, first, next.chains * next.length);
    for (k = 0; k < next.chains; k++, ends += 2) {
      before[k] = left;
      last[k] = left = ends[1];
    }
    if (next.chains == CHAINS) solve_strip(&part, CHAINS, next.length, before, last, work, x + first);
    else solve_strip(&part, 1, next.length, before, last, work, x + first);
    first += part.count;
  }
}

void solve_in_chains(const system_t *s, const system_t *work, double *x) {
  system_t ends = work[0];
  if (s->count == 1) {
    x[0] = s->v[D][0] / s->v[B][0];
    return;
  }
  ends.count = reduce_chains(s, &work[0]);
  solve_by_elimination(&ends, 0, 0, work[1].v[C]);
  solve_chains(s, 0, work[1].v[C], &work[1], x);
}
