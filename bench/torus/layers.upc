/* SPDX-License-Identifier: BSD-3-Clause
 * The product of numerics on a simulated machine, without data: on a grid of threads, or on one in layers over k.
 *   layers M N K B RxC [BYTES]
 * multiplies an M x K matrix by a K x N one, in blocks of B on a grid of R x C threads. With BYTES the call may take so
 * much memory on a thread: 1 leaves one layer. In the place of a BLAS the machine's file says how long dgemm takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_numerics.h>
#include <upc_tick.h>

static void multiplied(const char *transa, const char *transb, const int *m, const int *n, const int *k) {
  (void)transa, (void)transb;
  upc_machine_compute(2.0 * *m * *n * *k, "dgemm");
}

static upc_stride_routine_t *find(const char *name) {
  return strcmp(name, "dgemm_") == 0 ? (upc_stride_routine_t *)multiplied : NULL;
}

static size_t number(const char *text) { return (size_t)strtoull(text, NULL, 10); }

int main(int argc, char **argv) {
  size_t m, n, k, b, shape[2], block[2];
  int grid[2];
  upc_stride_array_t A, B, C;
  upc_stride_section_t a, x, c;
  upc_stride_product_t P;
  upc_tick_t start;
  double seconds;
  if (argc < 6 || sscanf(argv[5], "%dx%d", &grid[0], &grid[1]) != 2 || grid[0] * grid[1] != THREADS) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: layers M N K B RxC [BYTES], on R * C threads\n");
    return 2;
  }
  if (!upc_machine_without_data(1)) {
    if (MYTHREAD == 0) fprintf(stderr, "layers is for a simulated machine: upcc -network=sim\n");
    return 2;
  }
  m = number(argv[1]), n = number(argv[2]), k = number(argv[3]), b = number(argv[4]);
  if (argc > 6) upc_stride_set_gemm_memory(number(argv[6]));
  upc_stride_set_blas(find);
  block[0] = block[1] = b;
  shape[0] = m, shape[1] = k, A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  shape[0] = k, shape[1] = n, B = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  shape[0] = m, shape[1] = n, C = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  a = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  x = UPC_SECTION(B, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  c = UPC_SECTION(C, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  P = upc_stride_gemm_plan(m, n, k, UPC_DOUBLE);
  upc_barrier;
  start = upc_ticks_now();
  upc_stride_gemm('N', 'N', NULL, a, x, NULL, c, UPC_DOUBLE);
  upc_barrier;
  seconds = 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - start);
  if (MYTHREAD == 0)
    printf("%dx%dx%d %.6f s, %.3f TFlop/s, %.1f MB received, %.1f MB of memory\n", P.layers, P.rows, P.columns, seconds,
           2e-12 * (double)m * (double)n * (double)k / seconds, P.received / 1e6, P.memory / 1e6);
  return 0;
}
