/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_gemm: SUMMA in layers. op(A), op(B) and C are copied into work arrays that are cut as the product wants
 * them (product.c). In layer l, panel p of op(A) goes along each row of the grid, and panel p of op(B) along each
 * column; each thread multiplies what it has got. Then the sums of the layers are added, and C gets them.
 *
 *   2 layers of 1 x 2 threads, 4 panels:   op(A)  0 1 2 3     threads 0 and 1, layer 0, multiply panels 0 and 1;
 *                                                             threads 2 and 3, layer 1, multiply panels 2 and 3
 *
 * A and B stay as they are stored: BLAS transposes them. So a work array has the panels along its first dimension if
 * its matrix is transposed.
 *
 * A matrix needs no work array if each thread can read all that it multiplies by where it lies. Each piece must be in
 * one block; and all threads are near to each other, or the blocks are the thread's own, and go to no other thread. The
 * same holds for C, if beta is 0, and if none of its elements can be one of A or B. A and B need no work array either
 * if their blocks are the panels, and each lies on a thread that may send it. */
#include "dense.h"
#include "base/allocate.h"
#include "base/near.h"
#include "numerics/product.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_OF_A, COLUMN_OF_B, BLOCK_OF_C, SLICE_OF_C };

/* How op(A), op(B), C, or their sums, are cut into pieces. */
typedef struct pieces {
  const upc_stride_product_t *cut;
  int what, transposed;
  size_t height, width;               /* of a piece of op(M); it is stored transposed if the matrix is */
  const upc_stride_matrix_t *M;       /* the matrix, if each piece is in one block; else null. It is of the gemm_t */
} pieces_t;

/* What panels are sent from: a work array, or the matrix itself. */
typedef struct source {
  upc_stride_array_t array;           /* null: each thread reads its panels where they lie */
  size_t first[2];                    /* the block that is the first panel  */
} source_t;

typedef struct gemm {
  upc_stride_dense_t d;
  upc_stride_product_t cut;
  char transa, transb;
  const void *alpha, *beta;
  upc_stride_routine_t *routine;
  size_t l, i, j;                     /* the caller's place in the grid; beyond it, l is `layers` or more */
  upc_stride_matrix_t A, B, C;
  pieces_t of_a, of_b, of_c;
  upc_stride_array_t a, b, c, sums;   /* a, b, c null: A, B, C lie there themselves; sums is c if there is one layer */
  source_t from_a, from_b;
  upc_stride_array_t panel_a[2], panel_b[2];
} gemm_t;

/* ---- pieces ---- */

static int thread_at(const upc_stride_product_t *cut, size_t l, size_t i, size_t j) {
  return (int)((l * (size_t)cut->rows + i) * (size_t)cut->columns + j);
}

static pieces_t pieces_of(const gemm_t *g, int what, int transposed, size_t height, size_t width,
                          const upc_stride_matrix_t *M) {
  pieces_t p;
  p.cut = &g->cut, p.what = what, p.transposed = transposed, p.height = height, p.width = width;
  p.M = M != NULL && upc_stride_has_pieces(M, transposed, height, width) ? M : NULL;
  return p;
}

static size_t stored_rows(const pieces_t *p) { return p->transposed ? p->width : p->height; }
static size_t stored_columns(const pieces_t *p) { return p->transposed ? p->height : p->width; }

/* The thread that has a piece of the matrix, as it is stored; -1 if pieces are not each in one block. */
static int has(const pieces_t *p, const size_t *piece) {
  return p->M == NULL ? -1 : upc_stride_matrix_thread(p->M, piece[0] * stored_rows(p), piece[1] * stored_columns(p));
}

/* Pieces of op(A) are counted by grid row and panel, those of op(B) by panel and grid column, the panels of all layers
 * one after another; blocks of C by layer and grid row, and by grid column; slices by grid row and layer. A panel is
 * sent by the thread that has it, if that is one of those that multiply by it; or the threads take turns. */
static int thread_for(const pieces_t *p, const size_t *piece) {
  const upc_stride_product_t *cut = p->cut;
  const size_t rows = (size_t)cut->rows, columns = (size_t)cut->columns, layers = (size_t)cut->layers;
  const size_t x = piece[p->transposed], y = piece[!p->transposed];
  const int there = has(p, piece), in_layer = cut->rows * cut->columns;
  int turn;
  switch (p->what) {
    case ROW_OF_A:
      turn = thread_at(cut, y / cut->panels, x, y % cut->panels % columns);
      if (there >= 0 && there / cut->columns == turn / cut->columns) return there;
      return turn;
    case COLUMN_OF_B:
      turn = thread_at(cut, x / cut->panels, x % cut->panels % rows, y);
      if (there >= 0 && there / in_layer == turn / in_layer && there % cut->columns == turn % cut->columns)
        return there;
      return turn;
    case BLOCK_OF_C: return thread_at(cut, x / rows, x % rows, y);
    default: return thread_at(cut, x % layers, x / layers, y);
  }
}

/* The same, as upc_stride_work_array calls it. */
static int owner(const size_t *piece, void *pieces) { return thread_for(pieces, piece); }

/* 1 if no thread sends more panels than if they took turns: a work array is as large on all threads. */
static int is_even(const pieces_t *p, size_t x, size_t y) {
  const size_t across = (size_t)(p->what == ROW_OF_A ? p->cut->columns : p->cut->rows);
  const size_t most = (p->cut->panels + across - 1) / across;
  size_t *sent = upc_stride_alloc(THREADS, sizeof *sent, "how many panels threads send"), piece[2], i, j;
  int even = 1;
  for (i = 0; i < x && even; i++)
    for (j = 0; j < y && even; j++) {
      piece[p->transposed] = i, piece[!p->transposed] = j;
      even = ++sent[thread_for(p, piece)] <= most;
    }
  free(sent);
  return even;
}

/* ---- work arrays ---- */

/* x by y pieces, or, transposed, y by x. */
static upc_stride_array_t pieces(const gemm_t *g, const pieces_t *p, size_t x, size_t y) {
  size_t shape[2], block[2];
  pieces_t copy = *p;
  block[p->transposed] = p->height;
  block[!p->transposed] = p->width;
  shape[p->transposed] = x * p->height;
  shape[!p->transposed] = y * p->width;
  return upc_stride_work_array(2, shape, block, g->d.size, owner, &copy);
}

/* Of C, or of panels for each thread. */
static upc_stride_array_t blocks(const gemm_t *g, int what, size_t height, size_t width) {
  const pieces_t p = pieces_of(g, what, 0, height, width, NULL);
  return pieces(g, &p, (size_t)g->cut.layers * (size_t)g->cut.rows, (size_t)g->cut.columns);
}

/* 1: each piece is on the thread that it is for. */
static int are_there(const pieces_t *p, const upc_stride_matrix_t *M) {
  size_t piece[2];
  for (piece[0] = 0; piece[0] * stored_rows(p) < M->rows; piece[0]++)
    for (piece[1] = 0; piece[1] * stored_columns(p) < M->columns; piece[1]++)
      if (has(p, piece) != thread_for(p, piece)) return 0;
  return 1;
}

static int go_to_others(const pieces_t *p) {
  return (p->what == ROW_OF_A && p->cut->columns > 1) || (p->what == COLUMN_OF_B && p->cut->rows > 1);
}

/* 1: the caller can read, or write, the elements of M that it multiplies where they lie. */
static int lies_there(const pieces_t *p, const upc_stride_matrix_t *M) {
  if (upc_stride_is_in_place(M, p->transposed, p->height, p->width)) return 1;
  return p->M != NULL && !go_to_others(p) && are_there(p, M);
}

/* 1: each row of the grid, or each column of it, has elements of the matrix. */
static int all_have_some(const pieces_t *p) {
  const upc_stride_product_t *cut = p->cut;
  return p->what == ROW_OF_A ? (size_t)(cut->rows - 1) * cut->height < cut->m
                             : (size_t)(cut->columns - 1) * cut->width < cut->n;
}

/* 1: the blocks of M are the pieces, and can be sent as they are. */
static int is_sent(const pieces_t *p, const upc_stride_matrix_t *M) {
  const size_t *const block = M->section.array->layout.block;
  return p->M != NULL && go_to_others(p) && block[0] == stored_rows(p) && block[1] == stored_columns(p) &&
         (size_t)M->first[0] % block[0] == 0 && (size_t)M->first[1] % block[1] == 0 && all_have_some(p) &&
         are_there(p, M);
}

/* Where x by y panels of M come from. A work array is also *work. */
static source_t source(const gemm_t *g, const pieces_t *p, const upc_stride_matrix_t *M, size_t x, size_t y,
                       upc_stride_array_t *work) {
  source_t from;
  int d;
  from.array = *work = NULL;
  from.first[0] = from.first[1] = 0;
  if (lies_there(p, M)) return from;
  if (is_sent(p, M)) {
    from.array = M->section.array;
    for (d = 0; d < 2; d++) from.first[d] = (size_t)M->first[d] / from.array->layout.block[d];
  } else {
    from.array = *work = pieces(g, p, x, y);
  }
  return from;
}

static int is_view(const upc_stride_matrix_t *M) { return M->section.array->kind == UPC_STRIDE_VIEWED; }

/* 1: an element of C may be one of M. A view may have elements of any array. */
static int may_share(const upc_stride_matrix_t *C, const upc_stride_matrix_t *M) {
  return upc_stride_same_memory(C->section.array, M->section.array) || is_view(C) || is_view(M);
}

static int is_written_in_place(const gemm_t *g) {
  return g->cut.layers == 1 && upc_stride_is(&g->d, g->beta, 0) && g->C.section.array->layout.copies == 0 &&
         !may_share(&g->C, &g->A) && !may_share(&g->C, &g->B) && lies_there(&g->of_c, &g->C);
}

static void allocate(gemm_t *g) {
  const upc_stride_product_t *cut = &g->cut;
  const size_t layers = (size_t)cut->layers, rows = (size_t)cut->rows, columns = (size_t)cut->columns;
  const size_t panels = layers * cut->panels;
  int p;
  g->of_a = pieces_of(g, ROW_OF_A, g->transa != 'N', cut->height, cut->depth, &g->A);
  g->of_b = pieces_of(g, COLUMN_OF_B, g->transb != 'N', cut->depth, cut->width, &g->B);
  g->of_c = pieces_of(g, BLOCK_OF_C, 0, cut->height, cut->width, &g->C);
  if (g->of_a.M != NULL && !is_even(&g->of_a, rows, panels)) g->of_a.M = NULL;
  if (g->of_b.M != NULL && !is_even(&g->of_b, panels, columns)) g->of_b.M = NULL;
  g->from_a = source(g, &g->of_a, &g->A, rows, panels, &g->a);
  g->from_b = source(g, &g->of_b, &g->B, panels, columns, &g->b);
  g->c = is_written_in_place(g) ? NULL : blocks(g, BLOCK_OF_C, cut->height, cut->width);
  g->sums = layers > 1 ? blocks(g, SLICE_OF_C, cut->height / layers, cut->width) : g->c;
  for (p = 0; p < 2; p++) {
    g->panel_a[p] = columns > 1 && g->from_a.array != NULL ? blocks(g, BLOCK_OF_C, cut->height, cut->depth) : NULL;
    g->panel_b[p] = rows > 1 && g->from_b.array != NULL ? blocks(g, BLOCK_OF_C, cut->depth, cut->width) : NULL;
  }
}

static void release(gemm_t *g) {
  int p;
  upc_stride_library_barrier();       /* others may read panels of the caller's in place */
  upc_stride_work_done(g->a);
  upc_stride_work_done(g->b);
  if (g->sums != g->c) upc_stride_work_done(g->sums);
  upc_stride_work_done(g->c);
  for (p = 0; p < 2; p++) {
    upc_stride_work_done(g->panel_a[p]);
    upc_stride_work_done(g->panel_b[p]);
  }
}

/* The elements of a work array that are those of M; the others are padding. */
static upc_stride_section_t filled(upc_stride_array_t W, const upc_stride_matrix_t *M) {
  return upc_stride_part_of_array(W, 0, M->rows, 0, M->columns).section;
}

/* ---- panels ---- */

/* A panel on its way to the caller: its call, which the thread that sends it waits for later than the others. */
typedef struct arrival {
  upc_stride_handle_t handle;
  int mine;                           /* 1: the caller sends it */
  const void *lent;
} arrival_t;

/* The panels of one step. */
typedef struct step {
  arrival_t a, b;
} step_t;

/* Begins to bring a panel to the threads of dst. */
static void lend(arrival_t *arrival, upc_stride_section_t dst, const source_t *from, const size_t *piece,
                 size_t bytes) {
  const size_t *const side = from->array->layout.block;
  size_t at[2];
  int d;
  for (d = 0; d < 2; d++) at[d] = (from->first[d] + piece[d]) * side[d];
  arrival->handle = upc_stride_lend_nb(dst, upc_stride_at(from->array, at), bytes, &arrival->lent,
                                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* The caller's panel where it lies, which lend tells only when its call ends; null if there is nothing to send. */
static const void *own_panel(const source_t *from, const size_t *piece) {
  size_t block[2];
  int d;
  if (from->array == NULL) return NULL;
  for (d = 0; d < 2; d++) block[d] = from->first[d] + piece[d];
  return upc_stride_near_block(from->array, block);
}

/* Panel p of op(A), and of op(B), where it lies; without elements it is not read. */
static void look(const gemm_t *g, step_t *step, size_t p) {
  const upc_stride_product_t *cut = &g->cut;
  const size_t row = g->i * cut->height, column = g->j * cut->width, inner = (g->l * cut->panels + p) * cut->depth;
  if (row >= cut->m || column >= cut->n) return;
  if (g->from_a.array == NULL) step->a.lent = upc_stride_in_place(&g->A, g->transa != 'N', row, inner);
  if (g->from_b.array == NULL) step->b.lent = upc_stride_in_place(&g->B, g->transb != 'N', inner, column);
}

/* Begins to bring panel p of the caller's layer to it. */
static void begin(const gemm_t *g, step_t *step, size_t p) {
  const upc_stride_product_t *cut = &g->cut;
  const size_t rows = (size_t)cut->rows, columns = (size_t)cut->columns, panel = g->l * cut->panels + p;
  const long long first = (long long)(g->l * rows), row = first + (long long)g->i, column = (long long)g->j;
  size_t piece[2];
  piece[g->transa != 'N'] = g->i;
  piece[g->transa == 'N'] = panel;
  step->a.mine = thread_for(&g->of_a, piece) == MYTHREAD;
  if (step->a.mine) step->a.lent = own_panel(&g->from_a, piece);
  if (columns > 1 && g->from_a.array != NULL)
    lend(&step->a, UPC_SECTION(g->panel_a[p % 2], UPC_STRIDE_AT(row), UPC_STRIDE_ALL), &g->from_a, piece,
         cut->height * cut->depth * g->d.size);
  piece[g->transb != 'N'] = panel;
  piece[g->transb == 'N'] = g->j;
  step->b.mine = thread_for(&g->of_b, piece) == MYTHREAD;
  if (step->b.mine) step->b.lent = own_panel(&g->from_b, piece);
  if (rows > 1 && g->from_b.array != NULL)
    lend(&step->b, UPC_SECTION(g->panel_b[p % 2], UPC_STRIDE_RANGE(first, first + (long long)rows - 1),
                               UPC_STRIDE_AT(column)), &g->from_b, piece, cut->depth * cut->width * g->d.size);
  look(g, step, p);
}

static void wait_for(arrival_t *arrival) { upc_stride_wait(&arrival->handle); }

static void wait_to_multiply(step_t *step) {
  if (!step->a.mine) wait_for(&step->a);
  if (!step->b.mine) wait_for(&step->b);
}

static void wait_to_end(step_t *step) {
  wait_for(&step->a);
  wait_for(&step->b);
}

/* Calls go on while their threads are in the library. */
static void look_at_calls(step_t *steps) {
  int i;
  for (i = 0; i < 3; i++) {
    upc_stride_test(&steps[i].a.handle);
    upc_stride_test(&steps[i].b.handle);
  }
}

/* ---- the product ---- */

/* The caller's product of panel p: the factors, and its block of C, with the elements from one row to the next. */
typedef struct panels {
  const char *a, *b;
  char *c;
  size_t row_of_a, row_of_b, row_of_c;
  size_t height, width, depth;
} panels_t;

/* The caller's block of g->c, a work array. */
static void *own_block(const gemm_t *g) {
  size_t block[2];
  block[0] = g->l * (size_t)g->cut.rows + g->i;
  block[1] = g->j;
  return upc_stride_near_block(g->c, block);
}

static panels_t panels_at(const gemm_t *g, const step_t *step, size_t p) {
  const upc_stride_product_t *cut = &g->cut;
  panels_t P;
  memset(&P, 0, sizeof P);
  P.height = upc_stride_within(cut->m, g->i, cut->height);
  P.width = upc_stride_within(cut->n, g->j, cut->width);
  P.depth = upc_stride_within(cut->k, g->l * cut->panels + p, cut->depth);
  if (P.height == 0 || P.width == 0) return P;
  P.a = step->a.lent;
  P.row_of_a = g->from_a.array == NULL ? g->A.section.array->layout.block[1]
                                       : g->transa == 'N' ? cut->depth : cut->height;
  P.b = step->b.lent;
  P.row_of_b = g->from_b.array == NULL ? g->B.section.array->layout.block[1]
                                       : g->transb == 'N' ? cut->width : cut->depth;
  P.c = g->c == NULL ? upc_stride_in_place(&g->C, 0, g->i * cut->height, g->j * cut->width) : own_block(g);
  P.row_of_c = g->c == NULL ? g->C.section.array->layout.block[1] : cut->width;
  return P;
}

/* The elements of C that are multiplied at a time. */
typedef struct piece_of_block {
  size_t height, width;
} piece_of_block_t;

/* Nothing else is on its way: a narrow block that is larger than a cache goes in strips that stay in it, others are one
 * piece. BLAS packs the panel of B again for each strip, which is cheap, since B is narrow. */
static piece_of_block_t piece_alone(const gemm_t *g) {
  const upc_stride_cuts_t *const cuts = upc_stride_cuts();
  piece_of_block_t piece;
  const int is_narrow = g->cut.width <= cuts->product_rows && g->cut.height * g->cut.width > cuts->cached;
  piece.height = is_narrow ? cuts->product_rows : g->cut.height;
  piece.width = g->cut.width;
  return piece;
}

/* Panels go on their way between two pieces. A thread that passes panels on stops more often, to forward them. Others
 * multiply few rows at a time, which costs BLAS less than few columns. */
static piece_of_block_t piece_beside_panels(const gemm_t *g) {
  const upc_stride_cuts_t *const cuts = upc_stride_cuts();
  const int passes_on = g->cut.rows > 2 || g->cut.columns > 2;
  const size_t widest = passes_on ? cuts->strip_columns : cuts->product_columns;
  const size_t parts = (g->cut.width + widest - 1) / widest;
  piece_of_block_t piece;
  piece.height = passes_on ? cuts->strip_rows : cuts->product_rows;
  piece.width = (g->cut.width + parts - 1) / parts;
  return piece;
}

/* A block of C is multiplied piece by piece. The pieces are the same for all layouts, since the last bits might depend
 * on them. A matrix row by row is, to BLAS, its transposed column by column. So the product of the transposed is
 * computed, with the operands in the other order. */
static void multiply(const gemm_t *g, step_t *steps, size_t p, int is_last) {
  const size_t size = g->d.size;
  const piece_of_block_t piece = is_last || upc_stride_all_near() ? piece_alone(g) : piece_beside_panels(g);
  const panels_t P = panels_at(g, &steps[p % 3], p);
  upc_stride_local_product_t product;
  size_t i, j;
  product.gemm = g->routine;
  product.transa = g->transb, product.transb = g->transa;
  product.k = P.depth;
  product.alpha = g->alpha;
  product.beta = p == 0 ? upc_stride_zero() : upc_stride_one(g->d.type);
  for (i = 0; i < P.height; i += piece.height)
    for (j = 0; j < P.width; j += piece.width) {
      const char *const a = P.a + i * (g->transa == 'N' ? P.row_of_a : 1) * size;
      const char *const b = P.b + j * (g->transb == 'N' ? 1 : P.row_of_b) * size;
      product.m = upc_stride_within(P.width, j / piece.width, piece.width);
      product.n = upc_stride_within(P.height, i / piece.height, piece.height);
      upc_stride_local_gemm(&product, b, P.row_of_b, a, P.row_of_a, P.c + (i * P.row_of_c + j) * size, P.row_of_c);
      look_at_calls(steps);
    }
}

/* Panels that have elements. */
static size_t panels_of_layer(const gemm_t *g) {
  size_t p = 0;
  while (p < g->cut.panels && upc_stride_within(g->cut.k, g->l * g->cut.panels + p, g->cut.depth) > 0) p++;
  return p;
}

/* The panels of step p + 1 are on their way while those of step p are multiplied. A thread that sends a panel does not
 * wait for those that get it until two steps later; but it does at the first step, when nobody has anything else to
 * multiply, and at the last one, so that it need not stop for them any more. */
static void multiply_layer(const gemm_t *g) {
  const size_t panels = panels_of_layer(g);
  step_t step[3];
  size_t p;
  memset(step, 0, sizeof step);
  if (panels > 0) begin(g, &step[0], 0);
  else memset(own_block(g), 0, g->cut.height * g->cut.width * g->d.size); /* a layer without elements */
  for (p = 0; p < panels; p++) {
    const int is_last = p + 1 == panels;
    wait_to_end(&step[(p + 1) % 3]);
    if (!is_last) begin(g, &step[(p + 1) % 3], p + 1);
    if (is_last) wait_to_end(&step[(p + 2) % 3]);
    if (is_last || p == 0) wait_to_end(&step[p % 3]);
    else wait_to_multiply(&step[p % 3]);
    multiply(g, step, p, is_last);
  }
}

static void add_layers(const gemm_t *g) {
  const long long layers = g->cut.layers, rows = g->cut.rows, i = (long long)g->i, j = (long long)g->j;
  const long long first = i * layers, last = first + layers - 1;
  if (layers > 1)
    upc_stride_reduce_scatter(UPC_SECTION(g->sums, UPC_STRIDE_RANGE(first, last), UPC_STRIDE_AT(j)),
                              UPC_SECTION(g->c, UPC_STRIDE_STEP(i, rows, i + (layers - 1) * rows), UPC_STRIDE_AT(j)),
                              g->cut.height / (size_t)layers * g->cut.width, UPC_ADD, g->d.type, NULL,
                              UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void product(gemm_t *g) {
  allocate(g);
  if (g->a != NULL) upc_stride_copy(filled(g->a, &g->A), g->A.section, 0);
  if (g->b != NULL) upc_stride_copy(filled(g->b, &g->B), g->B.section, 0);
  if (g->l < (size_t)g->cut.layers) {
    multiply_layer(g);
    add_layers(g);
  }
  if (g->c != NULL) /* begins when all threads have multiplied: C may have elements that they read */
    upc_stride_transform(g->C.section, filled(g->sums, &g->C), NULL, NULL, g->beta, g->d.type, 0);
  release(g);
}

void upc_stride_gemm(char transa, char transb, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type) {
  upc_stride_matrix_t a, b, c;
  gemm_t g;
  size_t place = MYTHREAD, m, n, k;
  g.d = upc_stride_dense_begin("upc_stride_gemm", &C, type);
  g.transa = upc_stride_dense_letter(&g.d, "transa", transa, "NTC");
  g.transb = upc_stride_dense_letter(&g.d, "transb", transb, "NTC");
  g.alpha = alpha = upc_stride_dense_value(&g.d, "alpha", alpha, upc_stride_one(type));
  g.beta = beta = upc_stride_dense_value(&g.d, "beta", beta, upc_stride_zero());
  a = upc_stride_dense_matrix(&g.d, "A", &A);
  b = upc_stride_dense_matrix(&g.d, "B", &B);
  c = upc_stride_dense_matrix(&g.d, "C", &C);
  m = c.rows, n = c.columns, k = g.transa == 'N' ? a.columns : a.rows;
  upc_stride_dense_sizes(&g.d, "A", &a, g.transa == 'N' ? m : k, g.transa == 'N' ? k : m);
  upc_stride_dense_sizes(&g.d, "B", &b, g.transb == 'N' ? k : n, g.transb == 'N' ? n : k);
  upc_stride_product_cut(&g.cut, m, n, k, g.d.size, THREADS);
  upc_stride_record_number_is(&g.d.record, "gemm_memory", (long long)upc_stride_cuts()->most_memory);
  upc_stride_dense_agree(&g.d);
  if (m == 0 || n == 0) return;
  if (k == 0 || upc_stride_is(&g.d, alpha, 0)) {
    upc_stride_scale(&g.d, &c, beta);
    return;
  }
  g.routine = upc_stride_dense_routine(&g.d, "gemm");
  g.j = place % (size_t)g.cut.columns, place /= (size_t)g.cut.columns;
  g.i = place % (size_t)g.cut.rows;
  g.l = place / (size_t)g.cut.rows;
  g.A = a, g.B = b, g.C = c;
  product(&g);
}

upc_stride_product_t upc_stride_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type) {
  const upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_gemm_plan", NULL, type);
  upc_stride_product_t cut;
  upc_stride_product_cut(&cut, m, n, k, d.size, THREADS);
  return cut;
}

void upc_stride_set_gemm_memory(size_t bytes) { upc_stride_cuts()->most_memory = (double)bytes; }

void upc_stride_set_blas(upc_stride_routine_t *(*find)(const char *name)) { upc_stride_blas_by(find); }
