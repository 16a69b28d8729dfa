/* SPDX-License-Identifier: BSD-3-Clause
 * The steps that the paper's programs consist of, on a simulated machine and without data. `bench/torus/report` adds
 * up their times. Broadcasts, their order and their synchronisation are those of Figures 7, 11 and 12 as printed.
 *
 *   steps matmul RxC B         Figure 7
 *     row        line 6: a broadcast along rows
 *     column     lines 8 to 12: a broadcast along columns and a product
 *   steps cholesky RxC B J     Figure 11
 *     diagonal   lines 8 to 12
 *     solve      lines 13 to 15: one dtrsm
 *     across     lines 18 and 19
 *     down       lines 20 to 23, J times
 *   steps cholesky-mysync RxC B J   the same, but each thread waits for its own data only, not for the whole team
 *   steps cholesky-together RxC B J   the same, but a thread's broadcasts of lines 18 and 19 are in flight together
 *   steps factor RxC B TILES   the whole of Figure 11, for TILES x TILES blocks
 *   steps factor-together RxC B TILES   the same, but a thread's broadcasts of lines 18 and 19 are in flight together
 *   steps panels RxC B I J     as ScaLAPACK's PDGEMM: each panel once, nothing ahead; a thread has I x J tiles
 *   steps exchange RxC BYTES   Figure 12: along rows in pieces of BYTES / C, then along columns in pieces of BYTES / R
 *
 * A last argument `rows` or `columns` leaves out the parts that go along the others. Panels and `factor`, which go
 * along both, take no such argument.
 * Prints the seconds of each part. Each part runs before with a few bytes, which opens the channels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>

static size_t b, I, J, rows, cols, myrow, mycol, bytes;
static int flags; /* of the broadcasts; as printed 0: all wait for all */
static upc_stride_array_t A, B, scratch_a, scratch_b;

static upc_stride_array_t matrix(size_t i, size_t j, size_t h, size_t w) { /* i x j tiles of h x w */
  const size_t shape[] = {i * h, j * w}, block[] = {h, w};
  const int grid[] = {(int)rows, (int)cols};
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
}

/* The first of a thread's tiles. Of A it owns I, below each other, of B it owns J, side by side. Without data all are
 * alike. */
static shared void *tile(upc_stride_array_t X, size_t row, size_t col) {
  const size_t index[] = {row * b * (X == A ? I : 1), col * b * (X == B ? J : 1)};
  return upc_stride_at(X, index);
}

static void broadcast_in_row(size_t row, shared void *src, size_t count) {
  upc_stride_broadcast(UPC_SECTION(scratch_a, UPC_STRIDE_AT(row), UPC_STRIDE_ALL), src, count, flags);
}

static void broadcast_in_column(size_t col, shared void *src, size_t count) {
  upc_stride_broadcast(UPC_SECTION(scratch_b, UPC_STRIDE_ALL, UPC_STRIDE_AT(col)), src, count, flags);
}

static void product(size_t tiles) {
  double n = (double)b;
  upc_machine_compute(2 * n * n * n * (double)tiles, "dgemm");
}

/* ---- Figure 7 ---- */
static void row(void) { broadcast_in_row(myrow, tile(A, myrow, 0), bytes); }

static void column(void) {
  broadcast_in_column(mycol, tile(B, 0, mycol), bytes);
  product(1);
}

/* ---- Figure 11, in a step whose tiles are in row k_row and column k_col of the grid ---- */
static size_t k_row, k_col;

static void diagonal(void) {
  if (myrow == k_row && mycol == k_col) upc_machine_compute((double)b * (double)b * (double)b / 3, "dpotrf");
  if (myrow == k_row) broadcast_in_row(k_row, tile(A, k_row, k_col), bytes);
}

static void solve(void) { upc_machine_compute((double)b * (double)b * (double)b, "dtrsm"); }

/* Row ti mod R gets tile U[k][ti], which a thread of row k has. Other threads return from the call at once. */
static void across_tiles(size_t first, size_t end) {
  for (size_t ti = first; ti < end; ti++)
    if (ti % rows == myrow || (myrow == k_row && mycol == ti % cols))
      broadcast_in_row(ti % rows, tile(A, k_row, ti % cols), bytes);
}

static void across_tiles_together(size_t first, size_t end) {
  upc_stride_handle_t in_flight[rows];
  size_t n = 0;
  for (size_t ti = first; ti < end; ti++)
    if (ti % rows == myrow || (myrow == k_row && mycol == ti % cols))
      in_flight[n++] = upc_stride_broadcast_nb(UPC_SECTION(scratch_a, UPC_STRIDE_AT(ti % rows), UPC_STRIDE_ALL),
                                               tile(A, k_row, ti % cols), bytes, flags);
  while (n > 0) upc_stride_wait(&in_flight[--n]);
}

static int is_together; /* lines 18 and 19 */

static void across_some(size_t first, size_t end) {
  if (is_together) across_tiles_together(first, end);
  else across_tiles(first, end);
}

static void across(void) { across_some(0, rows); }

static void down(void) {
  for (size_t j = 0; j < J; j++) {
    broadcast_in_column(mycol, tile(A, k_row, mycol), bytes);
    product(1);
  }
}

/* The first number from `least` on that is `part` modulo `parts`. */
static size_t next_of(size_t least, size_t part, size_t parts) {
  return least + (part + parts - least % parts) % parts;
}

/* All steps. The loops over ti and tj go in groups: a tile for each row, or column, of the grid. */
static void factor(void) {
  const size_t tiles = J;
  for (size_t k = 0; k < tiles; k++) {
    k_row = k % rows, k_col = k % cols;
    diagonal();
    if (myrow == k_row)
      for (size_t tj = next_of(k + 1, mycol, cols); tj < tiles; tj += cols) solve();
    for (size_t first = k + 1; first < tiles; first += rows) {
      const size_t ti = next_of(first, myrow, rows);
      across_some(first, first + rows < tiles ? first + rows : tiles);
      for (size_t tj = next_of(first, mycol, cols); tj < tiles; tj += cols) {
        broadcast_in_column(mycol, tile(A, k_row, mycol), bytes);
        if (ti <= tj) product(1);
      }
    }
  }
}

/* ---- each panel once ---- */
static void panels(void) {
  broadcast_in_row(myrow, tile(A, myrow, 0), I * bytes);
  broadcast_in_column(mycol, tile(B, 0, mycol), J * bytes);
  product(I * J);
}

/* ---- Figure 12 ---- */
static size_t piece(size_t members) { return bytes / members / 8 * 8; }

static void exchange_rows(void) {
  upc_stride_exchange(UPC_SECTION(B, UPC_STRIDE_AT(myrow), UPC_STRIDE_ALL),
                      UPC_SECTION(A, UPC_STRIDE_AT(myrow), UPC_STRIDE_ALL), piece(cols), 0);
}

static void exchange_columns(void) {
  upc_stride_exchange(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_AT(mycol)),
                      UPC_SECTION(B, UPC_STRIDE_ALL, UPC_STRIDE_AT(mycol)), piece(rows), 0);
}

/* ---- */
static int along = 'b'; /* which parts are run: those along rows, along columns, or both */

static void timed(int where, const char *name, void (*part)(void)) {
  const size_t all = bytes;
  if (along != 'b' && where != along) return;
  bytes = all / 1000;
  part();
  bytes = all;
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  part();
  upc_barrier;
  if (MYTHREAD == 0) printf("%s %.9f\n", name, 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - start));
}

/* 1, and sets `along`, if the last argument is `rows` or `columns`. */
static int parts_chosen(const char *last) {
  if (strcmp(last, "rows") && strcmp(last, "columns")) return 0;
  along = last[0];
  return 1;
}

static int usage(void) {
  if (MYTHREAD == 0)
    fputs("usage: steps matmul|exchange RxC B [rows|columns]\n"
          "       steps cholesky|cholesky-mysync|cholesky-together RxC B J [rows|columns]\n"
        "       steps factor|factor-together RxC B TILES\n"
          "       steps panels RxC B I J      (bench/torus/run calls it)\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 4 || sscanf(argv[2], "%zux%zu", &rows, &cols) != 2 || rows * cols != (size_t)THREADS) return usage();
  const char *what = argv[1];
  int is_exchange = !strcmp(what, "exchange"), is_panels = !strcmp(what, "panels");
  int is_mysync = !strcmp(what, "cholesky-mysync");
  int is_factor = !strcmp(what, "factor") || !strcmp(what, "factor-together");
  is_together = !strcmp(what, "cholesky-together") || !strcmp(what, "factor-together");
  int is_cholesky = is_mysync || is_together || is_factor || !strcmp(what, "cholesky");
  argc -= parts_chosen(argv[argc - 1]);
  if (argc != (is_panels ? 6 : is_cholesky ? 5 : 4) || ((is_panels || is_factor) && along != 'b')) return usage();
  upc_machine_without_data(1);
  myrow = (size_t)MYTHREAD / cols;
  mycol = (size_t)MYTHREAD % cols;
  b = strtoul(argv[3], NULL, 10);
  I = is_panels ? strtoul(argv[4], NULL, 10) : 1;
  J = is_panels || is_cholesky ? strtoul(argv[argc - 1], NULL, 10) : 1;
  if (is_panels || is_mysync) flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  k_row = rows / 2, k_col = cols / 2;    /* in the middle of the grid */
  bytes = b * b * sizeof(double);
  if (is_exchange) {
    bytes = b;
    A = matrix(rows, cols, 1, bytes / 8);
    B = matrix(rows, cols, 1, bytes / 8);
    timed('r', "rows", exchange_rows);
    timed('c', "columns", exchange_columns);
    return 0;
  }
  A = matrix(rows, cols, I * b, b);
  B = matrix(rows, cols, b, J * b);
  scratch_a = matrix(rows, cols, I * b, b);
  scratch_b = matrix(rows, cols, b, J * b);
  if (!strcmp(what, "matmul")) timed('r', "row", row), timed('c', "column", column);
  else if (is_panels) timed('b', "panel", panels);
  else if (is_factor) timed('b', "factor", factor);
  else if (is_cholesky) {
    timed('r', "diagonal", diagonal), timed('r', "across", across);
    timed('c', "solve", solve), timed('c', "down", down);
  }
  else return usage();
  return 0;
}
