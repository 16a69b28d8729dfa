/* SPDX-License-Identifier: BSD-3-Clause
 * The routines, each as calls of numerics.
 *
 * ScaLAPACK stores columns, so an array that has a matrix as it lies is the transposed matrix. What is computed is the
 * transposed result: C' = op(B)' op(A)', where op(A)' is op of the transposed A. So operands change their order, sides
 * and triangles change, and letters of op stay. Only LU is not that of the transposed matrix: there the arrays are
 * turned when they are copied. */
#include "dropin.h"

#include <stdlib.h>
#include <string.h>

enum { A, B, C };
#define SECTION(which) (&c->operand[which].section)

static char other_side(char side) { return side == 'L' ? 'R' : 'L'; }
static char other_triangle(char uplo) { return uplo == 'U' ? 'L' : 'U'; }

static void is(dropin_call_t *c, int which, int rows, int columns, int written) {
  c->operand[which].rows = (size_t)rows;
  c->operand[which].columns = (size_t)columns;
  c->operand[which].written = written;
}

/* rows x columns, or transposed */
static void is_op(dropin_call_t *c, int which, char trans, int rows, int columns) {
  if (trans == 'N') is(c, which, rows, columns, 0);
  else is(c, which, columns, rows, 0);
}

/* ---- products and sums ---- */

static void shape_gemm(dropin_call_t *c) {
  is_op(c, A, c->transa, c->m, c->k);
  is_op(c, B, c->transb, c->k, c->n);
  is(c, C, c->m, c->n, 1);
}

static int gemm(dropin_call_t *c) {
  return dropin_library.gemm(c->transb, c->transa, c->alpha, SECTION(B), SECTION(A), c->beta, SECTION(C), c->type);
}

static void shape_symm(dropin_call_t *c) {
  const int order = c->side == 'L' ? c->m : c->n;
  is(c, A, order, order, 0);
  is(c, B, c->m, c->n, 0);
  is(c, C, c->m, c->n, 1);
}

static int symm(dropin_call_t *c) {
  return dropin_library.symm(other_side(c->side), other_triangle(c->uplo), c->alpha, SECTION(A), SECTION(B), c->beta,
                             SECTION(C), c->type);
}

static int hemm(dropin_call_t *c) {
  return dropin_library.hemm(other_side(c->side), other_triangle(c->uplo), c->alpha, SECTION(A), SECTION(B), c->beta,
                             SECTION(C), c->type);
}

static void shape_syrk(dropin_call_t *c) {
  const int is_complex = c->letter == 'c' || c->letter == 'z';
  if (is_complex && c->transa == 'C') c->reason = "a wrong letter";
  if (c->transa == 'C') c->transa = 'T';
  is_op(c, A, c->transa, c->n, c->k);
  is(c, C, c->n, c->n, 1);
}

static int syrk(dropin_call_t *c) {
  return dropin_library.syrk(other_triangle(c->uplo), c->transa == 'N' ? 'T' : 'N', c->alpha, SECTION(A), c->beta,
                             SECTION(C), c->type);
}

static void shape_herk(dropin_call_t *c) {
  if (c->transa == 'T') c->reason = "a wrong letter";
  is_op(c, A, c->transa, c->n, c->k);
  is(c, C, c->n, c->n, 1);
}

static int herk(dropin_call_t *c) {
  return dropin_library.herk(other_triangle(c->uplo), c->transa == 'N' ? 'C' : 'N', c->alpha, SECTION(A), c->beta,
                             SECTION(C), c->type);
}

static void shape_triangular(dropin_call_t *c) {
  const int order = c->side == 'L' ? c->m : c->n;
  is(c, A, order, order, 0);
  is(c, B, c->m, c->n, 1);
}

static int trmm(dropin_call_t *c) {
  return dropin_library.trmm(other_side(c->side), other_triangle(c->uplo), c->transa, c->diag, c->alpha, SECTION(A),
                             SECTION(B), c->type);
}

static int trsm(dropin_call_t *c) {
  return dropin_library.trsm(other_side(c->side), other_triangle(c->uplo), c->transa, c->diag, c->alpha, SECTION(A),
                             SECTION(B), c->type);
}

static void shape_geadd(dropin_call_t *c) {
  is_op(c, A, c->transa, c->m, c->n);
  is(c, C, c->m, c->n, 1);
}

static int geadd(dropin_call_t *c) {
  return dropin_library.geadd(c->transa, c->alpha, SECTION(A), c->beta, SECTION(C), c->type);
}

static void shape_tran(dropin_call_t *c) {
  c->transa = strcmp(c->routine->name, "tranc") == 0 ? 'C' : 'T';
  shape_geadd(c);
}

/* ---- systems of equations ---- */

static int is_solved(const dropin_call_t *c) { return c->operand[B].used; }

static void shape_positive(dropin_call_t *c) {
  is(c, A, c->n, c->n, strcmp(c->routine->name, "potrs") != 0);
  if (is_solved(c)) is(c, B, c->n, c->right, 1);
}

static int potrf(dropin_call_t *c) {
  size_t info = 0;
  const int status = dropin_library.potrf(other_triangle(c->uplo), SECTION(A), c->type, &info);
  if (status == 0) *c->info = (int)info;
  return status;
}

/* X' = B' times the inverse of one factor, then of the other. */
static int potrs(dropin_call_t *c) {
  const char uplo = other_triangle(c->uplo);
  const char first = uplo == 'L' ? 'C' : 'N', second = uplo == 'L' ? 'N' : 'C';
  int status = dropin_library.trsm('R', uplo, first, 'N', NULL, SECTION(A), SECTION(B), c->type);
  if (status == 0) status = dropin_library.trsm('R', uplo, second, 'N', NULL, SECTION(A), SECTION(B), c->type);
  if (status == 0) *c->info = 0;
  return status;
}

static int posv(dropin_call_t *c) {
  const int status = potrf(c);
  return status != 0 || *c->info != 0 ? status : potrs(c);
}

static void shape_general(dropin_call_t *c) {
  const int factors = strcmp(c->routine->name, "getrs") != 0;
  is(c, A, is_solved(c) ? c->n : c->m, c->n, factors);
  if (is_solved(c)) is(c, B, c->n, c->right, 1);
  c->operand[A].turned = c->operand[B].turned = 1;
}

/* Each process has the pivots of its rows of the matrix, as numbers of rows of the whole matrix. The library wants all
 * on each thread, as numbers of rows of the part. */
static int *gather_pivots(const dropin_call_t *c) {
  const dropin_axis_t *rows = &c->operand[A].row;
  const int one = 1, everybody = -1;
  int *pivots = calloc(rows->count, sizeof *pivots), process;
  size_t i;
  if (pivots == NULL) abort();
  for (i = 0; i < rows->count; i++) {
    const long place = dropin_local(rows, rows->start + (long)i, &process);
    if (process == rows->mine) pivots[i] = c->pivots[place] - (int)rows->start;
  }
  dropin_blacs.igsum2d(&c->grid.context, "C", " ", &c->n, &one, pivots, &c->n, &everybody, &everybody);
  return pivots;
}

static void deal_out_pivots(const dropin_call_t *c, const int *pivots, size_t count) {
  const dropin_axis_t *rows = &c->operand[A].row;
  size_t i;
  int process;
  for (i = 0; i < count; i++) {
    const long place = dropin_local(rows, rows->start + (long)i, &process);
    if (process == rows->mine) c->pivots[place] = pivots[i] + (int)rows->start;
  }
}

static int getrf(dropin_call_t *c) {
  const size_t rows = c->operand[A].rows, columns = c->operand[A].columns, count = rows < columns ? rows : columns;
  int *pivots = malloc(count * sizeof *pivots), status;
  size_t info = 0;
  if (pivots == NULL) abort();
  if (is_solved(c)) status = dropin_library.gesv(SECTION(A), pivots, SECTION(B), c->type, &info);
  else status = dropin_library.getrf(SECTION(A), pivots, c->type, &info);
  if (status == 0) {
    deal_out_pivots(c, pivots, count);
    *c->info = (int)info;
  }
  free(pivots);
  return status;
}

static int getrs(dropin_call_t *c) {
  int *pivots = gather_pivots(c);
  const int status = dropin_library.getrs(c->transa, SECTION(A), pivots, SECTION(B), c->type);
  if (status == 0) *c->info = 0;
  free(pivots);
  return status;
}

static const dropin_routine_t routines[] = {
  {"gemm", "tTmnkaABbC", shape_gemm, gemm, 0},
  {"symm", "sumnaABbC", shape_symm, symm, 0},
  {"hemm", "sumnaABbC", shape_symm, hemm, 0},
  {"syrk", "utnkaAbC", shape_syrk, syrk, 0},
  {"herk", "utnkaAbC", shape_herk, herk, 0},
  {"trmm", "sutdmnaAB", shape_triangular, trmm, 0},
  {"trsm", "sutdmnaAB", shape_triangular, trsm, 0},
  {"geadd", "tmnaAbC", shape_geadd, geadd, 0},
  {"tran", "mnaAbC", shape_tran, geadd, 0},
  {"tranu", "mnaAbC", shape_tran, geadd, 0},
  {"tranc", "mnaAbC", shape_tran, geadd, 0},
  {"potrf", "unAi", shape_positive, potrf, 1},
  {"potrs", "unrABi", shape_positive, potrs, 1},
  {"posv", "unrABi", shape_positive, posv, 1},
  {"getrf", "mnApi", shape_general, getrf, 1},
  {"getrs", "tnrApBi", shape_general, getrs, 1},
  {"gesv", "nrApBi", shape_general, getrf, 1},
};

const dropin_routine_t *dropin_routine(const char *name) {
  const dropin_routine_t *routine = routines;
  while (strcmp(routine->name, name) != 0) routine++;
  return routine;
}
