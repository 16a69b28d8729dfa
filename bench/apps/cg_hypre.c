/* SPDX-License-Identifier: BSD-3-Clause
 * cg_hypre.c: the NAS benchmark CG by hypre's conjugate gradients on MPI, without a preconditioner, on the matrix of
 * apps/cg. `mpiexec -n P cg_hypre CLASS REPEAT` prints, from process 0, the median seconds after a warm-up, between
 * barriers. The eigenvalue of the last run is compared with the published one. The benchmark's matrix is negative
 * definite, which hypre refuses: its systems are solved with all signs changed. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"
#include "../../apps/cg/matrix.h"

enum { STEPS = 25 };

typedef struct {
  HYPRE_IJVector ij;
  HYPRE_ParVector v;
} vector_t;

/* apps/cg/matrix.upc takes its memory here. */
void *app_allocated(void *pointer, size_t count, size_t size, const char *purpose) {
  if (pointer != NULL) return pointer;
  fprintf(stderr, "cg_hypre: no memory for %zu %s of %zu bytes\n", count, purpose, size);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return NULL;
}

void *app_allocate(size_t count, size_t size, const char *purpose) {
  return app_allocated(malloc(count * size + 1), count, size, purpose);
}

/* Changes the signs of A. */
static HYPRE_ParCSRMatrix matrix_of(const matrix_t *A) {
  HYPRE_IJMatrix ij;
  HYPRE_ParCSRMatrix M;
  const HYPRE_BigInt first = (HYPRE_BigInt)A->first, last = (HYPRE_BigInt)(A->first + A->rows) - 1;
  HYPRE_BigInt *columns = app_allocate(A->start[A->rows], sizeof *columns, "columns");
  for (size_t k = 0; k < A->start[A->rows]; k++) columns[k] = (HYPRE_BigInt)A->column[k], A->value[k] = -A->value[k];
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, first, last, first, last, &ij);
  HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(ij);
  for (size_t r = 0; r < A->rows; r++) {
    HYPRE_Int entries = (HYPRE_Int)(A->start[r + 1] - A->start[r]);
    HYPRE_BigInt row = first + (HYPRE_BigInt)r;
    HYPRE_IJMatrixSetValues(ij, 1, &entries, &row, columns + A->start[r], A->value + A->start[r]);
  }
  HYPRE_IJMatrixAssemble(ij);
  HYPRE_IJMatrixGetObject(ij, (void **)&M);
  free(columns);
  return M;
}

static vector_t vector_of(const matrix_t *A) {
  vector_t x;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, (HYPRE_BigInt)A->first, (HYPRE_BigInt)(A->first + A->rows) - 1, &x.ij);
  HYPRE_IJVectorSetObjectType(x.ij, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(x.ij);
  HYPRE_IJVectorAssemble(x.ij);
  HYPRE_IJVectorGetObject(x.ij, (void **)&x.v);
  return x;
}

static double dot(vector_t a, vector_t b) {
  double product;
  HYPRE_ParVectorInnerProd(a.v, b.v, &product);
  return product;
}

/* The inverse power method, with the norm of the residual in each round, as in apps/cg. Returns the eigenvalue. */
static double run(const class_t *nas, HYPRE_Solver solver, HYPRE_ParCSRMatrix M, vector_t x, vector_t z, vector_t r) {
  double zeta = 0, residual = 0;
  HYPRE_ParVectorSetConstantValues(x.v, 1);
  for (int round = 0; round < nas->rounds; round++) {
    HYPRE_ParVectorSetConstantValues(z.v, 0);
    HYPRE_ParCSRPCGSolve(solver, M, x.v, z.v);
    HYPRE_ParVectorCopy(x.v, r.v);
    HYPRE_ParCSRMatrixMatvec(-1, M, z.v, 1, r.v);
    residual += dot(r, r);
    zeta = nas->shift - 1 / dot(x, z);
    HYPRE_ParVectorCopy(z.v, x.v);
    HYPRE_ParVectorScale(1 / sqrt(dot(z, z)), x.v);
  }
  return residual >= 0 ? zeta : NAN;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const class_t *nas = argc == 3 ? nas_class(argv[1]) : NULL;
  const int repeat = argc == 3 ? atoi(argv[2]) : 0;
  if (nas == NULL || repeat < 1) return fputs("usage: cg_hypre S|W|A|B REPEAT\n", stderr), 2;
  int me, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  HYPRE_Init();
  const size_t first = nas->n * (size_t)me / (size_t)processes, end = nas->n * ((size_t)me + 1) / (size_t)processes;
  matrix_t A = nas_matrix(nas->n, first, end - first, nas->nonzeros, nas->shift);
  HYPRE_ParCSRMatrix M = matrix_of(&A);
  vector_t x = vector_of(&A), z = vector_of(&A), r = vector_of(&A);
  HYPRE_Solver solver;
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &solver);
  HYPRE_ParCSRPCGSetMaxIter(solver, STEPS);
  HYPRE_ParCSRPCGSetTol(solver, 0);
  HYPRE_ParCSRPCGSetTwoNorm(solver, 1);
  HYPRE_ParCSRPCGSetup(solver, M, x.v, z.v);
  double *times = app_allocate((size_t)repeat, sizeof *times, "times"), zeta = 0;
  for (int k = -1; k < repeat; k++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    zeta = run(nas, solver, M, x, z, r);
    const double seconds = slowest_since(start);
    if (k >= 0) times[k] = seconds;
  }
  if (!(fabs(zeta - nas->zeta) <= 1e-10 * nas->zeta))
    return fprintf(stderr, "cg_hypre: the eigenvalue is %.13f, must be %.13f\n", zeta, nas->zeta), 1;
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
