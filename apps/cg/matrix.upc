/* SPDX-License-Identifier: BSD-3-Clause
 * matrix.upc: the entries of the caller's rows in any order, then sorted and added up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "matrix.h"
#include "../common/memory.h"
#include "../common/random.h"

typedef struct {
  size_t row, column;
  double value;
} entry_t;

typedef struct {
  size_t first, rows, count, capacity; /* entries of other rows are dropped */
  entry_t *entry;
} entries_t;

static void add(entries_t *list, size_t row, size_t column, double value) {
  entry_t *e;
  if (row < list->first || row >= list->first + list->rows) return;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    e = realloc(list->entry, list->capacity * sizeof *e);
    list->entry = app_allocated(e, list->capacity, sizeof *e, "entries of the matrix");
  }
  e = &list->entry[list->count++];
  e->row = row, e->column = column, e->value = value;
}

static int in_order(const void *a, const void *b) {
  const entry_t *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

/* Rows of entries; those of one place are added up. */
static matrix_t rows_of(entries_t *list, size_t n) {
  matrix_t A;
  size_t i, row, count = 0;
  A.n = n, A.first = list->first, A.rows = list->rows;
  A.start = app_allocate(A.rows + 1, sizeof *A.start, "rows");
  A.column = app_allocate(list->count, sizeof *A.column, "columns");
  A.value = app_allocate(list->count, sizeof *A.value, "values");
  if (list->count > 0) qsort(list->entry, list->count, sizeof *list->entry, in_order);
  for (i = row = 0; i < list->count; i++) {
    const entry_t *e = &list->entry[i];
    if (i > 0 && e->row == e[-1].row && e->column == e[-1].column) {
      A.value[count - 1] += e->value;
      continue;
    }
    for (; row <= e->row - A.first; row++) A.start[row] = count;
    A.column[count] = (column_t)e->column, A.value[count++] = e->value;
  }
  for (; row <= A.rows; row++) A.start[row] = count;
  free(list->entry);
  return A;
}

static entries_t entries_of(size_t first, size_t rows) {
  entries_t list;
  memset(&list, 0, sizeof list);
  list.first = first, list.rows = rows;
  return list;
}

/* ---- the NAS benchmark ---- */

/* A vector with `nonzeros` random elements, and 1/2 at `own`. Returns how many elements it has. */
static int random_vector(unsigned long long *state, size_t n, int nonzeros, size_t own, size_t *at, double *value) {
  size_t power = 1;
  int count = 0, i;
  while (power < n) power *= 2;
  while (count < nonzeros) {
    const double x = app_nas_random(state);
    const size_t place = (size_t)(app_nas_random(state) * (double)power);
    for (i = 0; i < count && at[i] != place; i++) {}
    if (place >= n || i < count) continue;
    at[count] = place, value[count++] = x;
  }
  for (i = 0; i < count && at[i] != own; i++) {}
  at[i] = own, value[i] = 0.5;
  return i == count ? count + 1 : count;
}

matrix_t nas_matrix(size_t n, size_t first, size_t rows, int nonzeros, double shift) {
  const double least = 0.1, ratio = pow(least, 1.0 / (double)n);
  unsigned long long state = NAS_FIRST;
  entries_t list = entries_of(first, rows);
  size_t *at = app_allocate((size_t)nonzeros + 1, sizeof *at, "a vector"), own;
  double *value = app_allocate((size_t)nonzeros + 1, sizeof *value, "a vector"), weight = 1;
  int count, i, j;
  app_nas_random(&state);              /* the benchmark uses one number before */
  for (own = 0; own < n; own++, weight *= ratio) {
    count = random_vector(&state, n, nonzeros, own, at, value);
    for (i = 0; i < count; i++)
      for (j = 0; j < count; j++) {
        const int diagonal = at[i] == own && at[j] == own;
        add(&list, at[i], at[j], weight * value[i] * value[j] + (diagonal ? least - shift : 0));
      }
  }
  free(at);
  free(value);
  return rows_of(&list, n);
}

static const class_t classes[] = {{"S", 1400, 7, 15, 10, 8.5971775078648}, {"W", 7000, 8, 15, 12, 10.362595087124},
                                  {"A", 14000, 11, 15, 20, 17.130235054029}, {"B", 75000, 13, 75, 60, 22.712745482631}};

const class_t *nas_class(const char *name) {
  size_t k;
  for (k = 0; k < sizeof classes / sizeof *classes; k++)
    if (strcmp(name, classes[k].name) == 0) return &classes[k];
  return NULL;
}

/* ---- a band ---- */

matrix_t band_matrix(size_t n, size_t first, size_t rows) {
  const size_t distance[] = {1, 7, 31};
  entries_t list = entries_of(first, rows);
  size_t i;
  int k;
  for (i = first; i < first + rows; i++) {
    add(&list, i, i, 4);
    if (n - 1 - i != i) add(&list, i, n - 1 - i, -0.25);
    for (k = 0; k < 3; k++) {
      if (i >= distance[k]) add(&list, i, i - distance[k], -1.0 / (k + 1));
      if (i + distance[k] < n) add(&list, i, i + distance[k], -1.0 / (k + 1));
    }
  }
  return rows_of(&list, n);
}

void matrix_free(matrix_t *A) {
  free(A->start);
  free(A->column);
  free(A->value);
}
