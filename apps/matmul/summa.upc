/* SPDX-License-Identifier: BSD-3-Clause
 * summa.upc: C = A B by SUMMA, the paper's Figure 7. For each block k of the inner dimension, the threads that own
 * column k of A broadcast it along the rows of the grid, those that own row k of B along its columns, and each thread
 * multiplies what it got into its own blocks of C. No thread talks to another outside its row and column.
 *
 * As Figure 7, except: the panels of k+1 are on their way while those of k are multiplied, so each exists twice; a panel
 * is sent once a k and kept, and a thread uses its own part of it where it is; tiles being column-major, a thread's tiles
 * of a row of C are one matrix, so one dgemm does Figure 7's loop over j; edges are guarded; and each thread waits for
 * its own data only, instead of for all of its row or column.
 *
 * 4 threads, grid 2x2, 4x4 blocks, k = 1:   A . 1 . .    thread (0, 1) sends A[0][1] and A[2][1] to (0, 0),
 *                                             . 3 . .    thread (1, 1) sends A[1][1] and A[3][1] to (1, 0);
 *                                             . 1 . .    row 1 of B goes up the two columns in the same way,
 *                                             . 3 . .    its blocks on a thread as one.                             */
#include <upc.h>
#include "blas.h"
#include "matmul.h"
#include "../common/flights.h"
#include "../common/runs.h"

/* Column k of A and row k of B set out to those who multiply with them and do not have them. */
static void send_panels(const problem_t *q, size_t k, flight_t *f) {
  const size_t a_bytes = sizeof(double) * q->bm * q->bp, b_bytes = sizeof(double) * q->bp * q->bn * q->tiles;
  const long R = q->grid[0], C = q->grid[1], row = (long)q->myrow, col = (long)q->mycol;
  const long has_a = (long)k % C, has_b = (long)k % R; /* the column of threads, and the row of them */
  upc_stride_array_t panel_a = q->panel_a[k % 2], panel_b = q->panel_b[k % 2];
  const double start = app_begin();
  if (q->tiles > 0) { /* B[k][j], B[k][j + C] .. on one thread -> panel_b[r][col] on the others of my grid column */
    shared void *tiles = AT(q->B, k * q->bp, q->mycol * q->bn);
    flight_send(f, row == has_b, panel_b, 0, has_b - 1, col, col, tiles, b_bytes);
    flight_send(f, row == has_b, panel_b, has_b + 1, R - 1, col, col, tiles, b_bytes);
  }
  for (size_t i = q->myrow; i * q->bm < q->m; i += R) {
    const long slot = (long)i / R * C; /* A[i][k] on one thread -> slot i / R of panel_a on the others of my grid row */
    shared void *tile = AT(q->A, i * q->bm, k * q->bp);
    flight_send(f, col == has_a, panel_a, row, row, slot, slot + has_a - 1, tile, a_bytes);
    flight_send(f, col == has_a, panel_a, row, row, slot + has_a + 1, slot + C - 1, tile, a_bytes);
  }
  app_end(APP_MOVE, start);
}

/* C[i] += A[i][k] B[k], on my columns. */
static void multiply_row(const problem_t *q, size_t k, size_t i) {
  const size_t m = q->bm, p = q->bp, R = q->grid[0], C = q->grid[1];
  const double *a = k % C == q->mycol ? LOCAL(q->A, i * m, k * p) : q->my_panel_a[k % 2] + i / R * m * p;
  const double *b = k % R == q->myrow ? LOCAL(q->B, k * p, q->mycol * q->bn) : q->my_panel_b[k % 2];
  const double start = app_begin();
  dgemm(at_most(m, q->m - i * m), q->width, at_most(p, q->p - k * p), a, m, b, p, k == 0 ? 0.0 : 1.0,
        LOCAL(q->C, i * m, q->mycol * q->bn), m);
  app_end(APP_COMPUTE, start);
}

void summa(const problem_t *q) {
  const size_t steps = pieces(q->p, q->bp), most = 2 + 2 * pieces(q->m, q->bm);
  flight_t flights[3] = {flight_new(most), flight_new(most), flight_new(most)};

  send_panels(q, 0, &flights[0]);
  for (size_t k = 0; k < steps; k++) {
    app_progress(k, steps);
    flight_depart(&flights[(k + 1) % 3]); /* of k - 2 */
    if (k + 1 < steps) send_panels(q, k + 1, &flights[(k + 1) % 3]);
    flight_arrive(&flights[k % 3]);
    for (size_t i = q->myrow; i * q->bm < q->m && q->tiles > 0; i += q->grid[0]) {
      multiply_row(q, k, i);
      flight_push(&flights[(k + 1) % 3]);
    }
  }
  for (int i = 0; i < 3; i++) flight_end(&flights[i]);
}
