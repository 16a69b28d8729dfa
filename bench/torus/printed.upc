/* SPDX-License-Identifier: BSD-3-Clause
 * printed.upc: the function `multiply` of examples/FIGURE, as it is printed, on a simulated machine: prints its time.
 * Of dgemm only the time is simulated; the blocks are moved.
 *   upcc -network=sim -DFIGURE='"../../examples/figure7.upc"' -DTx=2 -DTy=2 -DM=4000 ... bench/torus/printed.upc */
#define main main_of_figure
#include FIGURE
#undef main
#include <upc_machine.h>
#include <upc_tick.h>

void openblas_set_num_threads(int threads) { (void)threads; }

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b_, const int *ldb, const double *beta, double *c,
            const int *ldc) {
  (void)transa, (void)transb, (void)alpha, (void)a, (void)lda, (void)b_, (void)ldb, (void)beta, (void)c, (void)ldc;
  upc_machine_compute(2.0 * *m * *n * *k, "dgemm");
}

int main(void) {
  upc_tick_t start;
  (void)main_of_figure;
  upc_barrier;
  start = upc_ticks_now();
  multiply();
  upc_barrier;
  if (MYTHREAD == 0) {
    const double seconds = 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - start);
    printf("{\"seconds\": %.9f, \"gflops\": %.3f}\n", seconds, 2e-9 * M * N * P / seconds);
  }
  return 0;
}
