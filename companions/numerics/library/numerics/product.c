/* SPDX-License-Identifier: BSD-3-Clause
 * The grid of a product: layers x rows x columns of threads, each with a block of the m x n x k multiplications. Of all
 * grids with at most as many threads as there are, the one that costs least is taken: what a thread multiplies and what
 * it receives. So a product with a large inner dimension has layers, and a high one has rows alone. Of two grids of
 * which one alone keeps to the limit of memory, it is the better one; of two that do not, the one that needs less. */
#include "numerics/product.h"
#include "base/of_thread.h"

/* The balance and the call are estimates for threads of different hosts and for near ones alike, and not measured.
 * Deeper panels do not make a product of one thread faster, and shallower ones make it slower. The widest panel of a
 * factorization was measured on one processor, with OpenBLAS and MKL: narrower ones are slower, wider ones are not
 * faster. */
static UPC_STRIDE_OF_THREAD upc_stride_cuts_t cuts = {
  64, 20000, 1.2, 32,      /* balance, call, sums, copies                      */
  352, 64, 20,             /* deepest, shallowest, first_part                  */
  512, 2048, 128, 512, 1 << 20, /* product_rows, product_columns, strip_rows, strip_columns, cached        */
  128, 32, 64, 16, 512,    /* triangular_panel, solved_at_once, least_piece, least_block, symmetric_square */
  6, 24, 144, 256,         /* panels_of_thread, narrowest, widest, piece       */
  0,                       /* factored_panel                                   */
  0};                      /* most_memory                                      */
upc_stride_cuts_t *upc_stride_cuts(void) { return &cuts; }

static size_t pieces(size_t all, size_t piece) { return (all + piece - 1) / piece; }
static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

/* Numbers that a thread receives: its panels of op(A) but those of its own, and those of op(B); its part of the sums
 * over the layers. */
static double panels_received(const upc_stride_product_t *P) {
  const double height = (double)P->height, width = (double)P->width, depth = (double)pieces(P->k, (size_t)P->layers);
  const double rows = P->rows, columns = P->columns;
  return height * depth * (columns - 1) / columns + depth * width * (rows - 1) / rows;
}

static double sums_received(const upc_stride_product_t *P) {
  return (double)P->height * (double)P->width * (P->layers - 1) / P->layers;
}

static double received(const upc_stride_product_t *P) { return panels_received(P) + sums_received(P); }

static double multiplied(const upc_stride_product_t *P) {
  return (double)P->height * (double)P->width * (double)pieces(P->k, (size_t)P->layers);
}

static double cost(const upc_stride_product_t *P) {
  return multiplied(P) / upc_stride_cuts()->balance + panels_received(P) +
         upc_stride_cuts()->sums * sums_received(P);
}

/* The blocks of C for these numbers of threads. A layer's sums are cut into as many slices as there are layers. */
static void set_grid(upc_stride_product_t *P, int layers, int rows, int columns) {
  const size_t height = pieces(P->m, (size_t)rows);
  P->layers = layers;
  P->rows = rows;
  P->columns = columns;
  P->height = pieces(height, (size_t)layers) * (size_t)layers;
  P->width = pieces(P->n, (size_t)columns);
}

/* Panels may be a part less deep, so that none is in two of the blocks of a matrix that is cut into one for each thread
 * along the inner dimension: then near threads read them in place. The depth does not depend on the layouts of the
 * matrices, since the result would. */
static size_t within_blocks(const upc_stride_product_t *P, size_t deepest) {
  const size_t block = pieces(P->k, (size_t)(P->layers * P->rows * P->columns));
  size_t depth = at_most(deepest, block);
  while (depth > 0 && block % depth != 0) depth--;
  return 2 * depth >= deepest ? depth : deepest;
}

/* 1: to copy the panels costs less than to read and write C once more, as two panels in the place of one do. */
static int copies_are_cheap(const upc_stride_product_t *P) {
  return upc_stride_cuts()->copies * panels_received(P) < (double)P->height * (double)P->width;
}

/* So many panels that the first ones do not delay the whole, since nobody multiplies while they arrive. */
static void set_panels(upc_stride_product_t *P) {
  const size_t depth = pieces(P->k, (size_t)P->layers);
  const double waits = (double)upc_stride_cuts()->first_part * received(P) * upc_stride_cuts()->balance / multiplied(P);
  size_t panels = waits < 1 ? 1 : waits > (double)depth ? depth : (size_t)waits;
  panels = at_most(panels, pieces(depth, upc_stride_cuts()->shallowest));
  if (panels < pieces(depth, upc_stride_cuts()->deepest)) panels = pieces(depth, upc_stride_cuts()->deepest);
  P->depth = pieces(depth, panels);
  if (panels > 1 || !copies_are_cheap(P)) P->depth = within_blocks(P, P->depth);
  P->panels = pieces(depth, P->depth);
}

static void set_sizes(upc_stride_product_t *P, size_t bytes) {
  const double height = (double)P->height, width = (double)P->width, depth = (double)P->depth;
  const double a = height * depth * (double)pieces(P->panels, (size_t)P->columns);
  const double b = depth * width * (double)pieces(P->panels, (size_t)P->rows);
  const double panels = 2 * depth * ((P->columns > 1 ? height : 0) + (P->rows > 1 ? width : 0));
  P->received = received(P) * (double)bytes;
  P->memory = (a + b + panels + height * width * (P->layers > 1 ? 1 + 1.0 / P->layers : 1)) * (double)bytes;
}

/* Panels are shallower if more memory than the limit would be needed. */
static void set_rest(upc_stride_product_t *P, size_t bytes) {
  const double most = upc_stride_cuts()->most_memory;
  P->depth = P->panels = 0;
  if (P->m > 0 && P->n > 0 && P->k > 0) set_panels(P);
  set_sizes(P, bytes);
  while (most > 0 && P->memory > most && P->depth >= 2 * upc_stride_cuts()->shallowest) {
    P->depth /= 2;
    P->panels = pieces(pieces(P->k, (size_t)P->layers), P->depth);
    set_sizes(P, bytes);
  }
}

static int is_limited(void) { return upc_stride_cuts()->most_memory > 0; }

static int keeps_limit(const upc_stride_product_t *P) {
  return !is_limited() || P->memory <= upc_stride_cuts()->most_memory;
}

/* The memory of a grid is computed where it decides. */
static int is_better(upc_stride_product_t *P, const upc_stride_product_t *than, size_t bytes) {
  if (keeps_limit(than) && cost(P) >= cost(than)) return 0;
  if (is_limited()) set_rest(P, bytes);
  return keeps_limit(than) ? keeps_limit(P) : P->memory < than->memory;
}

/* 0: no grid of so many layers is better, nor one of more. The more layers, the more of C a thread has. */
static int may_be_better(double layers, const upc_stride_product_t *than, double bytes, double threads) {
  const double block = (double)than->m * (double)than->n * layers / threads, k = (double)than->k;
  if (!keeps_limit(than)) return block * (layers > 1 ? 1 + 1 / layers : 1) * bytes < than->memory;
  return block * k / layers / upc_stride_cuts()->balance + upc_stride_cuts()->sums * block * (1 - 1 / layers) <
         cost(than);
}

/* The loops meet each grid of at most `threads` threads in which no thread more would fit into a row. Of two that cost
 * as much the one with more rows is taken: matrices more often lie in blocks of whole rows, which are read in place. */
void upc_stride_product_cut(upc_stride_product_t *P, size_t m, size_t n, size_t k, size_t bytes, int threads) {
  upc_stride_product_t trial;
  const size_t most_layers = m > 0 && n > 0 ? at_most(k, (size_t)threads) : 0;
  size_t layers, rows;
  P->m = m;
  P->n = n;
  P->k = k;
  set_grid(P, 1, 1, 1);
  set_rest(P, bytes);
  trial = *P;
  for (layers = 1; layers <= most_layers && may_be_better((double)layers, P, (double)bytes, threads); layers++)
    for (rows = at_most(m, (size_t)threads / layers); rows > 0; rows--) {
      set_grid(&trial, (int)layers, (int)rows, (int)at_most(n, (size_t)threads / (layers * rows)));
      if (is_better(&trial, P, bytes)) *P = trial;
    }
  set_rest(P, bytes);
}
