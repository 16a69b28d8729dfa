/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_trsm and upc_stride_trmm. B is cut into a slice for each thread: whole columns if op(A) stands left of B,
 * else whole rows. Panels of A go to all threads, each of which works on its own slice. The next panel is on its way
 * meanwhile. A panel is a block on the diagonal with what changes the rest of B:
 *
 *   op(A) lower, left of B, trsm:   first a, then b, then c:   a         solve with the block on the diagonal; then
 *                                                              a b       subtract the product of what is below it and
 *                                                              a b c     the rows that are solved from the rows below
 *
 * trmm takes the same panels in the other order: it adds the products first, while the rows are still those of B.
 *
 * Where all threads have A by address, a thread copies the panels itself. If the blocks of A are large, it copies the
 * block on the diagonal alone, and reads the rest in place: a product for each block. Products for small blocks, as for
 * single rows, take longer than the copy.
 *
 * Each thread receives half of the square of A's order. So with many threads, or a small B, A is cut in two, and the
 * rectangle between the halves is a product on a grid of threads (upc_stride_gemm). */
#include "dense.h"
#include "numerics/product.h"

/* B = alpha op(A)^-1 B, or the product; side 'R': op(A) to the right of B. */
typedef struct triangular {
  int solves;                         /* 0: a product */
  char side, uplo, trans, diag;
} triangular_t;

typedef struct sweep {
  const upc_stride_dense_t *d;
  const triangular_t *t;
  const void *alpha;
  upc_stride_matrix_t A;
  upc_stride_slices_t B;
  upc_stride_routine_t *gemm, *routine;
  size_t order;
  int after;                          /* 1: a panel has what is behind its block on the diagonal, not before it */
  int tall;                           /* 1: it is a part of columns of A as they are stored, not of rows */
  int by_address;                     /* 1: the caller copies panels itself */
  int in_place;                       /* 1: and only the blocks on the diagonal */
  size_t width, panels;
  upc_stride_array_t copies[2];       /* of panels, on each thread; of blocks on the diagonal if A is read in place */
  upc_stride_handle_t arrival[2];
} sweep_t;

static int is_lower(const triangular_t *t) { return (t->uplo == 'L') == (t->trans == 'N'); }

/* ---- panels ---- */

typedef struct panel {
  size_t first, width;                /* the block on the diagonal */
  size_t rest, length;                /* the rows or columns of B that it changes */
} panel_t;

/* The panel of a step. Solving begins with the part of B that changes all others. A product takes the panels in the
 * other order: a part of B changes others before it is changed itself. */
static panel_t panel_of(const sweep_t *s, size_t step) {
  const size_t number = (s->t->solves != 0) == (s->after != 0) ? step : s->panels - 1 - step;
  panel_t p;
  p.first = number * s->width;
  p.width = s->order - p.first < s->width ? s->order - p.first : s->width;
  p.rest = s->after ? p.first + p.width : 0;
  p.length = s->after ? s->order - p.rest : p.first;
  return p;
}

static upc_stride_matrix_t block_of(const sweep_t *s, const panel_t *p) {
  return upc_stride_part_of(&s->A, p->first, p->width, p->first, p->width);
}

static char *panel_copy(const sweep_t *s, size_t step) {
  const size_t none[2] = {0, 0};
  return (char *)upc_stride_at(s->copies[step % 2], none);
}

static size_t row_of_panel(const sweep_t *s) { return s->tall || s->in_place ? s->width : s->order; }

static void begin(sweep_t *s, size_t step) {
  const panel_t p = panel_of(s, step);
  const size_t from = s->after ? p.first : 0, count = p.width + p.length;
  const upc_stride_matrix_t part = s->tall ? upc_stride_part_of(&s->A, from, count, p.first, p.width)
                                           : upc_stride_part_of(&s->A, p.first, p.width, from, count);
  const upc_stride_matrix_t copy = upc_stride_part_of_array(s->copies[step % 2], 0, part.rows, 0, part.columns);
  const int mine = s->B.window.rows > 0 && s->B.window.columns > 0;
  if (!s->by_address)
    s->arrival[step % 2] = upc_stride_copy_nb(copy.section, part.section, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  else if (mine && !s->in_place)
    upc_stride_move_by_address(&part, UPC_STRIDE_TO_MEMORY, panel_copy(s, step), row_of_panel(s), 1);
}

static void allocate(sweep_t *s) {
  size_t shape[2];
  int i;
  shape[!s->tall] = s->in_place ? s->width : s->order;
  shape[s->tall] = s->width;
  for (i = 0; i < 2; i++) s->copies[i] = upc_stride_work_array(2, shape, shape, s->d->size, NULL, NULL);
}

/* ---- a thread's own work ---- */

/* The part of the caller's slice from row, or column, i on. */
static char *slice(const sweep_t *s, size_t i) {
  return s->B.mine + i * (s->t->side == 'L' ? s->B.window.row : 1) * s->d->size;
}

/* To BLAS the slice is its transposed, column by column, and so is A. So op(A) stands on the other side, and its
 * triangle is the other one. */
static void with_diagonal(const sweep_t *s, const panel_t *p, const char *block, size_t row) {
  upc_stride_local_triangle_t t;
  t.type = s->d->type;
  t.routine = s->routine, t.gemm = s->t->solves ? s->gemm : NULL;
  t.side = s->t->side == 'L' ? 'R' : 'L';
  t.uplo = s->t->uplo == 'L' ? 'U' : 'L';
  t.trans = s->t->trans;
  t.diag = s->t->diag;
  t.m = s->t->side == 'L' ? s->B.window.columns : p->width;
  t.n = s->t->side == 'L' ? p->width : s->B.window.rows;
  t.alpha = s->t->solves ? upc_stride_one(s->d->type) : s->alpha;
  upc_stride_local_triangular(&t, block, row, slice(s, p->first), s->B.window.row);
}

/* The `length` rows or columns of B from `to` on, less, or plus, the product of a part of the panel and the `width`
 * rows or columns of B from `from` on. */
static void with_part(const sweep_t *s, size_t to, size_t length, size_t from, size_t width, const char *part,
                      size_t row) {
  upc_stride_local_product_t g;
  g.gemm = s->gemm;
  g.k = width;
  g.alpha = s->t->solves ? upc_stride_minus_one(s->d->type) : s->alpha;
  g.beta = upc_stride_one(s->d->type);
  if (s->t->side == 'L') {            /* rest = op(part) * solved: to BLAS, rest' = solved' * op(part)' */
    g.transa = 'N';
    g.transb = s->t->trans;
    g.m = s->B.window.columns;
    g.n = length;
    upc_stride_local_gemm(&g, slice(s, from), s->B.window.row, part, row, slice(s, to), s->B.window.row);
  } else {
    g.transa = s->t->trans;
    g.transb = 'N';
    g.m = length;
    g.n = s->B.window.rows;
    upc_stride_local_gemm(&g, part, row, slice(s, from), s->B.window.row, slice(s, to), s->B.window.row);
  }
}

/* The same with the panel as it lies in blocks of A. */
static void with_pieces(const sweep_t *s, const panel_t *p) {
  const size_t row = s->tall ? p->rest : p->first, column = s->tall ? p->first : p->rest;
  const upc_stride_matrix_t rest = s->tall ? upc_stride_part_of(&s->A, row, p->length, column, p->width)
                                           : upc_stride_part_of(&s->A, row, p->width, column, p->length);
  upc_stride_piece_t piece;
  size_t i, j;
  for (i = 0; i < rest.rows && rest.columns > 0; i += piece.rows)
    for (j = 0; j < rest.columns; j += piece.columns) {
      piece = upc_stride_piece_at(&rest, i, j);
      if (s->tall) with_part(s, row + i, piece.rows, column + j, piece.columns, piece.data, piece.row);
      else with_part(s, column + j, piece.columns, row + i, piece.rows, piece.data, piece.row);
    }
}

static void use_panel(const sweep_t *s, size_t step) {
  const panel_t p = panel_of(s, step);
  const size_t size = s->d->size, row = row_of_panel(s);
  const size_t before = s->after || s->in_place ? 0 : p.length, along = s->tall ? row : 1;
  char *const panel = panel_copy(s, step), *const block = panel + before * along * size;
  const char *const rest = s->after ? panel + p.width * along * size : panel;
  const upc_stride_matrix_t on_diagonal = block_of(s, &p);
  if (s->B.window.rows == 0 || s->B.window.columns == 0) return;
  if (s->in_place) upc_stride_move_by_address(&on_diagonal, UPC_STRIDE_TO_MEMORY, block, row, 1);
  if (s->t->solves) with_diagonal(s, &p, block, row);
  if (s->in_place) with_pieces(s, &p);
  else with_part(s, p.rest, p.length, p.first, p.width, rest, row);
  if (!s->t->solves) with_diagonal(s, &p, block, row);
}

/* ---- the whole ---- */

static int has_large_blocks(const upc_stride_matrix_t *A) {
  const size_t *const block = A->section.array->layout.block, least = upc_stride_cuts()->least_piece;
  const size_t most = A->rows < least ? A->rows : least;
  return block[0] >= most && block[1] >= most;
}

static void sweep(const upc_stride_dense_t *d, const triangular_t *t, const void *alpha,
                  const upc_stride_matrix_t *A, const upc_stride_matrix_t *B) {
  sweep_t s;
  size_t step;
  s.d = d;
  s.t = t;
  s.alpha = alpha;
  s.A = *A;
  s.order = A->rows;
  s.after = is_lower(t) == (t->side == 'L');
  s.tall = (t->side == 'L') == (t->trans == 'N');
  s.by_address = upc_stride_is_by_address(A);
  s.in_place = s.by_address && has_large_blocks(A);
  s.width = s.order < upc_stride_cuts()->triangular_panel ? s.order : upc_stride_cuts()->triangular_panel;
  s.panels = (s.order + s.width - 1) / s.width;
  s.gemm = upc_stride_dense_routine(d, "gemm");
  s.routine = upc_stride_dense_routine(d, t->solves ? "trsm" : "trmm");
  s.arrival[0] = s.arrival[1] = NULL;
  allocate(&s);
  s.B = upc_stride_slices(d, B->rows, B->columns, t->side == 'L');
  begin(&s, 0);
  if (t->solves) upc_stride_scale(d, B, alpha);
  upc_stride_slices_get(&s.B, B);
  for (step = 0; step < s.panels; step++) {
    upc_stride_wait(&s.arrival[step % 2]);
    if (step + 1 < s.panels) begin(&s, step + 1);
    use_panel(&s, step);
  }
  upc_stride_slices_put(&s.B, B);
  upc_stride_slices_free(&s.B);
  upc_stride_work_done(s.copies[0]);
  upc_stride_work_done(s.copies[1]);
}

/* The numbers that a thread receives, and what it multiplies in the time of receiving one. */
static double cost_of_sweep(double order, size_t others, int receives) {
  const double slice = (double)((others + THREADS - 1) / THREADS);
  return order * order / 2 * (slice / upc_stride_cuts()->balance + receives) + upc_stride_cuts()->call;
}

static double cost_of_product(const upc_stride_product_t *P, size_t size) {
  const double multiplied = (double)P->height * (double)P->width * ((double)P->k / P->layers);
  const double moved = (double)P->m * (double)P->k + (double)P->k * (double)P->n + 2 * (double)P->m * (double)P->n;
  return multiplied / upc_stride_cuts()->balance + P->received / (double)size + moved / THREADS +
         upc_stride_cuts()->call;
}

/* 1 if a cut in the middle costs less. */
static int is_cut(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, size_t others) {
  const size_t order = A->rows, half = order / 2;
  const int receives = !upc_stride_is_by_address(A);
  upc_stride_product_t P;
  if (THREADS == 1 || half == 0) return 0;
  upc_stride_product_cut(&P, half, others, half, d->size, THREADS);
  return 2 * cost_of_sweep((double)half, others, receives) + cost_of_product(&P, d->size) <
         cost_of_sweep((double)order, others, receives);
}

/* to = beta to + alpha op(rectangle) from, or from op(rectangle) */
static void rectangle(const upc_stride_dense_t *d, const triangular_t *t, const void *alpha,
                      const upc_stride_matrix_t *part, const upc_stride_matrix_t *from, const void *beta,
                      const upc_stride_matrix_t *to) {
  if (t->side == 'L')
    upc_stride_gemm(t->trans, 'N', alpha, part->section, from->section, beta, to->section, d->type);
  else
    upc_stride_gemm('N', t->trans, alpha, from->section, part->section, beta, to->section, d->type);
}

static void triangular(const upc_stride_dense_t *d, const triangular_t *t, const void *alpha,
                       const upc_stride_matrix_t *A, const upc_stride_matrix_t *B) {
  const size_t order = A->rows, half = order / 2, rest = order - half;
  const int left = t->side == 'L', after = is_lower(t) == left; /* 1: the first half of B changes the second one */
  upc_stride_matrix_t a[2], b[2], off;
  const int from = after ? 0 : 1, to = !from;
  if (!is_cut(d, A, left ? B->columns : B->rows)) {
    sweep(d, t, alpha, A, B);
    return;
  }
  a[0] = upc_stride_part_of(A, 0, half, 0, half);
  a[1] = upc_stride_part_of(A, half, rest, half, rest);
  b[0] = upc_stride_strip_of(B, !left, 0, half);
  b[1] = upc_stride_strip_of(B, !left, half, rest);
  off = t->uplo == 'L' ? upc_stride_part_of(A, half, rest, 0, half) : upc_stride_part_of(A, 0, half, half, rest);
  if (t->solves) {
    triangular(d, t, alpha, &a[from], &b[from]);
    rectangle(d, t, upc_stride_minus_one(d->type), &off, &b[from], alpha, &b[to]);
    triangular(d, t, upc_stride_one(d->type), &a[to], &b[to]);
  } else {
    triangular(d, t, alpha, &a[to], &b[to]);
    rectangle(d, t, alpha, &off, &b[from], upc_stride_one(d->type), &b[to]);
    triangular(d, t, alpha, &a[from], &b[from]);
  }
}

/* ---- calls ---- */

void upc_stride_solve_triangle(const upc_stride_dense_t *d, char uplo, char trans, char diag,
                               const upc_stride_matrix_t *A, const upc_stride_matrix_t *B) {
  const triangular_t t = {1, 'L', uplo, trans, diag};
  if (B->rows > 0 && B->columns > 0) triangular(d, &t, upc_stride_one(d->type), A, B);
}

static void call(const char *name, int solves, char side, char uplo, char transa, char diag, const void *alpha,
                 const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin(name, B, type);
  triangular_t t;
  upc_stride_matrix_t a, b;
  t.solves = solves;
  t.side = upc_stride_dense_letter(&d, "side", side, "LR");
  t.uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  t.trans = upc_stride_dense_letter(&d, "transa", transa, "NTC");
  t.diag = upc_stride_dense_letter(&d, "diag", diag, "NU");
  alpha = upc_stride_dense_value(&d, "alpha", alpha, upc_stride_one(type));
  a = upc_stride_dense_matrix(&d, "A", A);
  b = upc_stride_dense_matrix(&d, "B", B);
  upc_stride_dense_sizes(&d, "A", &a, t.side == 'L' ? b.rows : b.columns, t.side == 'L' ? b.rows : b.columns);
  upc_stride_dense_agree(&d);
  if (b.rows == 0 || b.columns == 0) return;
  if (upc_stride_is(&d, alpha, 0)) upc_stride_scale(&d, &b, alpha);
  else triangular(&d, &t, alpha, &a, &b);
}

void upc_stride_trsm(char side, char uplo, char transa, char diag, const void *alpha, upc_stride_section_t A,
                     upc_stride_section_t B, upc_type_t type) {
  call("upc_stride_trsm", 1, side, uplo, transa, diag, alpha, &A, &B, type);
}

void upc_stride_trmm(char side, char uplo, char transa, char diag, const void *alpha, upc_stride_section_t A,
                     upc_stride_section_t B, upc_type_t type) {
  call("upc_stride_trmm", 0, side, uplo, transa, diag, alpha, &A, &B, type);
}
