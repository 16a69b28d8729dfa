/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.upc: A = U'U, the paper's Figure 11. Row k of U needs its diagonal tile, factored and broadcast along the row
 * of threads that has it, and a triangular solve each. Then row k goes where it is needed: U[k][j] down the column of
 * threads that has column j, U[k][i] along the row that has row i; and every thread takes U[k][i]' U[k][j] from its
 * A[i][j].
 *
 * As Figure 11, except: all of a thread's tiles of a row go at once, both in broadcasts and to BLAS; the triangular
 * solve has the diagonal tile; edges are guarded; a thread uses its own tiles where they are; and row k+1 is updated
 * first, factored at once and sent on its way while the rest is updated with row k (look-ahead). Nobody waits but for
 * tiles that have not come, and, two steps later, for tiles of its own that have not been fetched.
 *
 * grid 2x2, 5 x 5 tiles, k = 0, thread of each tile:   0 1 0 1 0    0 sends U[0][0] to 1, then both solve;
 *                                                      . 3 2 3 2    down column 0: U[0][2] and U[0][4], to 2;
 *                                                      . . 0 1 0    along row 1: U[0][1] and U[0][3], from 1 to 2 and 3;
 *                                                      . . . 3 2    along row 0: U[0][2] and U[0][4], from 0 to 1.
 *                                                      . . . . 0    */
#include <upc.h>
#include "cholesky.h"
#include "../common/flights.h"
#include "../common/runs.h"

/* Row k: its diagonal tile is factored and broadcast, and the others solved. */
static void factor_row(const problem_t *q, size_t k) {
  const size_t cols = (size_t)q->grid[1];
  const tile_t diagonal = {q->my_diagonal, q->block};
  shared void *const sent = app_at(q->diagonal, k % q->grid[0] * q->block, (cols + k % cols) * q->block);
  if (k % q->grid[0] != q->myrow) return;
  if (k % cols == q->mycol) factor_tile(q, k), copy_tile(q, sent, k, k);
  double start = app_begin();
  /* U[k][k] on one thread -> diagonal[myrow][c] on all threads (myrow, c) of its grid row */
  upc_stride_broadcast(UPC_SECTION(q->diagonal, UPC_STRIDE_AT(q->myrow), UPC_STRIDE_RANGE(0, (long)cols - 1)), sent, q->bytes,
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
  solve_row(q, k, diagonal);
}

/* Row k of U sets out to those who update with it. */
static void share_row(const problem_t *q, size_t k, flight_t *f) {
  const size_t rows = q->grid[0], cols = q->grid[1], b = q->block, bytes = b * sizeof(double) * strip_ld(q, k, q->mycol);
  const long col = (long)q->mycol, here = (long)(k % rows); /* the row of threads that has row k */
  const int i_have = k % rows == q->myrow;
  double begin = app_begin();
  if (my_first(q, k + 1) < q->tiles) { /* my strip of row k on one thread -> across[r][mycol] on the others of my grid column */
    flight_send(f, i_have, q->across[k % 2], 0, here - 1, col, col, strip_at(q, k, q->mycol), bytes);
    flight_send(f, i_have, q->across[k % 2], here + 1, (long)rows - 1, col, col, strip_at(q, k, q->mycol), bytes);
  }
  for (size_t i = k + 1; i < q->tiles && cols > 1; i++) { /* (with one column `across` has all of row k) */
    const long row = (long)(i % rows), slot = (long)(i / rows * cols), end = slot + (long)cols;
    const long own = row == here ? slot + (long)(i % cols) : end; /* whose owner has U[k][i] itself */
    const int mine = i_have && i % cols == q->mycol;
    shared void *const sent = app_at(q->sent[k % 3], (size_t)here * b, i * b);
    if (mine) copy_tile(q, sent, k, i);
    /* U[k][i] on one thread -> slot i / R of all other threads (i mod R, c) of a grid row */
    flight_send(f, mine, q->down[k % 2], row, row, slot, own - 1, sent, q->bytes);
    flight_send(f, mine, q->down[k % 2], row, row, own + 1, end - 1, sent, q->bytes);
  }
  app_end(APP_MOVE, begin);
}

/* A[i] -= U[k][i]' U[k], with tiles of row k where they have come to or were in the first place. */
static void update_with(const problem_t *q, size_t k, size_t i) {
  const size_t rows = q->grid[0], cols = q->grid[1];
  const int i_have = k % rows == q->myrow;
  const double *across = i_have ? LOCAL_STRIP(q, k) : q->my_across[k % 2];
  tile_t u = {across + strip_before(q, k, i), strip_ld(q, k, q->mycol)}; /* as part of the strip */
  if (i % rows != q->myrow) return;
  if (cols > 1 && !(i_have && i % cols == q->mycol)) u.at = q->my_down[k % 2] + i / rows * q->block * q->block, u.ld = q->block;
  update_row(q, k, i, u, across);
}

void cholesky(const problem_t *q) {
  const size_t most = 2 + 2 * q->tiles;
  flight_t flights[3] = {flight_new(most), flight_new(most), flight_new(most)};

  factor_row(q, 0);
  share_row(q, 0, &flights[0]);
  for (size_t k = 0; k < q->tiles; k++) {
    app_progress(k, q->tiles);
    flight_arrive(&flights[k % 3]);
    if (failed(q, k)) break;
    for (size_t i = k + 1; i < q->tiles; i++) {
      update_with(q, k, i);
      if (i == k + 1) factor_row(q, i), share_row(q, i, &flights[i % 3]);
      flight_push(&flights[(k + 1) % 3]);
    }
    flight_depart(&flights[(k + 2) % 3]); /* of row k - 1 */
  }
  for (int i = 0; i < 3; i++) flight_end(&flights[i]);
}
