/* SPDX-License-Identifier: BSD-3-Clause
 *
 * multiblock.h: where the elements of multi-blocked arrays must lie, worked out by walking over all blocks in
 * row-major order, for the programs ext_*.upc to compare with.
 */
#ifndef MULTIBLOCK_H
#define MULTIBLOCK_H
#include "check.h"

typedef struct {
  int ndims;
  long shape[4], block[4];
  int ngrid; /* 0: no grid */
  long grid[4];
} blocked_t;

static long blocks_in(const blocked_t *a, int k) { return (a->shape[k] + a->block[k] - 1) / a->block[k]; }

static __attribute__((unused)) int in_force(const blocked_t *a) {
  long product = 1;
  for (int k = 0; k < a->ngrid; k++) product *= a->grid[k];
  return a->ngrid > 0 && product == THREADS;
}

static long owner_of(const blocked_t *a, const long *c, long number) {
  if (!in_force(a)) return number % THREADS;
  long rank = 0;
  for (int k = 0; k < a->ngrid; k++) rank = rank * a->grid[k] + c[k] % a->grid[k];
  return rank;
}

/* The owner of the element, and its place from the start of the owner's part, in elements. */
static long place_in(const blocked_t *a, const long *index, long *owner) {
  long size = 1, inside = 0, *had = calloc(THREADS, sizeof *had), at = -1;
  for (int k = 0; k < a->ndims; k++) size *= a->block[k], inside = inside * a->block[k] + index[k] % a->block[k];
  long c[4] = {0};
  for (long number = 0; at < 0; number++) {
    int here = 1;
    long who = owner_of(a, c, number);
    for (int k = 0; k < a->ndims; k++) here &= c[k] == index[k] / a->block[k];
    if (here) *owner = who, at = had[who] * size + inside;
    had[who]++;
    for (int k = a->ndims - 1; k >= 0 && ++c[k] == blocks_in(a, k); k--) c[k] = 0;
  }
  free(had);
  return at;
}

/* Checks p, the address of the element at index; `base` remembers where each thread's part starts. */
static __attribute__((unused)) void check_blocked(const char *file, int line, const blocked_t *a, const long *index,
                                                  shared void *p, size_t elemsize, long long *base) {
  long owner = -1, at = place_in(a, index, &owner);
  check_eq(file, line, "owner", (long long)upc_threadof(p), owner);
  check_eq(file, line, "phase", (long long)upc_phaseof(p), 0);
  long long start = (long long)upc_addrfield(p) - at * (long long)elemsize;
  if (base[owner] == 0) base[owner] = start;
  check_eq(file, line, "address", start, base[owner]);
}

/* Goes through all indices in row-major order: for (long i[4] = {0}; more(&a, i); step(&a, i)) */
static __attribute__((unused)) int more(const blocked_t *a, const long *i) { return i[0] < a->shape[0]; }
static __attribute__((unused)) void step(const blocked_t *a, long *i) {
  int k = a->ndims - 1;
  for (; k > 0 && ++i[k] == a->shape[k]; k--) i[k] = 0;
  if (k == 0) i[0]++;
}
static __attribute__((unused)) long flat(const blocked_t *a, const long *i) {
  long n = 0;
  for (int k = 0; k < a->ndims; k++) n = n * a->shape[k] + i[k];
  return n;
}
#define CHECK_BLOCKED(a, i, p, base) check_blocked(__FILE__, __LINE__, a, i, p, sizeof *(p), base)
#endif
