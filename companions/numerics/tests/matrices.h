/* SPDX-License-Identifier: BSD-3-Clause
 * Matrices for tests of numerics: sections of arrays of random layouts, with values by formula, in four types. Values
 * are small and whole. */
#ifndef TEST_MATRICES_H
#define TEST_MATRICES_H

#include "upc_stride_numerics.h"
#include "../../../tests/library/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REALS = 2 };                    /* numbers of a complex value */

static const struct { upc_type_t type; size_t part; int parts; } types[] = {
  {UPC_FLOAT, sizeof(float), 1}, {UPC_DOUBLE, sizeof(double), 1}, {UPC_STRIDE_COMPLEX_FLOAT, sizeof(float), REALS},
  {UPC_STRIDE_COMPLEX_DOUBLE, sizeof(double), REALS}};
static int type;                       /* of this round */

/* A matrix: element (i, j) is element (first[0] + i * step[0], first[1] + j * step[1]) of the array. */
typedef struct {
  upc_stride_array_t array;
  int number;
  size_t count[2];
  long long first[2], step[2];
} matrix_t;

typedef struct { double re, im; } value_t;

static value_t times(value_t a, value_t b) {
  value_t p;
  p.re = a.re * b.re - a.im * b.im, p.im = a.re * b.im + a.im * b.re;
  return p;
}

static int is_zero(value_t v) { return v.re == 0 && v.im == 0; }

static int same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static value_t value_of(int number, size_t i, size_t j) {
  const unsigned mixed = ((unsigned)number * 2654435761u + (unsigned)i * 40503u + (unsigned)j * 69069u) * 2246822519u;
  value_t v;
  v.re = (double)((mixed >> 20) % 7) - 3;
  v.im = types[type].parts == 1 ? 0 : (double)((mixed >> 10) % 5) - 2;
  return v;
}

static void put(unsigned char *at, double x) {
  const float narrow = (float)x;
  if (types[type].part == sizeof(float)) memcpy(at, &narrow, sizeof narrow);
  else memcpy(at, &x, sizeof x);
}

static double get(const unsigned char *at) {
  float narrow;
  double x;
  memcpy(&narrow, at, sizeof narrow), memcpy(&x, at, types[type].part == sizeof x ? sizeof x : 0);
  return types[type].part == sizeof(float) ? (double)narrow : x;
}

static void put_value(unsigned char *at, value_t v) {
  put(at, v.re);
  if (types[type].parts == REALS) put(at + types[type].part, v.im);
}

static size_t bytes(void) { return types[type].part * (size_t)types[type].parts; }

/* ---- arrays ---- */

static int owners[4096];
static int layouts = 4;                /* that arrays may have; the fifth one is replicated */

static upc_stride_array_t random_array(const size_t *shape) {
  const size_t block[] = {random_below(3) ? (size_t)random_in(1, 20) : shape[0],
                          random_below(3) ? (size_t)random_in(1, 20) : shape[1]};
  const int tall[] = {THREADS, 1}, wide[] = {1, THREADS};
  const size_t blocks = ((shape[0] + block[0] - 1) / block[0]) * ((shape[1] + block[1] - 1) / block[1]);
  const int kind = random_below(layouts);
  size_t b;
  if (kind == 0) return upc_stride_all_alloc(2, shape, block, bytes(), 0, NULL);
  if (kind == 4) return upc_stride_all_alloc_replicated(2, shape, bytes());
  if (kind == 1) return upc_stride_all_alloc(2, shape, block, bytes(), 2, tall);
  if (kind == 2 || blocks > sizeof owners / sizeof owners[0])
    return upc_stride_all_alloc(2, shape, block, bytes(), 2, wide);
  for (b = 0; b < blocks; b++) owners[b] = random_below(THREADS);
  return upc_stride_all_alloc_listed(2, shape, block, bytes(), owners);
}

/* 1: matrices are parts of arrays, from a block on; blocks of whole rows, or of whole columns, go round the threads. If
 * arrays may be replicated, some of these are. */
static int stripes;

static matrix_t striped_matrix(int number, size_t rows, size_t columns) {
  const int along = random_below(2), replicated = layouts > 4 && random_below(5) == 0;
  size_t shape[2] = {rows, columns}, block[2];
  int grid[2];
  matrix_t M;
  M.number = number, M.count[0] = rows, M.count[1] = columns;
  M.step[0] = M.step[1] = 1;
  block[along] = (size_t)random_in(1, 20);
  block[!along] = random_below(2) ? (size_t)random_in(1, 20) : shape[!along];
  M.first[along] = replicated ? 0 : (long long)block[along] * random_below(3), M.first[!along] = 0;
  shape[along] += (size_t)M.first[along];
  grid[along] = THREADS, grid[!along] = 1;
  M.array = replicated ? upc_stride_all_alloc_replicated(2, shape, bytes())
                       : upc_stride_all_alloc(2, shape, block, bytes(), 2, grid);
  return M;
}

/* A section with `rows` x `columns` elements, somewhere in an array of its own. */
static matrix_t random_matrix(int number, size_t rows, size_t columns) {
  matrix_t M;
  size_t shape[2];
  int d;
  if (stripes && rows > 0 && columns > 0) return striped_matrix(number, rows, columns);
  M.number = number, M.count[0] = rows, M.count[1] = columns;
  for (d = 0; d < 2; d++) {
    const long long step = random_below(3) == 0 ? random_in(2, 3) : 1;
    const long long before = random_below(4), last = (long long)M.count[d] - 1;
    const int backwards = random_below(4) == 0 && M.count[d] > 1;
    shape[d] = (size_t)(before + (last > 0 ? last * step : 0) + 1 + random_below(4));
    M.first[d] = backwards ? before + last * step : before;
    M.step[d] = backwards ? -step : step;
  }
  M.array = random_array(shape);
  return M;
}

static upc_stride_section_t section(const matrix_t *M) {
  upc_stride_interval_t iv[2];
  int d;
  for (d = 0; d < 2; d++) {
    const long long last = M->first[d] + ((long long)M->count[d] - 1) * M->step[d];
    iv[d] = M->count[d] == 0 ? UPC_STRIDE_RANGE(1, 0) : UPC_STRIDE_STEP(M->first[d], M->step[d], last);
  }
  return upc_stride_section(M->array, iv);
}

/* The place of element x of the array among those of the section, or -1. */
static long long place(const matrix_t *M, int d, size_t x) {
  const long long from_first = (long long)x - M->first[d], at = from_first / M->step[d];
  return from_first % M->step[d] != 0 || at < 0 || at >= (long long)M->count[d] ? -1 : at;
}

/* Gives each of the caller's elements its value; with nan, a NaN. */
static void fill(const matrix_t *M, int nan) {
  size_t i, j;
  upc_stride_forall(block, M->array)
    for (i = block.lo[0]; i <= block.hi[0]; i++)
      for (j = block.lo[1]; j <= block.hi[1]; j++) {
        value_t v = value_of(M->number, i, j);
        if (nan) v.re = v.im = NAN;
        put_value((unsigned char *)block.data + ((i - block.lo[0]) * block.stride[0] + (j - block.lo[1])) * bytes(), v);
      }
}

/* ---- sizes and factors ---- */

static size_t random_size(void) {
  switch (random_below(6)) {
    case 0: return (size_t)random_below(3);
    case 1: return (size_t)random_in(60, 130);
    default: return (size_t)random_in(1, 40);
  }
}

static value_t random_factor(void) {
  value_t v;
  v.re = random_in(-1, 2), v.im = types[type].parts == 1 ? 0 : random_in(-1, 1);
  return v;
}

#endif
