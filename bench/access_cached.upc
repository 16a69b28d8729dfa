// SPDX-License-Identifier: BSD-3-Clause
// Loops over shared arrays that fit the cache, as programs write them, compared with the same loops in C on private
// memory, in one run: `make bench-access`. Here the time to find where an element lies is not hidden by memory.
//   stencil global   the five-point stencil v[i * columns + j], pointers and width in global variables
//   stencil struct   the same, pointers and width in a struct
//   stencil array    the same on a declared array of rows, upc_forall (..; &v[i][0])
//   stencil 3d       the seven-point stencil, its extents in global variables
//   sparse blocks    rows of eight entries times a vector, all in blocks of n/THREADS
//   sparse ones      the same, the vector in blocks of one
//   forall &v[i*n+j] rows of 16 elements, affinity to the row's first
//   forall i/b       affinity by number: i / b, blocks of b
//   forall i*T/n     affinity by number: i * THREADS / n, blocks of n/THREADS
//   sieve ones       every p-th element of blocks of one is struck out, for several p
//   sieve blocks     the same in blocks of n/THREADS
//   search break     the first element below zero, the loop left by `break`
//   search return    the same, left by `return`
//   own column       sum of a[i][MYTHREAD]
//   walk by THREADS  sum of *p, p += THREADS
//   walk ones        sum of *p++ over blocks of one
//   list             sum over a list of pointers-to-shared
//   product          a row of A times B, B's columns walked row by row, rows in blocks of their own
// Each line: millions of elements a second of C and of UPC, and the ratio of the times.
#include <stdio.h>
#include <string.h>
#include "measure/beside_c.h"

#define SIDE 64                      /* of a thread's grid */
#define EDGE 32                      /* of a thread's box */
#define LINES 256                    /* a thread's rows of the sparse matrix */
#define ENTRIES 8
#define N 2048                       /* a thread's elements of a vector */
#define SHORT 16                     /* elements of a short row */
#define ROUNDS 4000

#define KERNEL static __attribute__((noinline)) void

static int side = SIDE, edge = EDGE, short_row = SHORT, n = N;
static double c_found, upc_found;    /* what a loop that only reads has found */

static int own(void) { return MYTHREAD * SIDE; } /* the thread's first row of the grids */

/* ---- stencils ---- */
static shared [SIDE * SIDE] double u[SIDE * THREADS][SIDE], v[SIDE * THREADS][SIDE];
static shared [SIDE * SIDE] double *from, *to;
static double *c_from, *c_to;
static struct { shared [SIDE * SIDE] double *from, *to; int columns; } grid;
static struct { double *from, *to; int columns; } c_grid;

#define FIVE(g, i, j, w)                                                                           \
  (0.25 * ((g)[((i) - 1) * (w) + (j)] + (g)[((i) + 1) * (w) + (j)] + (g)[(i) * (w) + (j) - 1] +    \
           (g)[(i) * (w) + (j) + 1]))
KERNEL stencil_c(void) {
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < side - 1; j++) c_to[i * side + j] = FIVE(c_from, i, j, side);
}
KERNEL stencil_upc(void) {
  for (int i = own() + 1; i < own() + SIDE - 1; i++)
    for (int j = 1; j < side - 1; j++) to[i * side + j] = FIVE(from, i, j, side);
}
KERNEL stencil_struct_c(void) {
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < c_grid.columns - 1; j++)
      c_grid.to[i * c_grid.columns + j] = FIVE(c_grid.from, i, j, c_grid.columns);
}
KERNEL stencil_struct_upc(void) {
  for (int i = own() + 1; i < own() + SIDE - 1; i++)
    for (int j = 1; j < grid.columns - 1; j++) grid.to[i * grid.columns + j] = FIVE(grid.from, i, j, grid.columns);
}
KERNEL stencil_array_upc(void) {
  upc_forall (int i = 1; i < SIDE * THREADS - 1; i++; &v[i][0])
    for (int j = 1; j < SIDE - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

/* The inner points of a thread's rows, but its first and last row: those of the array's stencil have other
 * neighbours. */
static int right_stencil(void) {
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < SIDE - 1; j++)
      if (v[own() + i][j] != c_to[i * SIDE + j]) return 0;
  return 1;
}

static shared [EDGE * EDGE * EDGE] double box[THREADS][EDGE * EDGE * EDGE], box_to[THREADS][EDGE * EDGE * EDGE];
static shared [] double *b, *b_to;
static double *c_box, *c_box_to;
#define AT(i, j, k) (((i) * edge + (j)) * edge + (k))
#define SEVEN(g)                                                                                              \
  (6 * (g)[AT(i, j, k)] - (g)[AT(i - 1, j, k)] - (g)[AT(i + 1, j, k)] - (g)[AT(i, j - 1, k)] -               \
   (g)[AT(i, j + 1, k)] - (g)[AT(i, j, k - 1)] - (g)[AT(i, j, k + 1)])
KERNEL box_c(void) {
  for (int i = 1; i < edge - 1; i++)
    for (int j = 1; j < edge - 1; j++)
      for (int k = 1; k < edge - 1; k++) c_box_to[AT(i, j, k)] = SEVEN(c_box);
}
KERNEL box_upc(void) {
  for (int i = 1; i < edge - 1; i++)
    for (int j = 1; j < edge - 1; j++)
      for (int k = 1; k < edge - 1; k++) b_to[AT(i, j, k)] = SEVEN(b);
}
static int right_box(void) { return memcmp((double *)b_to, c_box_to, sizeof(double[EDGE][EDGE][EDGE])) == 0; }

/* ---- a sparse matrix ---- */
static shared [LINES + 1] int start[(LINES + 1) * THREADS];
static shared [LINES * ENTRIES] int column[LINES * ENTRIES * THREADS];
static shared [LINES * ENTRIES] double value[LINES * ENTRIES * THREADS];
static shared [LINES] double x[LINES * THREADS], y[LINES * THREADS];
static shared double x_ones[LINES * THREADS];
static int *c_start, *c_column;
static double *c_value, *c_x, *c_y;
KERNEL sparse_c(void) {
  for (int i = 0; i < LINES; i++) {
    double sum = 0;
    for (int k = c_start[i]; k < c_start[i + 1]; k++) sum += c_value[k] * c_x[c_column[k]];
    c_y[i] = sum;
  }
}
/* The thread's rows, and the first of their entries: a row's entries are numbered from there. */
#define SPARSE(vector)                                                                                \
  upc_forall (int i = 0; i < LINES * THREADS; i++; &y[i]) {                                           \
    double sum = 0;                                                                                   \
    for (int k = start[i + i / LINES]; k < start[i + i / LINES + 1]; k++)                             \
      sum += value[k] * vector[column[k]];                                                            \
    y[i] = sum;                                                                                       \
  }
KERNEL sparse_blocks(void) { SPARSE(x) }
KERNEL sparse_ones(void) { SPARSE(x_ones) }
static int right_sparse(void) {
  for (int i = 0; i < LINES; i++)
    if (y[MYTHREAD * LINES + i] != c_y[i]) return 0;
  return 1;
}

/* ---- affinities ---- */
static shared [N] double w[N * THREADS];
static double *c_w;
static double next(double z) { return 0.5 * z + 1; }
KERNEL rows_c(void) {
  for (int i = 0; i < n / short_row; i++)
    for (int j = 0; j < short_row; j++) c_w[i * short_row + j] = next(c_w[i * short_row + j]);
}
KERNEL rows_upc(void) {
  upc_forall (int i = 0; i < n * THREADS / short_row; i++; &w[i * short_row])
    for (int j = 0; j < short_row; j++) w[i * short_row + j] = next(w[i * short_row + j]);
}
KERNEL all_c(void) {
  for (int i = 0; i < n; i++) c_w[i] = next(c_w[i]);
}
KERNEL by_quotient(void) {
  upc_forall (int i = 0; i < N * THREADS; i++; i / N) w[i] = next(w[i]);
}
KERNEL by_share(void) {
  upc_forall (int i = 0; i < N * THREADS; i++; i * THREADS / (N * THREADS)) w[i] = next(w[i]);
}
static int right_vector(void) {
  for (int i = 0; i < N; i++)
    if (w[MYTHREAD * N + i] != c_w[i]) return 0;
  return 1;
}

/* ---- strides ---- */
/* Each thread has a sieve, or the threads would wait for each other's cache lines. */
static shared int *sieve;
static shared [N] int *sieve_in_blocks;
static int *c_sieve;
#define STRIKE(marks) \
  for (int p = 3; p < 12; p += 2) for (int i = p * p; i < n; i += p) marks[i] = p
KERNEL strike_c(void) { STRIKE(c_sieve); }
KERNEL strike_ones(void) { STRIKE(sieve); }
KERNEL strike_blocks(void) { STRIKE(sieve_in_blocks); }
static int right_sieve(void) {
  for (int i = 0; i < N; i++)
    if (sieve[i] != c_sieve[i]) return 0;
  return 1;
}
static int right_sieve_in_blocks(void) {
  for (int i = 0; i < N; i++)
    if (sieve_in_blocks[i] != c_sieve[i]) return 0;
  return 1;
}

/* ---- loops that read ---- */
static int first_c(void) {
  for (int i = 0; i < n; i++)
    if (c_w[i] < 0) return i;
  return n;
}
static int first_upc(void) {
  for (int i = 0; i < n; i++)
    if (w[MYTHREAD * N + i] < 0) return i;
  return n;
}
KERNEL search_c(void) { c_found = first_c(); }
KERNEL search_return(void) { upc_found = first_upc(); }
KERNEL search_break(void) {
  int i;
  for (i = 0; i < n; i++)
    if (w[MYTHREAD * N + i] < 0) break;
  upc_found = i;
}

static shared double columns[N][THREADS];
static double *c_columns;
KERNEL sum_c(void) {
  c_found = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) sum += c_columns[i];
  c_found = sum;
}
KERNEL own_column(void) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += columns[i][MYTHREAD];
  upc_found = sum;
}
KERNEL walk_threads(void) {
  double sum = 0;
  shared double *p = &columns[0][MYTHREAD];
  for (int i = 0; i < n; i++, p += THREADS) sum += *p;
  upc_found = sum;
}
static double *c_ones;
static shared double ones[N * THREADS];
KERNEL walk_c(void) {
  double sum = 0, *p = c_ones;
  for (int i = 0; i < n * THREADS; i++) sum += *p++;
  c_found = sum;
}
KERNEL walk_ones(void) {
  double sum = 0;
  shared double *p = ones;
  for (int i = 0; i < n * THREADS; i++) sum += *p++;
  upc_found = sum;
}
typedef struct node { shared struct node *next; double value; } node_t;
typedef struct c_node { struct c_node *next; double value; } c_node_t;
static shared node_t *list;
static c_node_t *c_list;
KERNEL list_c(void) {
  double sum = 0;
  for (c_node_t *p = c_list; p != NULL; p = p->next) sum += p->value;
  c_found = sum;
}
KERNEL list_upc(void) {
  double sum = 0;
  for (shared node_t *p = list; p != NULL; p = p->next) sum += p->value;
  upc_found = sum;
}
static int right_found(void) { return c_found == upc_found; }

/* ---- a matrix product ---- */
static shared [SIDE] double row[THREADS][SIDE], result[THREADS][SIDE], matrix[SIDE * THREADS][SIDE];
static double *c_row, *c_result, *c_matrix;
KERNEL product_c(void) {
  for (int j = 0; j < side; j++) {
    double sum = 0;
    for (int k = 0; k < side; k++) sum += c_row[k] * c_matrix[k * SIDE + j];
    c_result[j] = sum;
  }
}
KERNEL product_upc(void) {
  for (int j = 0; j < side; j++) {
    double sum = 0;
    for (int k = 0; k < side; k++) sum += row[MYTHREAD][k] * matrix[k][j];
    result[MYTHREAD][j] = sum;
  }
}
static int right_product(void) {
  for (int j = 0; j < SIDE; j++)
    if (result[MYTHREAD][j] != c_result[j]) return 0;
  return 1;
}

/* ---- data ---- */
static void fill_stencils(void) {
  c_from = allocate(SIDE * SIDE, sizeof *c_from, "a grid in C");
  c_to = allocate(SIDE * SIDE, sizeof *c_to, "a grid in C");
  c_box = allocate(EDGE * EDGE * EDGE, sizeof *c_box, "a box in C");
  c_box_to = allocate(EDGE * EDGE * EDGE, sizeof *c_box_to, "a box in C");
  for (int i = 0; i < SIDE * SIDE; i++) {
    c_from[i] = u[own() + i / SIDE][i % SIDE] = i * 7 % 101;
    c_to[i] = v[own() + i / SIDE][i % SIDE] = 0;
  }
  from = &u[0][0], to = &v[0][0];
  grid.from = from, grid.to = to, grid.columns = SIDE;
  c_grid.from = c_from, c_grid.to = c_to, c_grid.columns = SIDE;
  b = (shared [] double *)&box[MYTHREAD][0], b_to = (shared [] double *)&box_to[MYTHREAD][0];
  for (int i = 0; i < EDGE * EDGE * EDGE; i++) c_box[i] = b[i] = i * 7 % 101, c_box_to[i] = b_to[i] = 0;
}

static void fill_sparse(void) {
  c_start = allocate(LINES + 1, sizeof *c_start, "the sparse matrix in C");
  c_column = allocate(LINES * ENTRIES, sizeof *c_column, "the sparse matrix in C");
  c_value = allocate(LINES * ENTRIES, sizeof *c_value, "the sparse matrix in C");
  c_x = allocate((size_t)LINES * THREADS, sizeof *c_x, "a vector in C");
  c_y = allocate(LINES, sizeof *c_y, "a vector in C");
  for (int i = 0; i <= LINES; i++) {
    c_start[i] = i * ENTRIES;
    start[MYTHREAD * (LINES + 1) + i] = (MYTHREAD * LINES + i) * ENTRIES;
  }
  for (int k = 0; k < LINES * ENTRIES; k++) {
    int entry = MYTHREAD * LINES * ENTRIES + k;
    c_column[k] = column[entry] = (int)((unsigned)entry * 2654435761u >> 8) % (LINES * THREADS);
    c_value[k] = value[entry] = k % 7;
  }
  for (int i = 0; i < LINES * THREADS; i++) c_x[i] = i % 13;
  for (int i = MYTHREAD; i < LINES * THREADS; i += THREADS) x[i] = x_ones[i] = i % 13;
}

static void fill_vectors(void) {
  c_w = allocate(N, sizeof *c_w, "a vector in C");
  c_columns = allocate(N, sizeof *c_columns, "a column in C");
  c_ones = allocate((size_t)N * THREADS, sizeof *c_ones, "a vector in C");
  c_sieve = allocate(N, sizeof *c_sieve, "a sieve in C");
  sieve = upc_global_alloc(THREADS, N * sizeof *sieve);
  sieve_in_blocks = upc_global_alloc(THREADS, N * sizeof *sieve_in_blocks);
  for (int i = 0; i < N; i++) c_sieve[i] = sieve[i] = sieve_in_blocks[i] = 0;
  for (int i = 0; i < N; i++) c_w[i] = w[MYTHREAD * N + i] = i % 17, c_columns[i] = columns[i][MYTHREAD] = i % 19;
  for (int i = 0; i < N * THREADS; i++) c_ones[i] = i % 23;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) ones[i] = i % 23;
  for (int i = 0; i < N; i++) {
    shared node_t *node = upc_alloc(sizeof *node);
    c_node_t *c_node = allocate(1, sizeof *c_node, "a list in C");
    node->next = list, node->value = i, list = node;
    c_node->next = c_list, c_node->value = i, c_list = c_node;
  }
}

static void fill_product(void) {
  c_row = allocate(SIDE, sizeof *c_row, "a row in C");
  c_result = allocate(SIDE, sizeof *c_result, "a row in C");
  c_matrix = allocate(SIDE * SIDE, sizeof *c_matrix, "a matrix in C");
  for (int i = 0; i < SIDE; i++) c_row[i] = row[MYTHREAD][i] = i % 5;
  for (int i = 0; i < SIDE * SIDE; i++) c_matrix[i] = i * 7 % 11;
  upc_forall (int i = 0; i < SIDE * THREADS; i++; &matrix[i][0])
    for (int j = 0; j < SIDE; j++) matrix[i][j] = (i % SIDE * SIDE + j) * 7 % 11;
}

static struct loop {
  const char *name;
  void (*in_c)(void), (*in_upc)(void);
  double elements;                   /* of all threads in a round, in millions */
  int (*right)(void);
} loops[] = {
  {"stencil global", stencil_c, stencil_upc, SIDE * SIDE, right_stencil},
  {"stencil struct", stencil_struct_c, stencil_struct_upc, SIDE * SIDE, right_stencil},
  {"stencil array", stencil_c, stencil_array_upc, SIDE * SIDE, right_stencil},
  {"stencil 3d", box_c, box_upc, EDGE * EDGE * EDGE, right_box},
  {"sparse blocks", sparse_c, sparse_blocks, LINES * ENTRIES, right_sparse},
  {"sparse ones", sparse_c, sparse_ones, LINES * ENTRIES, right_sparse},
  {"forall &v[i*n+j]", rows_c, rows_upc, N, right_vector},
  {"forall i/b", all_c, by_quotient, N, right_vector},
  {"forall i*T/n", all_c, by_share, N, right_vector},
  {"sieve ones", strike_c, strike_ones, 0.75 * N, right_sieve},
  {"sieve blocks", strike_c, strike_blocks, 0.75 * N, right_sieve_in_blocks},
  {"search break", search_c, search_break, N, right_found},
  {"search return", search_c, search_return, N, right_found},
  {"own column", sum_c, own_column, N, right_found},
  {"walk by THREADS", sum_c, walk_threads, N, right_found},
  {"walk ones", walk_c, walk_ones, N, right_found},
  {"list", list_c, list_upc, N, right_found},
  {"product", product_c, product_upc, SIDE * SIDE, right_product},
};

int main(void) {
  fill_stencils();
  fill_sparse();
  fill_vectors();
  fill_product();
  upc_barrier;
  if (MYTHREAD == 0) printf("%d threads, in the cache, medians of %d\n", THREADS, REPETITIONS);
  int wrong = 0;
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    const struct loop *l = &loops[i];
    compare(l->name, l->in_c, l->in_upc, ROUNDS, 1e-6 * l->elements * THREADS, "M/s ");
    if (!l->right()) wrong = printf("thread %d: wrong in %s\n", MYTHREAD, l->name);
    upc_barrier;
  }
  return wrong != 0;
}
