// SPDX-License-Identifier: BSD-3-Clause
// How many messages loops with far reads send, on the conduit mpi with far threads: counts the calls of MPI that send a
// message or read remote memory, while the other threads wait.
// flags: -O2 -uses-mpi
#include "../check.h"
#include <mpi.h>
#include <upc_relaxed.h>

static volatile long sent; /* LLVM knows that reads of shared memory call nothing that changes it */
int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  sent++;
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
int MPI_Get(void *to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  sent++;
  return PMPI_Get(to, count, type, target, at, target_count, target_type, win);
}
int MPI_Rget(void *to, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
             MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  sent++;
  return PMPI_Rget(to, count, type, target, at, target_count, target_type, win, request);
}

enum { N = 512, PER_ROW = 16, PARTS = N * PER_ROW / 1024 };
shared double x[N * THREADS];
shared int columns[N * PER_ROW * THREADS], starts[(N + 1) * THREADS];
shared double y[N * THREADS];
shared [N] double z[N * THREADS];
static int own_columns[N * PER_ROW], own_starts[N + 1];
static double own_y[N];

static void rows_alone(void) {
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += x[own_columns[k]];
    own_y[i] = s;
  }
}
static void by_pointer(const int *start, const int *col, double *out) {
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += x[col[k]];
    out[i] = s;
  }
}
static void all_shared(void) {
  upc_forall (int i = 0; i < N * THREADS; i++; i) {
    double s = 0;
    for (int k = starts[i % N]; k < starts[i % N + 1]; k++) s += x[columns[k]];
    y[i] = s;
  }
}
static double of_rows(int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    for (int k = starts[i]; k < starts[i + 1]; k++) all += x[columns[k]];
  return all;
}

// A round of the loop around the rows reads more than is asked for at once.
static void repeated(const int *start, const int *col, double *out) {
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < N; i++) {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++) s += x[col[k]] * (r + 1);
      out[i] = s / (r + 1);
    }
}
static void own_blocks(const int *start, const int *col) {
  upc_forall (int i = 0; i < N * THREADS; i++; &z[i]) {
    double s = 0;
    for (int k = start[i % N]; k < start[i % N + 1]; k++) s += x[col[k]];
    z[i] = s;
  }
}

// Thread t has sent at most `most` messages in what it does between these two.
#define COUNT(t, most, ...)                                               \
  do {                                                                    \
    upc_barrier;                                                          \
    const long before = sent;                                             \
    if (MYTHREAD == (t)) {                                                \
      __VA_ARGS__;                                                        \
      if (sent - before > (most)) CHECK_EQ(sent - before, most);          \
      if (sent == before) CHECK_EQ(sent, -1); /* the test counts nothing */ \
    }                                                                     \
    upc_barrier;                                                          \
  } while (0)

static volatile double kept; // LLVM leaves out what nobody uses

int main(void) {
  const int others = THREADS - 1;
  for (int k = 0; k < N * PER_ROW; k++) own_columns[k] = (int)(k * 37L % (N * THREADS));
  for (int i = 0; i <= N; i++) own_starts[i] = i * PER_ROW;
  upc_forall (int k = 0; k < N * PER_ROW; k++; k) columns[k] = own_columns[k];
  upc_forall (int i = 0; i <= N; i++; i) starts[i] = own_starts[i];
  upc_forall (int i = 0; i < N * THREADS; i++; i) x[i] = i;
  for (int t = 0; t < THREADS; t++) {
    COUNT(t, (PARTS + 1) * others * 3, rows_alone());      // up to three messages bring 1024 elements
    COUNT(t, (PARTS + 1) * others * 3, by_pointer(own_starts, own_columns, own_y));
    COUNT(t, (PARTS + 2) * others * 9, repeated(own_starts, own_columns, own_y));
    COUNT(t, (PARTS + 2) * others * 3, own_blocks(own_starts, own_columns));
    COUNT(t, (2 * PARTS + 2) * others * 3, all_shared());
    COUNT(t, (2 * PARTS + 2) * others * 3, kept = of_rows(N));
  }
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += own_columns[k];
    CHECK_D(own_y[i], s);
  }
  return done();
}
