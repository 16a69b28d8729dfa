// SPDX-License-Identifier: BSD-3-Clause
// A split-phase exchange during a dgemm that takes as long: overlap BYTES.. prints two lines for each size, `overlap
// BYTES SECONDS` with the dgemm between start and wait, and `sequence BYTES SECONDS` with the dgemm after the
// exchange. The dgemm consists of small ones. Between two of them the program tests whether the exchange is complete,
// so that it progresses.
#include <upc_stride_coll.h>
#include "measure/blocks.h"
#include "measure_upc.h"

void cblas_dgemm(int order, int transa, int transb, int m, int n, int k, double alpha, const double *a, int lda,
                 const double *b, int ldb, double beta, double *c, int ldc);
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TILE = 48, TRIED = 200 };

static const upc_flag_t my = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
static upc_stride_array_t source, target;
static size_t bytes;
static double a[TILE * TILE], b[TILE * TILE], c[TILE * TILE];
static int tiles; /* the number of small dgemms that take as long as the exchange */
static shared int tiles_of_all;

static void tile(void) {
  cblas_dgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, TILE, TILE, TILE, 1.0, a, TILE, b, TILE, 1.0, c, TILE);
}

static void compute(void) {
  int i;
  for (i = 0; i < tiles; i++) tile();
}

static upc_stride_section_t all(upc_stride_array_t x) { return UPC_SECTION(x, UPC_STRIDE_ALL); }

static void exchange(void) { upc_stride_exchange(all(target), all(source), bytes / THREADS, my); }

static void sequence(void) {
  exchange();
  compute();
}

static void overlapped(void) {
  int i;
  upc_stride_handle_t h = upc_stride_exchange_nb(all(target), all(source), bytes / THREADS, my);
  for (i = 0; i < tiles; i++) {
    tile();
    if (h) upc_stride_test(&h);
  }
  upc_stride_wait(&h);
}

static void measure(void) {
  size_t i;
  source = blocks(bytes), target = blocks(bytes);
  double *from = (double *)block_of(source, MYTHREAD), *to = (double *)block_of(target, MYTHREAD), seconds;
  for (i = 0; i < bytes / sizeof(double); i++) from[i] = word(MYTHREAD, i), to[i] = -1;
  upc_barrier;
  tiles = TRIED;
  double each = typical(NULL, compute) / TRIED, alone = typical(NULL, exchange);
  if (MYTHREAD == 0) tiles_of_all = alone < each ? 1 : (int)(alone / each + 0.5);
  upc_barrier;
  tiles = tiles_of_all;
  seconds = typical(NULL, sequence);
  report("sequence", bytes, seconds, wrong_bytes(EXCHANGE, MYTHREAD, THREADS, to, bytes, 1));
  for (i = 0; i < bytes / sizeof(double); i++) to[i] = -1;
  seconds = typical(NULL, overlapped);
  report("overlap", bytes, seconds, wrong_bytes(EXCHANGE, MYTHREAD, THREADS, to, bytes, 1));
  upc_stride_all_free(source), upc_stride_all_free(target);
}

int main(int argc, char **argv) {
  int i;
  for (i = 0; i < TILE * TILE; i++) a[i] = 1e-3 * (i % 7), b[i] = 1e-3 * (i % 5);
  for (i = 1; i < argc; i++) bytes = strtoul(argv[i], NULL, 10), measure();
  return 0;
}
