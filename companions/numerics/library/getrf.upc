/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_getrf, upc_stride_getrs and upc_stride_gesv: A = PLU with partial pivoting, panel by panel (panels.h). A
 * panel is factored by LAPACK on its owner. Its tail is info and the rows that its rows were swapped with. Each thread
 * swaps them in its own columns. Panels before the step are swapped at the end: until then others read them. */
#include "panels.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

typedef struct getrf {
  upc_stride_panels_t P;              /* first: a panel's function gets its address */
  upc_stride_routine_t *getrf, *trsm, *gemm;
  size_t steps;                       /* rows that are swapped: the smaller extent of A */
  long long *pivots;                  /* of all steps, from 0 */
  upc_stride_blas_int_t *room;
  size_t info;
} getrf_t;

static void factor(upc_stride_panels_t *P, size_t k, void *tail) {
  const getrf_t *f = (const getrf_t *)P;
  const size_t first = k * P->width, count = upc_stride_panel_steps(P, k);
  char *const block = upc_stride_panel_at(P, upc_stride_panels_before(P, k), first);
  long long *const numbers = tail;
  const size_t info = upc_stride_local_getrf(f->getrf, P->rows - first, upc_stride_panel_width(P, k), block, P->rows,
                                             numbers + 1, f->room);
  size_t i;
  numbers[0] = info > 0 ? (long long)(first + info) : 0;
  for (i = 1; i <= count; i++) numbers[i] += (long long)first;
}

static int take(upc_stride_panels_t *P, size_t k, const void *tail) {
  getrf_t *f = (getrf_t *)P;
  const long long *const numbers = tail;
  const size_t count = upc_stride_panel_steps(P, k);
  size_t i;
  if (f->info == 0) f->info = (size_t)numbers[0];
  for (i = 0; i < count; i++) f->pivots[k * P->width + i] = numbers[i + 1];
  return 0;
}

/* Swaps rows first .. end - 1 as the pivots say, in the caller's panels mine .. mine + count - 1. */
static void swap(const getrf_t *f, size_t first, size_t end, size_t mine, size_t count) {
  const size_t size = f->P.d->size;
  upc_stride_swaps_t s;
  if (count == 0 || first >= end) return;
  s.pivots = f->pivots + first;
  s.first = first, s.count = end - first;
  s.backwards = 0;
  upc_stride_swap_rows(&s, upc_stride_panel_at(&f->P, mine, 0), size, upc_stride_panels_width(&f->P, mine, count), size,
                       f->P.rows * size);
}

static void update(upc_stride_panels_t *P, size_t k, size_t mine, size_t count) {
  const getrf_t *f = (const getrf_t *)P;
  const size_t first = k * P->width, w = upc_stride_panel_steps(P, k), size = P->d->size;
  const size_t step = P->column_step[k % 3];
  const char *const l = P->panel[k % 3];
  char *const columns = upc_stride_panel_at(P, mine, first);
  upc_stride_local_triangle_t t = upc_stride_local_solver(P->d->type, f->trsm, f->gemm, "LLNU");
  upc_stride_local_product_t g = upc_stride_local_minus(P->d->type, f->gemm, 'N', 'N');
  t.m = g.k = w, t.n = g.n = upc_stride_panels_width(P, mine, count), g.m = P->rows - first - w;
  swap(f, first, first + w, mine, count);
  upc_stride_local_triangular(&t, l, step, columns, P->rows);
  upc_stride_local_gemm(&g, l + w * size, step, columns, P->rows, columns + w * size, P->rows);
}

/* The swaps of later panels, in each of the caller's panels that were factored. */
static void swap_left(const getrf_t *f) {
  const size_t mine = upc_stride_panels_before(&f->P, f->P.steps);
  size_t i;
  for (i = 0; i < mine; i++) swap(f, (upc_stride_panel_number(&f->P, i) + 1) * f->P.width, f->steps, i, 1);
}

/* ---- solving with U ---- */

/* The bytes of B in panel k, and its first column there, among all columns. */
static size_t bytes_of_b(const upc_stride_panels_t *P, size_t k, size_t *first) {
  const size_t begin = k * P->width, end = begin + upc_stride_panel_width(P, k);
  *first = begin > P->rows ? begin : P->rows;
  return end > *first ? (end - *first) * P->rows * P->d->size : 0;
}

/* These columns, in the caller's panel. */
static char *b_in_panel(const upc_stride_panels_t *P, size_t k, size_t first) {
  return upc_stride_panel_at(P, upc_stride_panels_before(P, k), 0) + (first - k * P->width) * P->rows * P->d->size;
}

/* U X = B, where B are the last columns of the matrix, and X comes in their place. A panel's owner solves for its rows
 * of X, and takes their products with U from the rows before them. Then the owner of the panel before goes on. */
static void solve_in_panels(getrf_t *f) {
  upc_stride_panels_t *const P = &f->P;
  const size_t order = P->rows, systems = P->columns - order, size = P->d->size;
  char *x = upc_stride_alloc(order * systems, size, "the solutions of systems");
  char *const message = upc_stride_panels_message(P, order * systems * size);
  upc_stride_local_triangle_t t = upc_stride_local_solver(P->d->type, f->trsm, f->gemm, "LUNN");
  upc_stride_local_product_t g = upc_stride_local_minus(P->d->type, f->gemm, 'N', 'N');
  size_t k, at, bytes;
  g.n = t.n = systems;
  for (k = order / P->width; k < P->count; k++) {
    bytes = bytes_of_b(P, k, &at);
    if (bytes == 0) continue;
    if (upc_stride_panel_is_mine(P, k)) memcpy(message, b_in_panel(P, k, at), bytes);
    upc_stride_panels_tell(P, k, bytes);
    memcpy(x + (at - order) * order * size, message, bytes);
  }
  for (k = (order + P->width - 1) / P->width; k-- > 0;) {
    const size_t first = k * P->width, w = order - first < P->width ? order - first : P->width, rows = first + w;
    if (upc_stride_panel_is_mine(P, k)) {
      const char *const panel = upc_stride_panel_at(P, upc_stride_panels_before(P, k), 0);
      g.m = first, g.k = t.m = w;
      upc_stride_local_triangular(&t, panel + first * size, order, x + first * size, order);
      upc_stride_local_gemm(&g, panel, order, x + first * size, order, x, order);
      upc_stride_local_copy(size, systems, rows, x, order, message, rows);
    }
    upc_stride_panels_tell(P, k, rows * systems * size);
    upc_stride_local_copy(size, systems, rows, message, rows, x, order);
  }
  for (k = order / P->width; k < P->count; k++) {
    bytes = bytes_of_b(P, k, &at);
    if (bytes > 0 && upc_stride_panel_is_mine(P, k))
      memcpy(b_in_panel(P, k, at), x + (at - order) * order * size, bytes);
  }
  free(x);
}

/* ---- factoring and solving ---- */

/* Factors A; and solves A X = B, if there is a B. The columns of B stand behind those of A: when A is factored, they
 * are those of L^-1 P B. */
static size_t factored(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, int *pivots,
                       const upc_stride_matrix_t *B) {
  const upc_stride_panels_part_t parts[2] = {{A, 0, 0, 0, 0, 0}, {B, 0, A->columns, 0, 0, 0}};
  const size_t systems = B != NULL ? B->columns : 0, columns = A->columns + systems;
  const upc_stride_deal_t deal = upc_stride_deal(columns, &parts[0]);
  getrf_t f;
  int in_panels;
  size_t i;
  f.getrf = upc_stride_dense_routine(d, "getrf");
  f.trsm = upc_stride_dense_routine(d, "trsm");
  f.gemm = upc_stride_dense_routine(d, "gemm");
  f.info = 0;
  f.steps = A->rows < A->columns ? A->rows : A->columns;
  f.pivots = upc_stride_alloc(f.steps, sizeof *f.pivots, "pivots");
  f.room = upc_stride_alloc(f.steps + 1, sizeof *f.room, "pivots");
  f.P = upc_stride_panels(d, &deal, A->rows, columns, (deal.width + 1) * sizeof(long long));
  f.P.factor = factor, f.P.take = take, f.P.update = update;
  in_panels = systems > 0 && upc_stride_panels_solve_few(&f.P, systems);
  upc_stride_panels_run(&f.P, parts, B != NULL ? 2 : 1);
  swap_left(&f);
  upc_stride_panels_put(&f.P, &parts[0]);
  if (f.info == 0 && in_panels) solve_in_panels(&f);
  if (f.info == 0 && systems > 0) upc_stride_panels_put(&f.P, &parts[1]);
  upc_stride_panels_free(&f.P);
  if (f.info == 0 && systems > 0 && !in_panels) upc_stride_solve_triangle(d, 'U', 'N', 'N', A, B);
  for (i = 0; i < f.steps; i++) pivots[i] = (int)(f.pivots[i] + 1);
  free(f.pivots);
  free(f.room);
  return f.info;
}

/* ---- solving by the factors ---- */

/* The rows of B are swapped as those of A were, or back. Each thread has whole columns. */
static void swap_rows(const upc_stride_dense_t *d, const int *pivots, int backwards, const upc_stride_matrix_t *B) {
  upc_stride_slices_t slices = upc_stride_slices(d, B->rows, B->columns, 1);
  long long *from_0 = upc_stride_alloc(B->rows, sizeof *from_0, "pivots");
  upc_stride_swaps_t s;
  size_t i;
  for (i = 0; i < B->rows; i++) from_0[i] = pivots[i] - 1;
  s.pivots = from_0;
  s.first = 0, s.count = B->rows;
  s.backwards = backwards;
  upc_stride_slices_get(&slices, B);
  if (slices.window.columns > 0)
    upc_stride_swap_rows(&s, slices.mine, d->size, slices.window.columns, slices.window.row * d->size, d->size);
  upc_stride_slices_put(&slices, B);
  upc_stride_slices_free(&slices);
  free(from_0);
}

static void solve(const upc_stride_dense_t *d, char trans, const upc_stride_matrix_t *A, const int *pivots,
                  const upc_stride_matrix_t *B) {
  if (B->rows == 0 || B->columns == 0) return;
  upc_stride_dense_routine(d, "trsm"); /* one that is missing is found before B changes */
  upc_stride_dense_routine(d, "gemm");
  if (trans == 'N') swap_rows(d, pivots, 0, B);
  if (trans != 'N') upc_stride_solve_triangle(d, 'U', trans, 'N', A, B);
  upc_stride_solve_triangle(d, 'L', trans, 'U', A, B);
  if (trans == 'N') upc_stride_solve_triangle(d, 'U', trans, 'N', A, B);
  if (trans != 'N') swap_rows(d, pivots, 1, B);
}

/* ---- calls ---- */

size_t upc_stride_getrf(upc_stride_section_t A, int *pivots, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_getrf", &A, type);
  const upc_stride_matrix_t a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_new_pivots(&d, pivots, a.rows);
  upc_stride_dense_agree(&d);
  return a.rows == 0 || a.columns == 0 ? 0 : factored(&d, &a, pivots, NULL);
}

void upc_stride_getrs(char trans, upc_stride_section_t A, const int *pivots, upc_stride_section_t B, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_getrs", &B, type);
  upc_stride_matrix_t a, b;
  trans = upc_stride_dense_letter(&d, "trans", trans, "NTC");
  a = upc_stride_dense_matrix(&d, "A", &A);
  b = upc_stride_dense_matrix(&d, "B", &B);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_sizes(&d, "B", &b, a.rows, b.columns);
  upc_stride_dense_pivots(&d, pivots, a.rows);
  upc_stride_dense_agree(&d);
  solve(&d, trans, &a, pivots, &b);
}

size_t upc_stride_gesv(upc_stride_section_t A, int *pivots, upc_stride_section_t B, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_gesv", &B, type);
  upc_stride_matrix_t a, b;
  a = upc_stride_dense_matrix(&d, "A", &A);
  b = upc_stride_dense_matrix(&d, "B", &B);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_sizes(&d, "B", &b, a.rows, b.columns);
  upc_stride_dense_new_pivots(&d, pivots, a.rows);
  upc_stride_dense_agree(&d);
  return a.rows > 0 ? factored(&d, &a, pivots, &b) : 0;
}
