/* SPDX-License-Identifier: BSD-3-Clause
 * Factorizations panel by panel. A matrix of rows x columns elements is stored column by column. A panel is `width`
 * columns of it. Panels are dealt out to the threads there and back, 0 1 2 2 1 0 0 1 2, so that all have equal work; or
 * as far threads have the columns already, if these go round.
 *
 * At step k the owner of panel k has factored it, and sends it to all threads, from the diagonal down, with a few
 * numbers, its tail. Each thread changes its panels behind it. The owner of panel k+1 changes this panel first, factors
 * it and begins to send it, before it changes its other panels (look-ahead).
 *
 * If all threads are near to each other, only the tail is sent: when it has come, the panel is read where it lies. So
 * nobody changes a panel that is factored before upc_stride_panels_run ends, with a barrier. */
#ifndef UPC_STRIDE_PANELS_H
#define UPC_STRIDE_PANELS_H

#include "dense.h"

typedef struct upc_stride_panels upc_stride_panels_t;

/* A matrix M as a part of that which is factored: element (i, j) of M is that in row `row` + i and column `column` + j,
 * or, transposed, in row `row` + j and column `column` + i. */
typedef struct upc_stride_panels_part {
  const upc_stride_matrix_t *M;
  size_t row, column;
  int transposed, conjugated;
  int lower;                          /* 1: what is above the blocks on the diagonal need not come */
} upc_stride_panels_part_t;

/* How the columns of a matrix are dealt out. */
typedef struct upc_stride_deal {
  size_t width;                       /* columns of a panel */
  size_t first;                       /* the thread of panel 0 */
  int returns;                        /* 1: there and back, 0 1 2 2 1 0; 0: round and round, 0 1 2 0 1 2 */
} upc_stride_deal_t;

/* For a matrix with so many columns. The part has the first of them. */
upc_stride_deal_t upc_stride_deal(size_t columns, const upc_stride_panels_part_t *part);

struct upc_stride_panels {
  const upc_stride_dense_t *d;
  /* What is special in a factorization, which sets it. Factors panel k, which is the caller's, and writes its tail. */
  void (*factor)(upc_stride_panels_t *P, size_t k, void *tail);
  /* The caller learns the tail of panel k. Returns 1 on all threads, or on none, if the factorization ends here. */
  int (*take)(upc_stride_panels_t *P, size_t k, const void *tail);
  /* Changes the caller's panels number `mine` .. mine + count - 1, which are behind panel k, by it. */
  void (*update)(upc_stride_panels_t *P, size_t k, size_t mine, size_t count);
  upc_stride_deal_t deal;
  size_t rows, columns, width, count; /* width: the deal's; count: of panels */
  size_t steps;                       /* panels that are factored: those that begin above the last row */
  size_t tail_bytes;
  upc_stride_array_t matrix;          /* a panel is a block; those of a thread are one matrix, column by column */
  upc_stride_array_t copies[3], tails[3]; /* on each thread, for panel k at k mod 3; no copies if .. */
  int in_place;                       /* .. 1: panels are read where they lie */
  upc_stride_array_t message;         /* on each thread; null before upc_stride_panels_message */
  upc_stride_handle_t panel_call[3], tail_call[3];
  const void *panel[3];               /* where the caller reads panel k, from the diagonal on */
  size_t column_step[3];              /* the elements from one of its columns to the next */
};

/* Allocates the matrix; all threads call. A step of the factorization is sent with a tail of so many bytes. */
upc_stride_panels_t upc_stride_panels(const upc_stride_dense_t *d, const upc_stride_deal_t *deal, size_t rows,
                                      size_t columns, size_t tail_bytes);
/* The matrix gets its parts, and is factored. */
void upc_stride_panels_run(upc_stride_panels_t *P, const upc_stride_panels_part_t *parts, int count);
/* A part goes back to M. */
void upc_stride_panels_put(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part);
void upc_stride_panels_free(upc_stride_panels_t *P);

/* 1: there are so few right-hand sides that the owners of panels should solve, one after the other. 0: it costs less to
 * send the panels to all threads, and each thread solves some systems. */
int upc_stride_panels_solve_few(const upc_stride_panels_t *P, size_t systems);
/* Memory for messages of at most so many bytes. All threads call, once. */
char *upc_stride_panels_message(upc_stride_panels_t *P, size_t bytes);
/* The owner of panel k tells all threads what it has there, so many bytes. All threads call. */
void upc_stride_panels_tell(const upc_stride_panels_t *P, size_t k, size_t bytes);

int upc_stride_panel_is_mine(const upc_stride_panels_t *P, size_t k);

/* The panel that is number `mine` of the caller's; how many of the caller's come before panel k. */
size_t upc_stride_panel_number(const upc_stride_panels_t *P, size_t mine);
size_t upc_stride_panels_before(const upc_stride_panels_t *P, size_t k);
/* The columns of panel k; those that are factored, which are fewer if fewer rows are left; the columns of the caller's
 * panels `mine` .. mine + count - 1. */
size_t upc_stride_panel_width(const upc_stride_panels_t *P, size_t k);
size_t upc_stride_panel_steps(const upc_stride_panels_t *P, size_t k);
size_t upc_stride_panels_width(const upc_stride_panels_t *P, size_t mine, size_t count);
/* Element `row` of the first column of the caller's panel number `mine`. */
char *upc_stride_panel_at(const upc_stride_panels_t *P, size_t mine, size_t row);

#endif
