/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_heev and upc_stride_gesvd: eigenvalues and singular values, by ScaLAPACK. The threads are processes of MPI
 * then, and form the grid that is next to a square. A matrix goes to a work array with ScaLAPACK's blocks, and from
 * there to each thread's part (numerics/numerics_scalapack.h); results come back the same way. */
#include "dense.h"
#include "base/allocate.h"
#include "numerics/numerics_scalapack.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the threads as processes ---- */

static upc_stride_routine_t *routine(const upc_stride_dense_t *d, const char *name) {
  char full[20];
  upc_stride_routine_t *found;
  int me, all;
  if (!upc_stride_is_process_of_mpi())
    upc_stride_fail(&d->site, "type", "ScaLAPACK computes this, must be on threads that are processes of MPI: "
                    "upcc -network=mpi");
  snprintf(full, sizeof full, "p%c%s_", upc_stride_blas_letter(d->type), name);
  found = upc_stride_scalapack_routine(full);
  if (found == NULL)
    upc_stride_fail(&d->site, "type", "no ScaLAPACK has %s, must be linked, as by -lscalapack-mpich, or installed",
                    full);
  upc_stride_scalapack_place(&me, &all);
  if (all != THREADS) /* the others would have to call it, too */
    upc_stride_fail(&d->site, "type", "ScaLAPACK computes this with all %d processes of MPI, must be as many as "
                    "threads, %d", all, THREADS);
  return found;
}

/* ScaLAPACK counts in int. */
static void check_sizes(const upc_stride_dense_t *d, const upc_stride_matrix_t *A) {
  if (A->rows > INT_MAX || A->columns > INT_MAX)
    upc_stride_fail(&d->site, "A", "%zu x %zu elements, must be at most %d in each dimension", A->rows, A->columns,
                    INT_MAX);
}

/* The numbers that MPI gives to threads 0, 1, .. */
static int *processes(void) {
  size_t *index = upc_stride_alloc(THREADS, sizeof *index, "numbers of processes"), i;
  int *numbers = upc_stride_alloc(THREADS, sizeof *numbers, "numbers of processes"), count;
  upc_stride_array_t all = upc_stride_work_each(1, sizeof *numbers);
  upc_stride_scalapack_place(upc_stride_own_block(all, 0, NULL), &count);
  upc_stride_library_barrier();
  for (i = 0; i < THREADS; i++) index[i] = i;
  upc_stride_fetch(numbers, all, index, THREADS, 0);
  upc_stride_library_barrier();
  upc_stride_work_done(all);
  free(index);
  return numbers;
}

/* As many rows as columns, or fewer, and as few threads as possible that have no place. */
static upc_stride_scalapack_grid_t begin_grid(void) {
  int *const numbers = processes(), rows = 1;
  upc_stride_scalapack_grid_t g;
  while ((rows + 1) * (rows + 1) <= THREADS) rows++;
  g = upc_stride_scalapack_grid(numbers, rows, THREADS / rows);
  free(numbers);
  return g;
}

/* ---- matrices ---- */

/* A matrix in both forms. The array has the matrix's columns as its rows, so blocks have columns, as ScaLAPACK has. */
typedef struct dealt {
  upc_stride_scalapack_part_t part;
  upc_stride_matrix_t all;
} dealt_t;

static int owner(const size_t *block, void *argument) {
  const upc_stride_scalapack_grid_t *g = argument;
  return (int)(block[1] % (size_t)g->rows) * g->columns + (int)(block[0] % (size_t)g->columns);
}

static size_t block_of(size_t m, size_t n, const upc_stride_scalapack_grid_t *g) {
  const size_t most = 64, least = m < n ? m : n, fair = (least + (size_t)g->columns - 1) / (size_t)g->columns;
  return fair < most ? fair : most;
}

static dealt_t dealt(const upc_stride_dense_t *d, upc_stride_scalapack_grid_t *g, size_t m, size_t n, size_t block) {
  size_t shape[2], blocks[2];
  dealt_t M;
  M.part = upc_stride_scalapack_part(g, m, n, block, d->size);
  shape[0] = n, shape[1] = m;
  blocks[0] = blocks[1] = block;
  M.all = upc_stride_part_of_array(upc_stride_work_array(2, shape, blocks, d->size, owner, g), 0, n, 0, m);
  return M;
}

/* A result, for which ScaLAPACK gets A where it is not wanted: then it does not look at it. */
static dealt_t result(const upc_stride_dense_t *d, upc_stride_scalapack_grid_t *g, char job, size_t m, size_t n,
                      const dealt_t *A) {
  return job == 'V' ? dealt(d, g, m, n, (size_t)A->part.block) : *A;
}

static void free_dealt(dealt_t *M) {
  upc_stride_library_barrier();
  upc_stride_work_done(M->all.section.array);
  upc_stride_scalapack_part_free(&M->part);
}

/* Copies the caller's blocks to its part, or back: column by column of each. */
static void move(const upc_stride_scalapack_grid_t *g, const dealt_t *M, int to_part) {
  const upc_stride_scalapack_part_t *p = &M->part;
  const size_t size = p->size, most = (size_t)p->block, rows = (size_t)p->rows, columns = (size_t)p->columns;
  size_t i, j, index[2];
  for (j = 0; j < columns; j += most)
    for (i = 0; i < rows; i += most) {
      const size_t high = rows - i < most ? rows - i : most, wide = columns - j < most ? columns - j : most;
      char *const part = p->memory + (j * rows + i) * size, *block;
      index[0] = j / most * (size_t)g->columns + (size_t)g->column;
      index[1] = i / most * (size_t)g->rows + (size_t)g->row;
      block = upc_stride_near_block(M->all.section.array, index);
      if (to_part) upc_stride_local_copy(size, wide, high, block, most, part, rows);
      else upc_stride_local_copy(size, wide, high, part, rows, block, most);
    }
}

static void take(const upc_stride_dense_t *d, const upc_stride_scalapack_grid_t *g, const dealt_t *M,
                 const upc_stride_matrix_t *A) {
  upc_stride_transform(M->all.section, A->section, upc_stride_transposed, NULL, NULL, d->type, 0);
  move(g, M, 1);
}

static void give(const upc_stride_dense_t *d, const upc_stride_scalapack_grid_t *g, const dealt_t *M,
                 const upc_stride_matrix_t *A) {
  move(g, M, 0);
  upc_stride_transform(A->section, M->all.section, upc_stride_transposed, NULL, NULL, d->type, 0);
}

/* ---- numbers ---- */

static int is_short(const upc_stride_dense_t *d) { return upc_stride_is_single(d->type); }
static int is_complex(const upc_stride_dense_t *d) { return !upc_stride_is_real(d->type); }
static size_t real_size(const upc_stride_dense_t *d) { return is_short(d) ? sizeof(float) : sizeof(double); }

/* Element i of a list of real numbers. */
static double number(const upc_stride_dense_t *d, const void *list, size_t i) {
  return is_short(d) ? (double)((const float *)list)[i] : ((const double *)list)[i];
}

static int is_finite(const upc_stride_dense_t *d, const void *list, size_t i) { return isfinite(number(d, list, i)); }

/* 1: all numbers of the matrix are finite, of a triangle ('U', 'L') or all ('A'). ScaLAPACK may not end with others. */
static int all_finite(const upc_stride_dense_t *d, const upc_stride_scalapack_grid_t *g, const dealt_t *M, char which) {
  const upc_stride_scalapack_part_t *p = &M->part;
  const size_t numbers = is_complex(d) ? 2 : 1;
  int bad = 0, i, j;
  for (j = 0; j < p->columns; j++)
    for (i = 0; i < p->rows; i++) {
      const int row = (i / p->block * g->rows + g->row) * p->block + i % p->block;
      const int column = (j / p->block * g->columns + g->column) * p->block + j % p->block;
      const size_t at = ((size_t)j * (size_t)p->rows + (size_t)i) * numbers;
      if (which == 'U' ? row > column : which == 'L' && row < column) continue;
      bad |= !is_finite(d, p->memory, at) || !is_finite(d, p->memory, at + numbers - 1);
    }
  return upc_stride_max(bad) == 0;
}

/* All threads get `count` real numbers that thread 0 has in `list`. */
static void to_all(const upc_stride_dense_t *d, void *list, size_t count) {
  const size_t bytes = count * real_size(d), none[1] = {0};
  upc_stride_array_t copy = upc_stride_work_each(count, real_size(d));
  if (MYTHREAD == 0) memcpy(upc_stride_own_block(copy, 0, NULL), list, bytes);
  upc_stride_library_barrier();
  if (MYTHREAD != 0) upc_memget(list, upc_stride_at(copy, none), bytes);
  upc_stride_library_barrier();
  upc_stride_work_done(copy);
}

/* 1: n numbers, in order of their size, differ by no more than what rounding does to them. */
static int are_near(const upc_stride_dense_t *d, const void *one, const void *other, size_t n) {
  const double epsilon = is_short(d) ? FLT_EPSILON : DBL_EPSILON;
  const double most = 10 * (double)n * epsilon * fmax(fabs(number(d, one, 0)), fabs(number(d, one, n - 1)));
  size_t i;
  for (i = 0; i < n; i++)
    if (!(fabs(number(d, one, i) - number(d, other, i)) <= most)) return 0;
  return 1;
}

/* All threads get the n values that ScaLAPACK has found on thread 0. Returns info, where n + 1 says that processes have
 * found other values. ScaLAPACK says so if they differ at all: a process that has nothing of the vectors finds them by
 * another algorithm, and sums may be added in another order. So it is 0 if they are near. */
static int agreed(const upc_stride_dense_t *d, const upc_stride_scalapack_grid_t *g, void *list, size_t n, int info) {
  void *own = upc_stride_alloc(n, real_size(d), "eigenvalues");
  int is_other;
  memcpy(own, list, n * real_size(d));
  to_all(d, list, n);
  is_other = g->row >= 0 && !are_near(d, list, own, n);
  free(own);
  if ((size_t)info != n + 1) return info;
  return upc_stride_max(is_other) ? info : 0;
}

/* ---- a call of ScaLAPACK ---- */

typedef upc_stride_scalapack_arguments_t arguments_t;

/* Work memory of one type: what the routine asks for, if its length is -1. */
typedef struct work {
  void *memory;
  int length;
} work_t;

/* What pdsyevd (2.2.1) forgets when it says its length: what pdormtr takes, if blocks are large beside the matrix. */
static double forgotten(const upc_stride_scalapack_part_t *p) {
  return (double)p->block * ((double)p->rows + p->columns + p->block) + 3.0 * p->n;
}

/* The length that the routine has left in the first element, and what it forgets. Results of float are rounded, perhaps
 * down. */
static int asked(const upc_stride_dense_t *d, const upc_stride_scalapack_part_t *p, const void *memory, int integers) {
  double length = integers ? *(const int *)memory : number(d, memory, 0);
  if (!integers && is_short(d)) length *= 1 + 0x1p-22;
  length += 1 + forgotten(p);
  if (length > INT_MAX)
    upc_stride_fail(&d->site, "A", "ScaLAPACK asks for a work array of %.0f elements, must be smaller", length);
  return (int)length;
}

/* Calls the routine once for the lengths of its work arrays, `kinds` of them ('t': of the type, 'r': real, 'i': int),
 * and once for its results. 'R' is a real array without a length, for the singular values of complex matrices. info is
 * the same on all threads. Those without a place in the grid only learn it. */
static int call(const upc_stride_dense_t *d, upc_stride_routine_t *computes, const upc_stride_scalapack_grid_t *g,
                const upc_stride_scalapack_part_t *p, const arguments_t *a, const char *kinds) {
  work_t work[3];
  int info = 0, pass;
  size_t k;
  for (pass = 0; g->row >= 0 && pass < 2; pass++) {
    arguments_t all = *a;
    for (k = 0; kinds[k] != 0; k++) {
      const size_t size = kinds[k] == 't' ? d->size : kinds[k] == 'i' ? sizeof(int) : real_size(d);
      size_t count = 1;
      if (kinds[k] == 'R') count = 1 + 4 * (size_t)(p->m > p->n ? p->m : p->n);
      else if (pass == 0) work[k].length = -1;
      else work[k].length = asked(d, p, work[k].memory, kinds[k] == 'i'), count = (size_t)work[k].length;
      if (pass == 1) free(work[k].memory);
      work[k].memory = upc_stride_alloc(count, size, "ScaLAPACK's work memory");
      upc_stride_scalapack_argument(&all, work[k].memory);
      if (kinds[k] != 'R') upc_stride_scalapack_argument(&all, &work[k].length);
    }
    info = upc_stride_scalapack_call(computes, &all);
  }
  for (k = 0; g->row >= 0 && kinds[k] != 0; k++) free(work[k].memory);
  if (info < 0) upc_stride_fail(&d->site, "A", "ScaLAPACK refuses it with info %d, must be taken", info);
  return upc_stride_max(info);
}

/* ---- eigenvalues ---- */

/* Divide and conquer for vectors, QR iterations for values alone: ScaLAPACK has no other form of the former. */
static upc_stride_routine_t *eigen_routine(const upc_stride_dense_t *d, char jobz) {
  return routine(d, jobz == 'N' ? is_complex(d) ? "heev" : "syev" : is_complex(d) ? "heevd" : "syevd");
}

static size_t eigen(const upc_stride_dense_t *d, upc_stride_routine_t *computes, char jobz, char uplo,
                    const upc_stride_matrix_t *A, void *w) {
  upc_stride_scalapack_grid_t g = begin_grid();
  const size_t n = A->rows, block = block_of(n, n, &g);
  dealt_t a = dealt(d, &g, n, n, block), z = result(d, &g, jobz, n, n, &a);
  int info = a.part.n + 1;
  take(d, &g, &a, A);
  if (all_finite(d, &g, &a, uplo)) {
    arguments_t call_with = {0};
    upc_stride_scalapack_letter(&call_with, jobz);
    upc_stride_scalapack_letter(&call_with, uplo);
    upc_stride_scalapack_argument(&call_with, &a.part.n);
    upc_stride_scalapack_matrix(&call_with, &a.part);
    upc_stride_scalapack_argument(&call_with, w);
    upc_stride_scalapack_matrix(&call_with, &z.part);
    info = call(d, computes, &g, &a.part, &call_with,
                jobz == 'N' ? is_complex(d) ? "tr" : "t" : is_complex(d) ? "tri" : "ti");
    info = agreed(d, &g, w, n, info);
    if (jobz == 'V' && info == 0) give(d, &g, &z, A);
  }
  free_dealt(&a);
  if (jobz == 'V') free_dealt(&z);
  upc_stride_scalapack_grid_free(&g);
  return (size_t)info;
}

size_t upc_stride_heev(char jobz, char uplo, upc_stride_section_t A, void *w, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_heev", &A, type);
  upc_stride_routine_t *computes;
  upc_stride_matrix_t a;
  jobz = upc_stride_dense_letter(&d, "jobz", jobz, "NV");
  uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_square(&d, "A", &a);
  check_sizes(&d, &a);
  upc_stride_dense_memory(&d, "w", w);
  computes = eigen_routine(&d, jobz);
  upc_stride_dense_agree(&d);
  return a.rows == 0 ? 0 : eigen(&d, computes, jobz, uplo, &a, w);
}

/* ---- singular values ---- */

typedef struct gesvd {
  char jobu, jobvt;                   /* 'N' or 'V' */
  upc_stride_matrix_t A, U, VT;
  void *s;
} gesvd_t;

static size_t singular(const upc_stride_dense_t *d, upc_stride_routine_t *computes, const gesvd_t *p) {
  upc_stride_scalapack_grid_t g = begin_grid();
  const size_t m = p->A.rows, n = p->A.columns, least = m < n ? m : n, block = block_of(m, n, &g);
  dealt_t a = dealt(d, &g, m, n, block), u = result(d, &g, p->jobu, m, least, &a);
  dealt_t vt = result(d, &g, p->jobvt, least, n, &a);
  int info = (int)least + 1;
  take(d, &g, &a, &p->A);
  if (all_finite(d, &g, &a, 'A')) {
    arguments_t call_with = {0};
    upc_stride_scalapack_letter(&call_with, p->jobu);
    upc_stride_scalapack_letter(&call_with, p->jobvt);
    upc_stride_scalapack_argument(&call_with, &a.part.m);
    upc_stride_scalapack_argument(&call_with, &a.part.n);
    upc_stride_scalapack_matrix(&call_with, &a.part);
    upc_stride_scalapack_argument(&call_with, p->s);
    upc_stride_scalapack_matrix(&call_with, &u.part);
    upc_stride_scalapack_matrix(&call_with, &vt.part);
    info = call(d, computes, &g, &a.part, &call_with, is_complex(d) ? "tR" : "t");
    info = agreed(d, &g, p->s, least, info);
    if (info == 0 && p->jobu == 'V') give(d, &g, &u, &p->U);
    if (info == 0 && p->jobvt == 'V') give(d, &g, &vt, &p->VT);
  }
  free_dealt(&a);
  if (p->jobu == 'V') free_dealt(&u);
  if (p->jobvt == 'V') free_dealt(&vt);
  upc_stride_scalapack_grid_free(&g);
  return (size_t)info;
}

/* LAPACK's letter 'S' is ScaLAPACK's 'V'. */
static char job(upc_stride_dense_t *d, const char *argument, char letter) {
  return upc_stride_dense_letter(d, argument, letter, "NS") == 'S' ? 'V' : 'N';
}

size_t upc_stride_gesvd(char jobu, char jobvt, upc_stride_section_t A, void *s, upc_stride_section_t U,
                        upc_stride_section_t VT, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_gesvd", &A, type);
  upc_stride_routine_t *computes;
  gesvd_t p;
  size_t least;
  p.jobu = job(&d, "jobu", jobu);
  p.jobvt = job(&d, "jobvt", jobvt);
  p.A = upc_stride_dense_matrix(&d, "A", &A);
  check_sizes(&d, &p.A);
  least = p.A.rows < p.A.columns ? p.A.rows : p.A.columns;
  upc_stride_dense_memory(&d, "s", s);
  p.s = s;
  if (p.jobu == 'V') {
    p.U = upc_stride_dense_matrix(&d, "U", &U);
    upc_stride_dense_sizes(&d, "U", &p.U, p.A.rows, least);
  }
  if (p.jobvt == 'V') {
    p.VT = upc_stride_dense_matrix(&d, "VT", &VT);
    upc_stride_dense_sizes(&d, "VT", &p.VT, least, p.A.columns);
  }
  computes = routine(&d, "gesvd");
  upc_stride_dense_agree(&d);
  return least == 0 ? 0 : singular(&d, computes, &p);
}
