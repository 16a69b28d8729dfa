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
#include <stdlib.h>
#include "cholesky.h"
#include "../common/runs.h"

static const upc_flag_t mine = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;

/* A row's broadcasts: those that bring me tiles, and those that take mine to others. */
typedef struct {
  upc_stride_handle_t *coming, *going;
  size_t comes, goes;
} flight_t;

static void start(flight_t *f, int from_me, upc_stride_handle_t handle) {
  if (from_me) f->going[f->goes++] = handle;
  else f->coming[f->comes++] = handle;
}

static void land(upc_stride_handle_t *handles, size_t *count) {
  double start = app_begin();
  while (*count > 0) upc_stride_wait(&handles[--*count]);
  app_end(APP_MOVE, start);
}

/* Lets all broadcasts in flight move on. */
static void push(flight_t *f) {
  double start = app_begin();
  if (f->goes > 0) upc_stride_test(&f->going[f->goes - 1]);
  app_end(APP_MOVE, start);
}

/* Row k: its diagonal tile is factored and broadcast, and the others solved. */
static void factor_row(const problem_t *q, size_t k) {
  if (k % q->grid[0] != q->myrow) return;
  if (k % q->grid[1] == q->mycol) factor_tile(q, k);
  double start = app_begin();
  /* U[k][k] on one thread -> diagonal[myrow][c] on all threads (myrow, c) of its grid row */
  upc_stride_broadcast(UPC_SECTION(q->diagonal, UPC_STRIDE_AT(q->myrow), UPC_STRIDE_ALL), TILE(q, k, k), q->bytes, mine);
  app_end(APP_MOVE, start);
  solve_row(q, k, q->my_diagonal);
}

/* Row k of U sets out to those who update with it. */
static void share_row(const problem_t *q, size_t k, flight_t *f) {
  const size_t rows = q->grid[0], cols = q->grid[1], j = my_first(q, k + 1), bytes = q->bytes * my_tiles(q, j);
  const long here = (long)(k % rows); /* the row of threads that has row k */
  const int i_have = k % rows == q->myrow;
  double begin = app_begin();
  if (j < q->tiles) { /* U[k][j], U[k][j + C] ... on one thread -> across[r][mycol] on the others of my grid column */
    upc_stride_array_t across = q->across[k % 2];
    start(f, i_have, upc_stride_broadcast_nb(UPC_SECTION(across, UPC_STRIDE_RANGE(0, here - 1), UPC_STRIDE_AT(q->mycol)),
                                             TILE(q, k, j), bytes, mine));
    start(f, i_have, upc_stride_broadcast_nb(UPC_SECTION(across, UPC_STRIDE_RANGE(here + 1, (long)rows - 1), UPC_STRIDE_AT(q->mycol)),
                                             TILE(q, k, j), bytes, mine));
  }
  for (size_t i = k + 1; i < q->tiles && cols > 1; i++) { /* (with one column `across` has all of row k) */
    const size_t slot = i / rows * cols; /* U[k][i] on one thread -> slot i / R of all threads (i mod R, c) of a grid row */
    start(f, i_have && i % cols == q->mycol,
          upc_stride_broadcast_nb(UPC_SECTION(q->down[k % 2], UPC_STRIDE_AT(i % rows), UPC_STRIDE_RANGE(slot, slot + cols - 1)),
                                  TILE(q, k, i), q->bytes, mine));
  }
  app_end(APP_MOVE, begin);
}

/* A[i] -= U[k][i]' U[k], with tiles of row k where they have come to or were in the first place. */
static void update_with(const problem_t *q, size_t k, size_t i) {
  const size_t rows = q->grid[0], cols = q->grid[1], first = my_first(q, k + 1), tile = q->block * q->block;
  const int i_have = k % rows == q->myrow;
  const double *across = i_have && first < q->tiles ? LOCAL(q, k, first) : q->my_across[k % 2];
  if (i % rows != q->myrow) return;
  if (i_have && i % cols == q->mycol) update_row(q, k, i, LOCAL(q, k, i), across);
  else update_row(q, k, i, cols > 1 ? q->my_down[k % 2] + i / rows * tile : across + (i - k - 1) * tile, across);
}

void cholesky(const problem_t *q) {
  flight_t flights[3], *f;
  for (f = flights; f < flights + 3; f++) *f = (flight_t){malloc(sizeof *f->coming * (q->tiles + 2)), malloc(sizeof *f->going * (q->tiles + 2))};

  factor_row(q, 0);
  share_row(q, 0, &flights[0]);
  for (size_t k = 0; k < q->tiles; k++) {
    land(flights[k % 3].coming, &flights[k % 3].comes);
    if (failed(q, k)) break;
    for (size_t i = k + 1; i < q->tiles; i++) {
      update_with(q, k, i);
      if (i == k + 1) factor_row(q, i), share_row(q, i, &flights[i % 3]);
      push(&flights[(k + 1) % 3]);
    }
    land(flights[(k + 2) % 3].going, &flights[(k + 2) % 3].goes); /* of row k - 1 */
  }
  for (f = flights; f < flights + 3; f++) {
    land(f->going, &f->goes);
    free(f->coming);
    free(f->going);
  }
}
