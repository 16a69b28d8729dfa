/* SPDX-License-Identifier: BSD-3-Clause
 * matrices_cosma.cpp: a product by COSMA, in its own layouts.
 *   matrices_cosma REPEAT gemm M N K     (matrices.h)
 * prints the least seconds of the slowest process after a call that is not counted. */
#include <cosma/multiply.hpp>
#include "matrices_mpi.h"

typedef cosma::CosmaMatrix<double> matrix_type;

static void fill(const problem_t *p, matrix_type &W, int which) {
  for (int i = 0; i < (int)W.matrix_size(); i++) {
    const auto place = W.global_coordinates(i);
    W.matrix_pointer()[i] = element(p, which, (size_t)place.first, (size_t)place.second);
  }
}

static void times(void *result, double *y, const double *x) {
  matrix_type &W = *(matrix_type *)result;
  for (int i = 0; i < (int)W.matrix_size(); i++) {
    const auto place = W.global_coordinates(i);
    y[place.first] += W.matrix_pointer()[i] * x[place.second];
  }
}

int main(int argc, char **argv) {
  problem_t p;
  int me, processes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  read_problem(&p, argc, argv);
  if (!p.is_product) return fputs("COSMA has products alone\n", stderr), 2;
  {
    const cosma::Strategy strategy((int)p.m, (int)p.n, (int)p.k, (size_t)processes);
    matrix_type A('A', strategy, me), B('B', strategy, me), C('C', strategy, me);
    A.allocate(), B.allocate(), C.allocate();
    double *seconds = (double *)allocate((size_t)p.repeat, sizeof *seconds, "the times of the runs");
    fill(&p, A, MATRIX_A), fill(&p, B, MATRIX_B), fill(&p, C, RESULT);
    for (int i = -1; i < p.repeat; i++) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      cosma::multiply<double>(A, B, C, strategy, MPI_COMM_WORLD, 1, 0);
      const double took = slowest_since(start);
      if (i >= 0) seconds[i] = took;
    }
    report_result(&p, &C, times, seconds);
  }
  MPI_Finalize();
  return 0;
}
