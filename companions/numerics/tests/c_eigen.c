/* SPDX-License-Identifier: BSD-3-Clause
 * heev and gesvd from C, on a matrix with known values: second differences have 2 - 2 cos(pi k / (N + 1)), k = 1..N.
 * usage: c_eigen [FIRST]: on MPI the library starts on the processes from number FIRST on; the others wait. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <math.h>

enum { N = 12 };

static int is_one_of(double value, int k) { return fabs(value - (2 - 2 * cos(acos(-1) * k / (N + 1)))) < 1e-12; }

static void calls(void) {
  const size_t shape[] = {N, N}, block[] = {5, 3};
  double numbers[N][N] = {{0}}, w[N], s[N];
  size_t info = 7;
  const upc_stride_section_t A =
    UPC_SECTION(upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL), UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) numbers[i][j] = i == j ? 2 : i + 1 == j || j + 1 == i ? -1 : 0;
  if (upc_stride_mythread() == 0) upc_stride_put_patch(&A, numbers, NULL);
  upc_stride_barrier_all();
  CHECK(upc_stride_heev('N', 'L', &A, w, UPC_DOUBLE, &info) == 0 && info == 0);
  CHECK(upc_stride_gesvd('N', 'N', &A, s, NULL, NULL, UPC_DOUBLE, &info) == 0 && info == 0);
  for (int k = 1; k <= N; k++) CHECK(is_one_of(w[k - 1], k) && is_one_of(s[N - k], k));
}

#ifdef ON_MPI
static void call_on_part(int first) {
  MPI_Comm part;
  int given, rank;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank < first ? MPI_UNDEFINED : 0, -rank, &part);
  if (rank < first) return;
  CHECK(upc_stride_init_mpi(part, NULL) == 0);
  calls();
  CHECK(upc_stride_finalize() == 0);
  MPI_Comm_free(&part);
}
#endif

int main(int argc, char **argv) {
#ifdef ON_MPI
  if (argc > 1) return call_on_part(atoi(argv[1])), passed();
#endif
  (void)argc, (void)argv;
  START(NULL);
  calls();
  return passed();
}
