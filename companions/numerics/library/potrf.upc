/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_potrf, upc_stride_potrs and upc_stride_posv: A = U'U or LL', panel by panel (panels.h). The lower triangle
 * of A is copied into the panels as it is, the upper one transposed, which makes it the lower triangle of A's
 * transposed: L of the one is U of the other, transposed. The other triangle of A comes and goes unchanged. */
#include "panels.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

typedef struct potrf {
  upc_stride_panels_t P;              /* first: a panel's function gets its address */
  upc_stride_routine_t *potrf, *trsm, *gemm, *rank_k;
  size_t info;
} potrf_t;

static void factor(upc_stride_panels_t *P, size_t k, void *tail) {
  const potrf_t *f = (const potrf_t *)P;
  const size_t first = k * P->width, w = upc_stride_panel_width(P, k), mine = upc_stride_panels_before(P, k);
  char *const block = upc_stride_panel_at(P, mine, first);
  const size_t info = upc_stride_local_potrf(f->potrf, P->d->type, w, block, P->rows);
  upc_stride_local_triangle_t t = upc_stride_local_solver(P->d->type, f->trsm, f->gemm, "RLCN");
  *(long long *)tail = info > 0 ? (long long)(first + info) : 0;
  if (info > 0) return;
  t.m = P->rows - first - w, t.n = w;
  upc_stride_local_triangular(&t, block, P->rows, block + w * P->d->size, P->rows);
}

static int take(upc_stride_panels_t *P, size_t k, const void *tail) {
  potrf_t *f = (potrf_t *)P;
  (void)k;
  f->info = (size_t)*(const long long *)tail;
  return f->info > 0;
}

/* One panel j: its square on the diagonal, of which the lower triangle counts; then what is below it. */
static void update_one(const potrf_t *f, size_t k, size_t mine) {
  const upc_stride_panels_t *P = &f->P;
  const size_t j = upc_stride_panel_number(P, mine), w = upc_stride_panel_width(P, j), size = P->d->size;
  const size_t step = P->column_step[k % 3];
  const char *const l = (const char *)P->panel[k % 3] + (j - k) * P->width * size;
  char *const block = upc_stride_panel_at(P, mine, j * P->width);
  upc_stride_local_product_t g = upc_stride_local_minus(P->d->type, f->gemm, 'N', 'C');
  upc_stride_local_square_t s;
  g.m = P->rows - j * P->width - w, g.n = s.n = w, g.k = s.k = upc_stride_panel_width(P, k);
  s.routine = f->rank_k;
  s.alpha = g.alpha, s.beta = g.beta;
  upc_stride_local_rank_k(&s, l, step, block, P->rows);
  upc_stride_local_gemm(&g, l + w * size, step, l, step, block + w * size, P->rows);
}

static void update(upc_stride_panels_t *P, size_t k, size_t mine, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) update_one((const potrf_t *)P, k, mine + i);
}

/* B = L^-1 B, or L'^-1 B, by the factor, which A has; L may be U'. */
static void solve(const upc_stride_dense_t *d, char uplo, int adjoint, const upc_stride_matrix_t *A,
                  const upc_stride_matrix_t *B) {
  upc_stride_solve_triangle(d, uplo, (uplo == 'L') == adjoint ? 'C' : 'N', 'N', A, B);
}

/* X L = Y, where Y are the last rows of the panels, and X comes in their place. A panel's owner solves for its columns
 * when it has those of X behind them, from the last panel to the first. */
static void solve_in_panels(potrf_t *f) {
  upc_stride_panels_t *const P = &f->P;
  const size_t order = P->columns, systems = P->rows - order, size = P->d->size;
  char *x = upc_stride_alloc(order * systems, size, "the solutions of systems");
  char *const message = upc_stride_panels_message(P, P->width * systems * size);
  upc_stride_local_triangle_t t = upc_stride_local_solver(P->d->type, f->trsm, f->gemm, "RLNN");
  upc_stride_local_product_t g = upc_stride_local_minus(P->d->type, f->gemm, 'N', 'N');
  size_t k;
  g.m = t.m = systems;
  for (k = P->count; k-- > 0;) {
    const size_t first = k * P->width, w = upc_stride_panel_width(P, k), behind = first + w;
    if (upc_stride_panel_is_mine(P, k)) {
      char *const panel = upc_stride_panel_at(P, upc_stride_panels_before(P, k), 0), *const y = panel + order * size;
      g.n = t.n = w, g.k = order - behind;
      upc_stride_local_gemm(&g, x + behind * systems * size, systems, panel + behind * size, P->rows, y, P->rows);
      upc_stride_local_triangular(&t, panel + first * size, P->rows, y, P->rows);
      upc_stride_local_copy(size, w, systems, y, P->rows, message, systems);
    }
    upc_stride_panels_tell(P, k, w * systems * size);
    memcpy(x + first * systems * size, message, w * systems * size);
  }
  free(x);
}

/* Factors A; and solves A X = B, if there is a B. For L the rows of the adjoint of B stand below those of A: when A is
 * factored, they are those of the adjoint of L^-1 B. For U, where A comes transposed, it is the transposed of B, and
 * then of U'^-1 B. */
static size_t factored(const upc_stride_dense_t *d, char uplo, const upc_stride_matrix_t *A,
                       const upc_stride_matrix_t *B) {
  const upc_stride_panels_part_t parts[2] = {{A, 0, 0, uplo == 'U', 0, 1}, {B, A->rows, 0, 1, uplo == 'L', 0}};
  const size_t systems = B != NULL ? B->columns : 0;
  upc_stride_deal_t deal;
  int in_panels;
  potrf_t f;
  if (A->rows == 0) return 0;
  f.potrf = upc_stride_dense_routine(d, "potrf");
  f.trsm = upc_stride_dense_routine(d, "trsm");
  f.gemm = upc_stride_dense_routine(d, "gemm");
  f.rank_k = upc_stride_dense_routine(d, upc_stride_is_real(d->type) ? "syrk" : "herk");
  f.info = 0;
  deal = upc_stride_deal(A->rows, &parts[0]);
  f.P = upc_stride_panels(d, &deal, A->rows + systems, A->rows, sizeof(long long));
  f.P.factor = factor, f.P.take = take, f.P.update = update;
  in_panels = systems > 0 && upc_stride_panels_solve_few(&f.P, systems);
  upc_stride_panels_run(&f.P, parts, B != NULL ? 2 : 1);
  upc_stride_panels_put(&f.P, &parts[0]);
  if (f.info == 0 && in_panels) solve_in_panels(&f);
  if (f.info == 0 && systems > 0) upc_stride_panels_put(&f.P, &parts[1]);
  upc_stride_panels_free(&f.P);
  if (f.info == 0 && systems > 0 && !in_panels) solve(d, uplo, 1, A, B);
  return f.info;
}

size_t upc_stride_potrf(char uplo, upc_stride_section_t A, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_potrf", &A, type);
  upc_stride_matrix_t a;
  uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_agree(&d);
  return factored(&d, uplo, &a, NULL);
}

/* Both have the same arguments. */
static size_t call(const char *name, int factors, char uplo, const upc_stride_section_t *A,
                   const upc_stride_section_t *B, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin(name, B, type);
  upc_stride_matrix_t a, b;
  uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  a = upc_stride_dense_matrix(&d, "A", A);
  b = upc_stride_dense_matrix(&d, "B", B);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_sizes(&d, "B", &b, a.rows, b.columns);
  upc_stride_dense_agree(&d);
  if (factors) return factored(&d, uplo, &a, &b);
  solve(&d, uplo, 0, &a, &b);
  solve(&d, uplo, 1, &a, &b);
  return 0;
}

void upc_stride_potrs(char uplo, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type) {
  call("upc_stride_potrs", 0, uplo, &A, &B, type);
}

size_t upc_stride_posv(char uplo, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type) {
  return call("upc_stride_posv", 1, uplo, &A, &B, type);
}
