/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.upc: A = U'U, the paper's Figure 11. At each step k:
 * - The owner of the diagonal tile factors it (potrf) and broadcasts it along its grid row. The threads of that row
 *   compute row k of U by triangular solves (trsm).
 * - Row k goes where it is needed: U[k][j] along the grid column that owns tile column j, and U[k][i] along the grid
 *   row that owns tile row i.
 * - Every thread subtracts U[k][i]' U[k][j] from its tiles A[i][j] (syrk, gemm).
 *
 * Differences from Figure 11:
 * - A thread's tiles of a row are one message and one operand of BLAS. It uses its own tiles in place, and those of
 *   near threads: row k of U is lent, and stays as it is.
 * - Row k+1 is updated first, factored and sent while the other rows are updated with row k (look-ahead).
 * - The triangular solve has the diagonal tile. The edges are guarded.
 * - A thread waits only for tiles that it needs and, two steps later, until others have received its own tiles.
 * - It calls only the broadcasts that it takes part in: those of other rows would each leave a plan of no steps.
 *
 * grid 2x2, 5 x 5 tiles, k = 0, thread of each tile:   0 1 0 1 0    0 sends U[0][0] to 1, then both solve;
 *                                                      . 3 2 3 2    down column 0: U[0][2] and U[0][4], to 2;
 *                                                      . . 0 1 0    along row 1: U[0][1] and U[0][3], 1 to 2 and 3;
 *                                                      . . . 3 2    along row 0: U[0][2] and U[0][4], from 0 to 1.
 *                                                      . . . . 0    */
#include <upc.h>
#include "cholesky.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"
#include "../common/turns.h"

/* Computes my tiles of row k of U. */
static void factor_row(const problem_t *q, size_t k) {
  const size_t cols = (size_t)q->grid[1];
  const tile_t diagonal = {q->my_diagonal, q->block};
  shared void *const sent = app_at(q->diagonal, k % q->grid[0] * q->block, (cols + k % cols) * q->block);
  if (k % q->grid[0] != q->myrow) return;
  if (k % cols == q->mycol) factor_tile(q, k), copy_tile(q, sent, k, k);
  double start = app_begin();
  /* U[k][k] on one thread -> diagonal[myrow][c] on all threads (myrow, c) of its grid row */
  upc_stride_broadcast(UPC_SECTION(q->diagonal, UPC_STRIDE_AT(q->myrow), UPC_STRIDE_RANGE(0, (long)cols - 1)), sent,
                       q->bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
  solve_row(q, k, diagonal);
}

/* U[k][i] on one thread, as a part of its panel -> all other threads of a grid row, which are near */
static void lend_tile(const problem_t *q, size_t k, size_t i, broadcasts_t *list) {
  const long row = (long)(i % (size_t)q->grid[0]), cols = q->grid[1], owner = (long)(i % (size_t)cols);
  const int in_row = k % q->grid[0] == q->myrow, mine = in_row && owner == (long)q->mycol;
  const long end = row == (long)(k % q->grid[0]) ? owner : cols; /* the owner is one of them, or none is */
  const size_t bytes = ((side(q, k) - 1) * panel_ld(q, k, (size_t)owner) + q->block) * sizeof(double);
  const void **const lent = &q->lent_down[k % 2][i / (size_t)q->grid[0]];
  if (!mine && row != (long)q->myrow) return;
  broadcasts_lend(list, mine, q->room, row, row, 0, end - 1, tile_at(q, k, i), bytes, lent);
  broadcasts_lend(list, mine, q->room, row, row, end + 1, cols - 1, tile_at(q, k, i), bytes, lent);
}

/* Starts to send or lend row k of U to the threads that update with it. */
static void share_row(problem_t *q, size_t k, broadcasts_t *list) {
  const size_t rows = q->grid[0], cols = q->grid[1], b = q->block;
  const size_t bytes = b * sizeof(double) * panel_ld(q, k, q->mycol);
  const long col = (long)q->mycol, here = (long)(k % rows); /* the grid row that owns row k */
  const int in_row = k % rows == q->myrow;
  double begin = app_begin();
  if (my_first(q, k + 1) < q->tiles) { /* panel k on one thread -> across[r][mycol] on the others of my grid column */
    shared void *const panel = panel_at(q, k, q->mycol);
    const void **const lent = &q->lent_across[k % 2];
    broadcasts_lend(list, in_row, q->across[k % 2], 0, here - 1, col, col, panel, bytes, lent);
    broadcasts_lend(list, in_row, q->across[k % 2], here + 1, (long)rows - 1, col, col, panel, bytes, lent);
  }
  for (size_t i = k + 1; i < q->tiles && q->near; i++) lend_tile(q, k, i, list);
  /* (on one grid column `across` has all of row k) */
  for (size_t i = k + 1; i < q->tiles && cols > 1 && !q->near; i++) {
    const long row = (long)(i % rows), first = (long)(i / rows * cols), end = first + (long)cols;
    const long own = row == here ? first + (long)(i % cols) : end; /* the thread that owns U[k][i] needs no copy */
    const int mine = in_row && i % cols == q->mycol;
    shared void *const sent = app_at(q->sent[k % 3], (size_t)here * b, i * b);
    if (!mine && row != (long)q->myrow) continue;
    if (mine) copy_tile(q, sent, k, i);
    /* U[k][i] on one thread -> tile i / R of `down` on all other threads (i mod R, c) of a grid row */
    broadcasts_start(list, mine, q->down[k % 2], row, row, first, own - 1, sent, q->bytes);
    broadcasts_start(list, mine, q->down[k % 2], row, row, own + 1, end - 1, sent, q->bytes);
  }
  app_end(APP_MOVE, begin);
}

/* A[i][j] -= U[k][i]' U[k][j] for all my tile columns j. Tiles of row k are used where they arrived or, if mine, in
 * place. */
static void update_with(const problem_t *q, size_t k, size_t i) {
  const size_t rows = q->grid[0], cols = q->grid[1];
  const int in_row = k % rows == q->myrow;
  const double *panel = in_row ? LOCAL_PANEL(q, k) : q->lent_across[k % 2];
  const size_t ld = panel_ld(q, k, q->mycol);
  tile_t u = {panel + panel_offset(q, k, i), ld}; /* U[k][i] as a part of the panel */
  const tile_t across = {panel + panel_offset(q, k, my_first(q, i)), ld};
  if (i % rows != q->myrow) return;
  if (cols > 1 && !(in_row && i % cols == q->mycol)) {
    u.at = q->near ? q->lent_down[k % 2][i / rows] : arrived_tile(q, k, i);
    u.ld = q->near ? panel_ld(q, k, i % cols) : q->block;
  }
  update_row(q, k, i, u, across);
}

void cholesky(void *problem) {
  problem_t *q = problem;
  const size_t most = 2 + 2 * (pieces(q->tiles, q->grid[0]) + pieces(q->tiles, q->grid[1]));
  broadcasts_t broadcasts[3] = {broadcasts_new(most), broadcasts_new(most), broadcasts_new(most)};

  app_set_turn(broadcasts_turn, broadcasts);
  factor_row(q, 0);
  share_row(q, 0, &broadcasts[0]);
  for (size_t k = 0; k < q->steps; k++) {
    app_progress(k, q->steps);
    broadcasts_wait_receives(&broadcasts[k % 3]);
    if (failed(q, k)) break;
    for (size_t i = k + 1; i < q->tiles; i++) {
      update_with(q, k, i);
      if (i == k + 1) factor_row(q, i), share_row(q, i, &broadcasts[i % 3]);
    }
    broadcasts_wait_sends(&broadcasts[(k + 2) % 3]); /* those of row k - 1 */
  }
  app_set_turn(NULL, NULL);
  for (int i = 0; i < 3; i++) { /* with --steps those of the next row are under way */
    broadcasts_wait_receives(&broadcasts[i]);
    broadcasts_wait_sends(&broadcasts[i]);
    broadcasts_free(&broadcasts[i]);
  }
}
