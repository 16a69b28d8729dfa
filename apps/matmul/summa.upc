/* SPDX-License-Identifier: BSD-3-Clause
 * summa.upc: C = A B by SUMMA, the paper's Figure 7. At each step k, the owners of block column k of A broadcast it
 * along the rows of the grid. The owners of block row k of B broadcast it along the columns. Each thread multiplies the
 * two panels into its blocks of C. A thread communicates only with threads of its grid row and grid column.
 *
 * Differences from Figure 7:
 * - The panels of step k+1 are in flight while those of step k are multiplied, so there are two of each.
 * - A panel is lent once for each k and kept: a thread reads the parts of near threads in place, and gets a copy of
 *   those of far ones. Nobody changes A and B meanwhile.
 * - A thread's tiles of a tile row of C are one column-major matrix, so one dgemm does Figure 7's loop over j.
 * - The edges are guarded. Each thread waits for its own data only, not for all threads of its row or column.
 *
 * 4 threads, grid 2x2, 4x4 blocks, k = 1:   A . 1 . .    Thread (0, 1) lends A[0][1] and A[2][1] to (0, 0),
 *                                             . 3 . .    thread (1, 1) lends A[1][1] and A[3][1] to (1, 0).
 *                                             . 1 . .    Row 1 of B goes up the two grid columns in the same way; the
 *                                             . 3 . .    blocks of a thread are one message. */
#include <upc.h>
#include "matmul.h"
#include "../common/blas.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"

/* Starts to lend column k of A and row k of B to the threads that need them and do not own them. */
static void lend_panels(problem_t *q, size_t k, broadcasts_t *b) {
  const size_t a_bytes = sizeof(double) * q->bm * q->bp, b_bytes = sizeof(double) * q->bp * q->bn * q->tiles;
  const long R = q->grid[0], C = q->grid[1], row = (long)q->myrow, col = (long)q->mycol;
  /* the grid column that owns A's panel, the grid row that owns B's */
  const long a_col = (long)k % C, b_row = (long)k % R;
  upc_stride_array_t panel_a = q->panel_a[k % 2], panel_b = q->panel_b[k % 2];
  const double start = app_begin();
  /* B[k][j], B[k][j + C] .. on one thread -> the other threads of my grid column; if far, to panel_b[r][col] */
  if (q->tiles > 0) {
    shared void *tiles = AT(q->B, k * q->bp, q->mycol * q->bn);
    broadcasts_lend(b, row == b_row, panel_b, 0, b_row - 1, col, col, tiles, b_bytes, &q->lent_b[k % 2]);
    broadcasts_lend(b, row == b_row, panel_b, b_row + 1, R - 1, col, col, tiles, b_bytes, &q->lent_b[k % 2]);
  }
  for (size_t i = q->myrow; i * q->bm < q->m; i += R) {
    /* A[i][k] on one thread -> the others of my grid row; if far, to tile i / R of panel_a */
    const long first = (long)i / R * C;
    shared void *tile = AT(q->A, i * q->bm, k * q->bp);
    const void **lent = &q->lent_a[k % 2][i / R];
    broadcasts_lend(b, col == a_col, panel_a, row, row, first, first + a_col - 1, tile, a_bytes, lent);
    broadcasts_lend(b, col == a_col, panel_a, row, row, first + a_col + 1, first + C - 1, tile, a_bytes, lent);
  }
  app_end(APP_MOVE, start);
}

/* C[i][j] += A[i][k] B[k][j] for all my tile columns j, in pieces while broadcasts are in flight. */
static void multiply_row(const problem_t *q, size_t k, size_t i) {
  const size_t m = q->bm, p = q->bp, R = q->grid[0], C = q->grid[1];
  const double *a = k % C == q->mycol ? LOCAL(q->A, i * m, k * p) : q->lent_a[k % 2][i / R];
  const double *b = k % R == q->myrow ? LOCAL(q->B, k * p, q->mycol * q->bn) : q->lent_b[k % 2];
  double *c = LOCAL(q->C, i * m, q->mycol * q->bn);
  const size_t h = at_most(m, q->m - i * m), depth = at_most(p, q->p - k * p);
  for (size_t done = 0, w; done < q->width; done += w) {
    w = app_piece(q->width - done, app_product_piece(h));
    const double start = app_begin();
    if (app_has_data()) gemm("N", h, w, depth, 1, a, m, b + done * p, p, k == 0 ? 0 : 1, c + done * m, m);
    app_work(2.0 * (double)h * (double)w * (double)depth, "dgemm");
    app_end(APP_COMPUTE, start);
  }
}

void summa(void *problem) {
  problem_t *q = problem;
  const size_t steps = q->steps, most = 2 + 2 * pieces(q->m, q->grid[0] * q->bm);
  broadcasts_t broadcasts[3] = {broadcasts_new(most), broadcasts_new(most), broadcasts_new(most)};

  app_set_turn(broadcasts_turn, broadcasts);
  lend_panels(q, 0, &broadcasts[0]);
  for (size_t k = 0; k < steps; k++) {
    app_progress(k, steps);
    broadcasts_wait_sends(&broadcasts[(k + 1) % 3]); /* those of step k - 2 */
    if (k + 1 < steps) lend_panels(q, k + 1, &broadcasts[(k + 1) % 3]);
    broadcasts_wait_receives(&broadcasts[k % 3]);
    for (size_t i = q->myrow; i * q->bm < q->m && q->tiles > 0; i += q->grid[0]) multiply_row(q, k, i);
  }
  app_set_turn(NULL, NULL);
  for (int i = 0; i < 3; i++) broadcasts_free(&broadcasts[i]);
}
