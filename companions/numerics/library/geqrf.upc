/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_geqrf, upc_stride_unmqr and upc_stride_gels: A = QR by reflectors, panel by panel (panels.h). A panel is
 * factored by LAPACK on its owner. Its tail is the triangle of the product of its reflectors (larft), with which each
 * thread applies them to its own columns (larfb), and their factors tau. */
#include "panels.h"
#include "base/allocate.h"
#include "numerics/product.h"

#include <stdlib.h>
#include <string.h>

/* ---- a thread's own work ---- */

typedef struct reflectors {
  const upc_stride_dense_t *d;
  upc_stride_routine_t *larft, *larfb;
  void *work;                         /* of larfb, large enough for all calls */
} reflectors_t;

/* Still without its work memory. */
static reflectors_t reflectors(const upc_stride_dense_t *d) {
  reflectors_t q;
  q.d = d;
  q.larft = upc_stride_dense_routine(d, "larft");
  q.larfb = upc_stride_dense_routine(d, "larfb");
  q.work = NULL;
  return q;
}

/* Q or Q', for a panel with `rows` rows from the diagonal on and k reflectors, still without its memory. */
static upc_stride_local_reflectors_t of_panel(const reflectors_t *q, int adjoint, size_t rows, size_t k) {
  upc_stride_local_reflectors_t b;
  b.larfb = q->larfb;
  b.trans = !adjoint ? 'N' : upc_stride_is_real(q->d->type) ? 'T' : 'C';
  b.m = rows, b.k = b.ldt = k;
  return b;
}

/* ---- factoring ---- */

typedef struct geqrf {
  upc_stride_panels_t P;              /* first: a panel's function gets its address */
  upc_stride_routine_t *geqrf;
  reflectors_t q;
  size_t most;                        /* reflectors of a panel */
  char *tau;
} geqrf_t;

/* The tail: tau, then the triangle, which changes the panels behind this one. */
static char *triangle_in(const geqrf_t *f, void *tail) { return (char *)tail + f->most * f->P.d->size; }

static void factor(upc_stride_panels_t *P, size_t k, void *tail) {
  const geqrf_t *f = (const geqrf_t *)P;
  const size_t first = k * P->width, width = upc_stride_panel_width(P, k), count = upc_stride_panel_steps(P, k);
  const size_t rows = P->rows - first;
  char *const block = upc_stride_panel_at(P, upc_stride_panels_before(P, k), first);
  upc_stride_local_geqrf(f->geqrf, rows, width, block, P->rows, tail, f->q.work);
  if (first + width < P->columns)
    upc_stride_local_larft(f->q.larft, rows, count, block, P->rows, tail, triangle_in(f, tail), count);
}

static int take(upc_stride_panels_t *P, size_t k, const void *tail) {
  const geqrf_t *f = (const geqrf_t *)P;
  memcpy(f->tau + k * P->width * P->d->size, tail, upc_stride_panel_steps(P, k) * P->d->size);
  return 0;
}

static void update(upc_stride_panels_t *P, size_t k, size_t mine, size_t count) {
  const geqrf_t *f = (const geqrf_t *)P;
  const size_t first = k * P->width;
  upc_stride_local_reflectors_t b = of_panel(&f->q, 1, P->rows - first, upc_stride_panel_steps(P, k));
  b.v = P->panel[k % 3], b.ldv = P->column_step[k % 3];
  b.t = triangle_in(f, upc_stride_own_block(P->tails[k % 3], 0, NULL));
  upc_stride_local_larfb(&b, upc_stride_panels_width(P, mine, count), upc_stride_panel_at(P, mine, first), P->rows,
                         f->q.work);
}

/* Memory for both routines. A single panel has no larfb. */
static void *work_of(const geqrf_t *f) {
  const upc_stride_panels_t *P = &f->P;
  const size_t own = upc_stride_panels_width(P, 0, upc_stride_panels_before(P, P->count));
  const size_t factors = upc_stride_local_geqrf_work(P->rows, P->width), changes = P->count > 1 ? own * f->most : 0;
  return upc_stride_alloc(factors > changes ? factors : changes, P->d->size, "reflectors");
}

static void factored(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, void *tau) {
  const upc_stride_panels_part_t part = {A, 0, 0, 0, 0, 0};
  const upc_stride_deal_t deal = upc_stride_deal(A->columns, &part);
  const size_t steps = A->rows < A->columns ? A->rows : A->columns;
  const size_t triangles = deal.width < A->columns; /* 0: nobody reads one */
  geqrf_t f;
  f.geqrf = upc_stride_dense_routine(d, "geqrf");
  f.q = reflectors(d);
  f.most = steps < deal.width ? steps : deal.width;
  f.tau = tau;
  f.P = upc_stride_panels(d, &deal, A->rows, A->columns, f.most * (1 + triangles * f.most) * d->size);
  f.P.factor = factor, f.P.take = take, f.P.update = update;
  f.q.work = work_of(&f);
  upc_stride_panels_run(&f.P, &part, 1);
  upc_stride_panels_put(&f.P, &part);
  upc_stride_panels_free(&f.P);
  free(f.q.work);
}

/* ---- the product with Q ---- */

typedef struct product {
  reflectors_t q;
  const upc_stride_matrix_t *A;
  upc_stride_slices_t C;              /* each thread has whole columns of C, or of its transposed, one after another */
  const char *tau;
  size_t steps, width, panels;
  int adjoint;                        /* 1: of Q', by the first panel first */
  upc_stride_array_t copies[2];       /* of panels, on each thread, column by column */
  upc_stride_handle_t arrival[2];
  void *t;
} product_t;

static size_t number(const product_t *p, size_t step) { return p->adjoint ? step : p->panels - 1 - step; }

static void begin(product_t *p, size_t step) {
  const size_t n = number(p, step), k = upc_stride_within(p->steps, n, p->width);
  const size_t first = n * p->width, rows = p->A->rows - first;
  const upc_stride_matrix_t panel = upc_stride_part_of(p->A, first, rows, first, k);
  const upc_stride_matrix_t copy = upc_stride_part_of_array(p->copies[step % 2], 0, k, 0, rows);
  p->arrival[step % 2] = upc_stride_transform_nb(copy.section, panel.section, upc_stride_transposed, NULL, NULL,
                                                 p->q.d->type, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void use_panel(const product_t *p, size_t step) {
  const upc_stride_window_t *const w = &p->C.window;
  const size_t n = number(p, step), first = n * p->width, none[2] = {0, 0}, size = p->q.d->size;
  upc_stride_local_reflectors_t b =
    of_panel(&p->q, p->adjoint, p->A->rows - first, upc_stride_within(p->steps, n, p->width));
  if (w->rows == 0) return;
  b.v = (const void *)upc_stride_at(p->copies[step % 2], none), b.ldv = p->A->rows;
  b.t = p->t;
  upc_stride_local_larft(p->q.larft, b.m, b.k, b.v, b.ldv, p->tau + first * size, p->t, b.k);
  upc_stride_local_larfb(&b, w->rows, p->C.mine + first * size, w->row, p->q.work);
}

/* C = op(Q) C, or, for side 'R', C = C op(Q). The latter is computed as its adjoint, the product of the adjoint of
 * op(Q) and that of C: the slices have C transposed, and conjugates make it the adjoint, and back. */
static void multiply(const upc_stride_dense_t *d, char side, int adjoint, const upc_stride_matrix_t *A,
                     const void *tau, const upc_stride_matrix_t *C) {
  const int *const order = side == 'L' ? upc_stride_transposed : NULL;
  product_t p;
  size_t shape[2], step;
  p.q = reflectors(d);
  p.A = A, p.tau = tau;
  p.steps = A->rows < A->columns ? A->rows : A->columns;
  p.width = p.steps < upc_stride_cuts()->triangular_panel ? p.steps : upc_stride_cuts()->triangular_panel;
  p.panels = (p.steps + p.width - 1) / p.width;
  p.adjoint = side == 'L' ? adjoint : !adjoint;
  shape[0] = p.width, shape[1] = A->rows;
  for (step = 0; step < 2; step++) p.copies[step] = upc_stride_work_array(2, shape, shape, d->size, NULL, NULL);
  p.C = upc_stride_slices(d, side == 'L' ? C->columns : C->rows, side == 'L' ? C->rows : C->columns, 0);
  p.q.work = upc_stride_alloc(p.C.window.rows * p.width, d->size, "reflectors");
  p.t = upc_stride_alloc(p.width * p.width, d->size, "reflectors");
  p.arrival[0] = p.arrival[1] = NULL;
  begin(&p, 0);
  upc_stride_transform(p.C.all.section, C->section, order, NULL, NULL, d->type, 0);
  if (side == 'R') upc_stride_conjugate(&p.C.window, p.C.mine);
  for (step = 0; step < p.panels; step++) {
    upc_stride_wait(&p.arrival[step % 2]);
    if (step + 1 < p.panels) begin(&p, step + 1);
    use_panel(&p, step);
  }
  if (side == 'R') upc_stride_conjugate(&p.C.window, p.C.mine);
  upc_stride_transform(C->section, p.C.all.section, order, NULL, NULL, d->type, 0);
  upc_stride_slices_free(&p.C);
  for (step = 0; step < 2; step++) upc_stride_work_done(p.copies[step]);
  free(p.q.work);
  free(p.t);
}

/* ---- least squares ---- */

/* For a high A = QR. If it is meant as it is, X is R^-1 times the first rows of Q'B; if transposed, X is Q times the
 * rows R'^-1 B, with zeros below them. */
static void solve(const upc_stride_dense_t *d, int adjoint, const upc_stride_matrix_t *A, const void *tau,
                  const upc_stride_matrix_t *B) {
  const size_t m = A->rows, n = A->columns;
  const upc_stride_matrix_t R = upc_stride_part_of(A, 0, n, 0, n);
  const upc_stride_matrix_t high = upc_stride_strip_of(B, 0, 0, m), low = upc_stride_strip_of(B, 0, 0, n);
  const upc_stride_matrix_t rest = upc_stride_strip_of(B, 0, n, m - n);
  if (!adjoint) {
    multiply(d, 'L', 1, A, tau, &high);
    upc_stride_solve_triangle(d, 'U', 'N', 'N', &R, &low);
  } else {
    upc_stride_solve_triangle(d, 'U', 'C', 'N', &R, &low);
    if (m > n) upc_stride_scale(d, &rest, upc_stride_zero());
    multiply(d, 'L', 0, A, tau, &high);
  }
}

/* ---- calls ---- */

/* Q', not its transposed without conjugates, as in LAPACK. */
static char letter(upc_stride_dense_t *d, char trans) {
  return upc_stride_dense_letter(d, "trans", trans, upc_stride_is_real(d->type) ? "NTC" : "NC");
}

void upc_stride_geqrf(upc_stride_section_t A, void *tau, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_geqrf", &A, type);
  const upc_stride_matrix_t a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_memory(&d, "tau", tau);
  upc_stride_dense_agree(&d);
  if (a.rows > 0 && a.columns > 0) factored(&d, &a, tau);
}

void upc_stride_unmqr(char side, char trans, upc_stride_section_t A, const void *tau, upc_stride_section_t C,
                      upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_unmqr", &C, type);
  upc_stride_matrix_t a, c;
  side = upc_stride_dense_letter(&d, "side", side, "LR");
  trans = letter(&d, trans);
  a = upc_stride_dense_matrix(&d, "A", &A);
  c = upc_stride_dense_matrix(&d, "C", &C);
  upc_stride_dense_sizes(&d, "A", &a, side == 'L' ? c.rows : c.columns, a.columns);
  upc_stride_dense_memory(&d, "tau", tau);
  upc_stride_dense_agree(&d);
  if (a.rows > 0 && a.columns > 0 && c.rows > 0 && c.columns > 0) multiply(&d, side, trans != 'N', &a, tau, &c);
}

size_t upc_stride_gels(char trans, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_gels", &B, type);
  upc_stride_matrix_t a, b;
  static const char *const needed[] = {"geqrf", "larft", "larfb", "trsm", "gemm"}; /* found before A changes */
  upc_stride_slices_t turned;
  size_t most, least, info, i;
  char *tau;
  trans = letter(&d, trans);
  a = upc_stride_dense_matrix(&d, "A", &A);
  b = upc_stride_dense_matrix(&d, "B", &B);
  most = a.rows > a.columns ? a.rows : a.columns;
  least = a.rows + a.columns - most;
  upc_stride_dense_sizes(&d, "B", &b, most, b.columns);
  upc_stride_dense_agree(&d);
  if (b.columns == 0 || most == 0) return 0;
  if (least == 0) {
    upc_stride_scale(&d, &b, upc_stride_zero());
    return 0;
  }
  for (i = 0; i < sizeof needed / sizeof needed[0]; i++) upc_stride_dense_routine(&d, needed[i]);
  tau = upc_stride_alloc(least, d.size, "reflectors");
  turned.array = NULL;
  if (a.rows < a.columns) turned = upc_stride_transposed_of(&d, &a, 1), a = turned.all;
  factored(&d, &a, tau);
  info = upc_stride_zero_on_diagonal(&d, &a, least);
  if (info == 0) solve(&d, (turned.array == NULL) == (trans != 'N'), &a, tau, &b);
  free(tau);
  if (turned.array != NULL) upc_stride_slices_free(&turned);
  return info;
}
