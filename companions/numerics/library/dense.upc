/* SPDX-License-Identifier: BSD-3-Clause
 * What the calls on distributed matrices share (dense.h). */
#include "dense.h"
#include "base/allocate.h"
#include "base/near.h"
#include "arrays/spelling.h"
#include "numerics/product.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments ---- */

upc_stride_dense_t upc_stride_dense_begin(const char *name, const upc_stride_section_t *S, upc_type_t type) {
  upc_stride_dense_t d;
  upc_stride_spelling_t spelling;
  d.site = upc_stride_site(name, S);
  d.type = type;
  if (upc_stride_blas_letter(type) == 0)
    upc_stride_fail(&d.site, "type", "%s, must be UPC_FLOAT, UPC_DOUBLE, UPC_STRIDE_COMPLEX_FLOAT or "
                    "UPC_STRIDE_COMPLEX_DOUBLE", upc_stride_spell_type(&spelling, type));
  d.size = upc_stride_type_bytes(type);
  upc_stride_record_begin(&d.record, name);
  upc_stride_record_number_is(&d.record, "type", (long long)type);
  return d;
}

void upc_stride_dense_agree(upc_stride_dense_t *d) {
  upc_stride_fail_together(&d->site, NULL);
  if (upc_stride_compares()) {
    upc_stride_record_end(&d->record);
    upc_stride_agree_on(&d->site, &d->record);
  }
  upc_stride_library_barrier();
}

/* "'N', 'T' or 'C'" of NTC */
static void name_letters(char *text, const char *letters) {
  int i;
  for (i = 0; letters[i] != 0; i++)
    text += sprintf(text, "%s'%c'", i == 0 ? "" : letters[i + 1] != 0 ? ", " : " or ", letters[i]);
}

char upc_stride_dense_letter(upc_stride_dense_t *d, const char *argument, char letter, const char *letters) {
  char given[2] = {0, 0}, text[60];
  given[0] = letter;
  if (letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
  name_letters(text, letters);
  if (letter == 0 || strchr(letters, letter) == NULL)
    upc_stride_fail(&d->site, argument, "'%s', must be %s", given, text);
  upc_stride_record_number_is(&d->record, argument, letter);
  return letter;
}

void upc_stride_dense_memory(upc_stride_dense_t *d, const char *argument, const void *memory) {
  if (memory == NULL) upc_stride_fail(&d->site, argument, "a null pointer, must be the address of memory");
}

const void *upc_stride_dense_value(upc_stride_dense_t *d, const char *argument, const void *value,
                                   const void *otherwise) {
  if (value == NULL) value = otherwise;
  upc_stride_record_list_is(&d->record, argument, value, d->size);
  return value;
}

upc_stride_matrix_t upc_stride_dense_matrix(upc_stride_dense_t *d, const char *argument,
                                            const upc_stride_section_t *S) {
  upc_stride_picks_t picks;
  upc_stride_matrix_t M;
  int k;
  upc_stride_check_array_of(&d->site, argument, S);
  upc_stride_check_elements(&d->site, argument, S, &picks);
  if (picks.ndims != 2)
    upc_stride_fail(&d->site, argument, "%d dimension%s, must be 2", picks.ndims, UPC_STRIDE_S(picks.ndims));
  if (picks.layout->elemsize != d->size)
    upc_stride_fail(&d->site, argument, "elements of %zu byte%s, must have the size of the type (%zu bytes)",
                    picks.layout->elemsize, UPC_STRIDE_S(picks.layout->elemsize), d->size);
  M.section = *S;
  M.rows = picks.count[0];
  M.columns = picks.count[1];
  for (k = 0; k < 2; k++) M.first[k] = picks.first[k], M.step[k] = picks.step[k];
  upc_stride_record_elements_are(&d->record, argument, S);
  return M;
}

void upc_stride_dense_sizes(upc_stride_dense_t *d, const char *argument, const upc_stride_matrix_t *M, size_t rows,
                            size_t columns) {
  if (M->rows != rows || M->columns != columns)
    upc_stride_fail(&d->site, argument, "%zu x %zu elements, must be %zu x %zu", M->rows, M->columns, rows, columns);
}

void upc_stride_dense_square(upc_stride_dense_t *d, const char *argument, const upc_stride_matrix_t *M) {
  if (M->rows != M->columns)
    upc_stride_fail(&d->site, argument, "%zu x %zu elements, must be square", M->rows, M->columns);
}

void upc_stride_dense_pivots(upc_stride_dense_t *d, const int *pivots, size_t rows) {
  size_t i;
  upc_stride_dense_memory(d, "pivots", pivots);
  for (i = 0; i < rows; i++)
    if (pivots[i] < 1 || (size_t)pivots[i] > rows)
      upc_stride_fail(&d->site, "pivots", "%d at place %zu, must be in 1..%zu", pivots[i], i, rows);
}

void upc_stride_dense_new_pivots(upc_stride_dense_t *d, const int *pivots, size_t rows) {
  upc_stride_dense_memory(d, "pivots", pivots);
  if (rows > INT_MAX) upc_stride_fail(&d->site, "A", "%zu rows, must be at most %d, the largest pivot", rows, INT_MAX);
}

upc_stride_routine_t *upc_stride_dense_routine(const upc_stride_dense_t *d, const char *name) {
  const char letter = upc_stride_blas_letter(d->type);
  upc_stride_routine_t *routine = upc_stride_blas_routine(letter, name);
  if (routine == NULL)
    upc_stride_fail(&d->site, "type", "no BLAS has %c%s_, must be linked, as by -lopenblas, or installed", letter,
                    name);
  return routine;
}

/* ---- parts ---- */

const int upc_stride_transposed[2] = {1, 0};

static upc_stride_interval_t interval(long long first, long long step, size_t i, size_t count) {
  const long long lo = first + (long long)i * step;
  return UPC_STRIDE_STEP(lo, step, lo + ((long long)count - 1) * step);
}

upc_stride_matrix_t upc_stride_part_of(const upc_stride_matrix_t *M, size_t i, size_t rows, size_t j, size_t columns) {
  upc_stride_matrix_t part = *M;
  part.rows = rows;
  part.columns = columns;
  part.section.intervals = 2;
  if (rows == 0 || columns == 0) {
    part.section.interval[0] = part.section.interval[1] = UPC_STRIDE_RANGE(1, 0);
    return part;
  }
  part.first[0] = M->first[0] + (long long)i * M->step[0];
  part.first[1] = M->first[1] + (long long)j * M->step[1];
  part.section.interval[0] = interval(M->first[0], M->step[0], i, rows);
  part.section.interval[1] = interval(M->first[1], M->step[1], j, columns);
  return part;
}

upc_stride_matrix_t upc_stride_part_of_array(upc_stride_array_t A, size_t i, size_t rows, size_t j, size_t columns) {
  upc_stride_matrix_t M;
  M.section = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  M.first[0] = M.first[1] = 0;
  M.step[0] = M.step[1] = 1;
  return upc_stride_part_of(&M, i, rows, j, columns);
}

upc_stride_matrix_t upc_stride_strip_of(const upc_stride_matrix_t *M, int of_columns, size_t first, size_t count) {
  return of_columns ? upc_stride_part_of(M, 0, M->rows, first, count)
                    : upc_stride_part_of(M, first, count, 0, M->columns);
}

static int dimension_lies_in_blocks(const upc_stride_matrix_t *M, int dim, size_t all, size_t piece) {
  const size_t block = M->section.array->layout.block[dim], first = (size_t)M->first[dim];
  size_t i;
  if (M->step[dim] != 1) return 0;
  for (i = 0; i < all; i += piece) {
    const size_t last = i + (all - i < piece ? all - i : piece) - 1;
    if ((first + i) / block != (first + last) / block) return 0;
  }
  return 1;
}

/* 0: a view of memory of the program, or of a matrix of ScaLAPACK's, whose blocks are not contiguous. */
static int is_array(const upc_stride_matrix_t *M) {
  return M->section.array->view == NULL && !M->section.array->layout.placed;
}

static int has_addresses(const upc_stride_matrix_t *M) { return upc_stride_all_near() && is_array(M); }

static int lie_in_blocks(const upc_stride_matrix_t *M, int transposed, size_t height, size_t width) {
  return dimension_lies_in_blocks(M, 0, M->rows, transposed ? width : height) &&
         dimension_lies_in_blocks(M, 1, M->columns, transposed ? height : width);
}

int upc_stride_has_pieces(const upc_stride_matrix_t *M, int transposed, size_t height, size_t width) {
  return is_array(M) && M->section.array->layout.copies == 0 && lie_in_blocks(M, transposed, height, width);
}

int upc_stride_is_in_place(const upc_stride_matrix_t *M, int transposed, size_t height, size_t width) {
  return has_addresses(M) && lie_in_blocks(M, transposed, height, width);
}

int upc_stride_matrix_thread(const upc_stride_matrix_t *M, size_t i, size_t j) {
  const upc_stride_array_t A = M->section.array;
  size_t block[2];
  if (i >= M->rows || j >= M->columns) return -1;
  block[0] = (size_t)(M->first[0] + (long long)i * M->step[0]) / A->layout.block[0];
  block[1] = (size_t)(M->first[1] + (long long)j * M->step[1]) / A->layout.block[1];
  return (int)upc_stride_owner(A, block);
}

char *upc_stride_in_place(const upc_stride_matrix_t *M, int transposed, size_t i, size_t j) {
  const upc_stride_array_t A = M->section.array;
  const size_t *const block = A->layout.block;
  const size_t row = (size_t)M->first[0] + (transposed ? j : i), column = (size_t)M->first[1] + (transposed ? i : j);
  size_t index[2];
  index[0] = row / block[0];
  index[1] = column / block[1];
  return (char *)upc_stride_near_block(A, index) +
         (row % block[0] * block[1] + column % block[1]) * A->layout.elemsize;
}

int upc_stride_is_by_address(const upc_stride_matrix_t *M) {
  const upc_stride_layout_t *L = &M->section.array->layout;
  return has_addresses(M) && L->copies == 0 && M->step[0] == 1 && M->step[1] == 1 &&
         L->block[0] * L->block[1] >= upc_stride_cuts()->least_block;
}

/* The elements of dimension `dim` from i on, of `all`, that are in one block. */
static size_t in_one_block(const upc_stride_matrix_t *M, int dim, size_t i, size_t all) {
  const size_t block = M->section.array->layout.block[dim], rest = block - ((size_t)M->first[dim] + i) % block;
  return all - i < rest ? all - i : rest;
}

upc_stride_piece_t upc_stride_piece_at(const upc_stride_matrix_t *M, size_t i, size_t j) {
  upc_stride_piece_t piece;
  piece.data = upc_stride_in_place(M, 0, i, j);
  piece.rows = in_one_block(M, 0, i, M->rows);
  piece.columns = in_one_block(M, 1, j, M->columns);
  piece.row = M->section.array->layout.block[1];
  return piece;
}

void upc_stride_move_by_address(const upc_stride_matrix_t *M, upc_stride_way_t way, char *memory, size_t row,
                                size_t column) {
  const size_t size = M->section.array->layout.elemsize;
  const int back = way == UPC_STRIDE_TO_MATRIX;
  upc_stride_piece_t p;
  size_t i, j;
  for (i = 0; i < M->rows && M->columns > 0; i += p.rows)
    for (j = 0; j < M->columns; j += p.columns) {
      char *const here = memory + (i * row + j * column) * size;
      p = upc_stride_piece_at(M, i, j);
      if (column == 1 && back) upc_stride_local_copy(size, p.rows, p.columns, here, row, p.data, p.row);
      else if (column == 1) upc_stride_local_copy(size, p.rows, p.columns, p.data, p.row, here, row);
      else if (back) upc_stride_local_transpose(size, p.columns, p.rows, here, column, p.data, p.row);
      else upc_stride_local_transpose(size, p.rows, p.columns, p.data, p.row, here, column);
    }
}

/* ---- values ---- */

int upc_stride_is(const upc_stride_dense_t *d, const void *given, int number) {
  return upc_stride_value_is(d->type, given, number);
}

/* ---- work arrays ---- */

/* Slices are in one row, or in one column. */
static int owner_of_slice(const size_t *block, void *argument) {
  (void)argument;
  return (int)(block[0] + block[1]);
}

upc_stride_slices_t upc_stride_slices(const upc_stride_dense_t *d, size_t rows, size_t columns, int by_columns) {
  size_t shape[2], size[2], block[2] = {0, 0};
  upc_stride_slices_t s;
  size[0] = rows, size[1] = columns;
  size[by_columns] = (size[by_columns] + THREADS - 1) / THREADS;
  shape[0] = size[0], shape[1] = size[1];
  shape[by_columns] *= THREADS;
  block[by_columns] = MYTHREAD;
  s.array = upc_stride_work_array(2, shape, size, d->size, owner_of_slice, NULL);
  s.all = upc_stride_part_of_array(s.array, 0, rows, 0, columns);
  s.mine = upc_stride_near_block(s.array, block);
  s.window.type = d->type;
  s.window.i = block[0] * size[0], s.window.j = block[1] * size[1];
  s.window.rows = upc_stride_within(rows, block[0], size[0]);
  s.window.columns = upc_stride_within(columns, block[1], size[1]);
  s.window.row = size[1];
  return s;
}

static void move_slice(const upc_stride_slices_t *s, const upc_stride_matrix_t *M, upc_stride_way_t way) {
  const upc_stride_window_t *const w = &s->window;
  const upc_stride_matrix_t slice = upc_stride_part_of(M, w->i, w->rows, w->j, w->columns);
  if (upc_stride_is_by_address(M)) upc_stride_move_by_address(&slice, way, s->mine, w->row, 1);
  else if (way == UPC_STRIDE_TO_MEMORY) upc_stride_copy(s->all.section, M->section, 0);
  else upc_stride_copy(M->section, s->all.section, 0);
}

void upc_stride_slices_get(const upc_stride_slices_t *s, const upc_stride_matrix_t *M) {
  move_slice(s, M, UPC_STRIDE_TO_MEMORY);
}

void upc_stride_slices_put(const upc_stride_slices_t *s, const upc_stride_matrix_t *M) {
  move_slice(s, M, UPC_STRIDE_TO_MATRIX);
}

upc_stride_slices_t upc_stride_transposed_of(const upc_stride_dense_t *d, const upc_stride_matrix_t *M,
                                             int conjugated) {
  const upc_stride_slices_t s = upc_stride_slices(d, M->columns, M->rows, 0);
  upc_stride_transform(s.all.section, M->section, upc_stride_transposed, NULL, NULL, d->type, 0);
  if (conjugated) upc_stride_conjugate(&s.window, s.mine);
  return s;
}

void upc_stride_slices_free(upc_stride_slices_t *s) {
  upc_stride_library_barrier();
  upc_stride_work_done(s->array);
}

void upc_stride_put_triangle(const upc_stride_dense_t *d, const upc_stride_slices_t *product, const void *beta,
                             char uplo, int hermitian, const upc_stride_matrix_t *C) {
  upc_stride_slices_t sums = upc_stride_slices(d, C->rows, C->columns, 0);
  upc_stride_copy(sums.all.section, C->section, 0);
  upc_stride_add_triangle(&sums.window, sums.mine, product == NULL ? NULL : product->mine, beta, uplo, hermitian);
  upc_stride_copy(C->section, sums.all.section, 0);
  upc_stride_slices_free(&sums);
}

void upc_stride_scale(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, const void *factor) {
  if (upc_stride_is(d, factor, 1)) return;
  upc_stride_transform(A->section, A->section, NULL, factor, NULL, d->type, 0);
  upc_stride_library_barrier();
}

size_t upc_stride_zero_on_diagonal(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, size_t n) {
  const upc_stride_array_t array = A->section.array;
  size_t *index = upc_stride_alloc(n, sizeof *index, "a diagonal"), i;
  char *values = upc_stride_alloc(n, d->size, "a diagonal");
  for (i = 0; i < n; i++)
    index[i] = (size_t)(A->first[0] + (long long)i * A->step[0]) * array->layout.shape[1] +
               (size_t)(A->first[1] + (long long)i * A->step[1]);
  if (array->layout.copies > 0)
    for (i = 0; i < n; i++)
      memcpy(values + i * d->size, (const char *)upc_stride_my_part(array) + index[i] * d->size, d->size);
  else upc_stride_fetch(values, array, index, n, 0);
  for (i = 0; i < n && !upc_stride_is(d, values + i * d->size, 0); i++)
    ;
  free(index);
  free(values);
  return i < n ? i + 1 : 0;
}
