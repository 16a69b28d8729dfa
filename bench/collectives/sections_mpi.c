/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's side of bench/collectives for strided sections: sections_mpi columns|every_other BYTES.., by MPI_Alltoallw with
 * subarrays and by MPI_Sendrecv with a vector type. */
#include "measure_mpi.h"
#include "sections.h"

static int me, threads;
static double *from, *to;
static int *counts, *displs;
static MPI_Datatype *out, *in, every_other;

static void exchange_columns(void) { MPI_Alltoallw(from, counts, displs, out, to, counts, displs, in, MPI_COMM_WORLD); }

static void shift_blocks(void) {
  MPI_Sendrecv(from, 1, every_other, (me + 1) % threads, 0, to, 1, every_other, (me + threads - 1) % threads, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_Datatype part(int rows, int cols, int part_rows, int part_cols, int row, int col) {
  int sizes[2] = {rows, cols}, parts[2] = {part_rows, part_cols}, starts[2] = {row, col};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

static void measure_columns(size_t bytes) {
  matrix_shape_t m = matrix_of(bytes, threads);
  int rows = (int)m.rows / threads, cols = (int)m.cols / threads;
  unsigned long wrong = 0;
  if (!columns_fit(m, threads)) return;
  from = new_words((size_t)rows * m.cols, "the source"), to = new_words(m.rows * (size_t)cols, "the target");
  for (size_t i = 0; i < (size_t)rows; i++)
    for (size_t j = 0; j < m.cols; j++) from[i * m.cols + j] = element(m, (size_t)me * (size_t)rows + i, j);
  for (int t = 0; t < threads; t++) {
    counts[t] = 1, displs[t] = 0;
    out[t] = part(rows, (int)m.cols, rows, cols, 0, t * cols);
    in[t] = part((int)m.rows, cols, rows, cols, t * rows, 0);
  }
  double seconds = typical(exchange_columns);
  for (size_t i = 0; i < m.rows; i++)
    for (size_t j = 0; j < (size_t)cols; j++)
      wrong += to[i * (size_t)cols + j] != element(m, i, (size_t)me * (size_t)cols + j);
  report("columns", bytes, seconds, wrong);
  for (int t = 0; t < threads; t++) MPI_Type_free(&out[t]), MPI_Type_free(&in[t]);
  free(from), free(to);
}

static void measure_blocks(size_t bytes) {
  size_t blocks = picked_blocks(bytes), words = block_words(bytes), all = 2 * blocks * words;
  unsigned long wrong = 0;
  from = new_words(all, "the source"), to = new_words(all, "the target");
  for (size_t i = 0; i < all; i++) from[i] = word(me, i), to[i] = -1;
  MPI_Type_vector((int)blocks, (int)words, (int)(2 * words), MPI_DOUBLE, &every_other);
  MPI_Type_commit(&every_other);
  double seconds = typical(shift_blocks);
  for (size_t i = 0; i < all; i++) wrong += to[i] != (i / words % 2 ? -1 : word((me + threads - 1) % threads, i));
  report("every_other", bytes, seconds, wrong);
  MPI_Type_free(&every_other);
  free(from), free(to);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  counts = allocate(2 * (size_t)threads, sizeof *counts, "the counts");
  displs = counts + threads;
  out = allocate(2 * (size_t)threads, sizeof *out, "the datatypes");
  in = out + threads;
  for (int a = 2; a < argc; a++) {
    if (strcmp(argv[1], "columns") == 0) measure_columns(strtoul(argv[a], NULL, 10));
    if (strcmp(argv[1], "every_other") == 0) measure_blocks(strtoul(argv[a], NULL, 10));
  }
  free(counts), free(out);
  MPI_Finalize();
  return 0;
}
