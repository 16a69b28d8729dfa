/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix whose size comes from the command line, on the squarest grid of any number of threads. Each thread has one
 * block. The last block of each row of blocks is broadcast to the whole row.
 *
 *   upcc sizes.upc -o sizes && upcrun -n 6 ./sizes 600 400
 */
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

static size_t number(const char *text, size_t otherwise) { return text ? strtoul(text, NULL, 10) : otherwise; }

int main(int argc, char **argv) {
  const size_t shape[2] = {number(argc > 1 ? argv[1] : NULL, 600), number(argc > 2 ? argv[2] : NULL, 400)};
  int grid[2] = {1, THREADS}, d;
  for (d = 1; d * d <= THREADS; d++)
    if (THREADS % d == 0) grid[0] = d, grid[1] = THREADS / d;
  if (shape[0] < (size_t)grid[0] || shape[1] < (size_t)grid[1]) {
    if (MYTHREAD == 0) fprintf(stderr, "sizes: at least %d rows and %d columns are needed\n", grid[0], grid[1]);
    return 2;
  }
  const size_t block[2] = {(shape[0] + grid[0] - 1) / grid[0], (shape[1] + grid[1] - 1) / grid[1]};
  const size_t rows = (shape[0] - 1) / block[0] + 1, columns = (shape[1] - 1) / block[1] + 1; /* of blocks */
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  upc_stride_array_t copies = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);

  const size_t i = MYTHREAD / grid[1], j = MYTHREAD % grid[1]; /* my block */
  const size_t mine[2] = {i * block[0], j * block[1]}, last[2] = {i * block[0], (columns - 1) * block[1]};
  if (i < rows && j < columns) *(shared double *)upc_stride_at(A, mine) = MYTHREAD;
  upc_barrier;
  if (i < rows)
    upc_stride_broadcast(UPC_SECTION(copies, UPC_STRIDE_AT(i), UPC_STRIDE_ALL), upc_stride_at(A, last),
                         sizeof(double), 0);
  if (i < rows && j < columns)
    printf("thread %d: block (%zu, %zu) of %zu x %zu, in row %zu the last one is of thread %g\n", MYTHREAD, i, j,
           block[0], block[1], i, *(shared double *)upc_stride_at(copies, mine));
  upc_stride_all_free(copies);
  upc_stride_all_free(A);
  return 0;
}
