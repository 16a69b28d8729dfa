/* SPDX-License-Identifier: BSD-3-Clause
 * Sections with chosen values: they are stored to arrays, and compared with what is there after a call. */
#ifndef TEST_OPERANDS_H
#define TEST_OPERANDS_H

#include "matrices.h"

/* A section and what its elements must be. */
typedef struct {
  matrix_t m;
  value_t *v;                          /* row by row */
} operand_t;

static value_t *at(const operand_t *o, size_t i, size_t j) { return &o->v[i * o->m.count[1] + j]; }

static operand_t operand(int number, size_t rows, size_t columns) {
  operand_t o;
  size_t i, j;
  o.m = random_matrix(number, rows, columns);
  o.v = malloc((rows * columns + 1) * sizeof *o.v);
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++) *at(&o, i, j) = value_of(number, i, j);
  return o;
}

static void drop(operand_t *o) {
  free(o->v);
  upc_stride_all_free(o->m.array);
}

static int parts(void) { return types[type].parts; }

static value_t conjugate(value_t x) {
  x.im = -x.im;
  return x;
}

static value_t plus(value_t a, value_t b) {
  a.re += b.re, a.im += b.im;
  return a;
}

static const value_t not_a_number = {NAN, NAN}, nought = {0, 0};

/* The caller's elements of the array get their values: those of the section o.v, the others by the formula. */
static void store(const operand_t *o) {
  size_t i, j;
  upc_stride_forall(block, o->m.array)
    for (i = block.lo[0]; i <= block.hi[0]; i++)
      for (j = block.lo[1]; j <= block.hi[1]; j++) {
        const long long row = place(&o->m, 0, i), column = place(&o->m, 1, j);
        put_value((unsigned char *)block.data + ((i - block.lo[0]) * block.stride[0] + (j - block.lo[1])) * bytes(),
                  row >= 0 && column >= 0 ? *at(o, (size_t)row, (size_t)column) : value_of(o->m.number, i, j));
      }
}

/* The number of wrong parts among the caller's elements. */
static int wrong_in(const char *what, int round, const operand_t *o) {
  size_t i, j;
  int wrong = 0, part;
  upc_stride_forall(block, o->m.array)
    for (i = block.lo[0]; i <= block.hi[0]; i++)
      for (j = block.lo[1]; j <= block.hi[1]; j++) {
        const long long row = place(&o->m, 0, i), column = place(&o->m, 1, j);
        const unsigned char *x = (unsigned char *)block.data +
                                 ((i - block.lo[0]) * block.stride[0] + (j - block.lo[1])) * bytes();
        const value_t want = row >= 0 && column >= 0 ? *at(o, (size_t)row, (size_t)column)
                                                     : value_of(o->m.number, i, j);
        for (part = 0; part < parts(); part++) {
          const double got = get(x + (size_t)part * types[type].part), must = part == 0 ? want.re : want.im;
          if (!same(got, must) && wrong++ == 0)
            printf("round %d, %s, thread %d, type %d, %zu x %zu: element (%lld, %lld) is %g, must be %g\n", round, what,
                   MYTHREAD, type, o->m.count[0], o->m.count[1], row, column, got, must);
        }
      }
  return wrong;
}

static int pick(int number) { return random_below(number); }
static char small(char letter) { return pick(2) ? letter : (char)(letter - 'A' + 'a'); }
static int in_triangle(char uplo, size_t i, size_t j) { return uplo == 'U' ? j >= i : j <= i; }

/* Element (i, j) of op(o). */
static value_t element(const operand_t *o, char trans, size_t i, size_t j) {
  const value_t x = trans == 'N' ? *at(o, i, j) : *at(o, j, i);
  return trans == 'C' ? conjugate(x) : x;
}

#endif
