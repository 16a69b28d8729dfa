/* SPDX-License-Identifier: BSD-3-Clause
 * Views of block-cyclic matrices, without BLACS: the process grid is given by number. The local matrices are filled as
 * ScaLAPACK deals elements; sections of the view must find them, and what lies between and behind the columns of a
 * local matrix must stay. Half of the matrices are in memory of malloc. Views with BLACS: tests/c/blacs.c. */
#include "tests/c/check.h"
#include <upc_stride_scalapack.h>

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MB = 3, NB = 2, BLOCK = MB * NB };
static const double poison = -7;
static int of_memory; /* 1: matrices are in memory of malloc */

/* A matrix, where the caller stands in its process grid, and its local part. */
typedef struct matrix {
  int m, n, nprow, npcol, rsrc, csrc, myrow, mycol, rows, columns, lld;
  size_t bytes;
  upc_stride_pointer_t base;
  double *local;
  upc_stride_array_t view;
} matrix_t;

/* ScaLAPACK's own arithmetic: the global index of local index l on the process at distance p from the first (INDXL2G,
 * from 0), and how many it has (NUMROC). */
static int global(int l, int nb, int p, int np) { return (l / nb * np + p) * nb + l % nb; }
static int numroc(int n, int nb, int p, int np) {
  int count = 0;
  while (global(count, nb, p, np) < n) count++;
  return count;
}

static double element(int i, int j) { return 1000.0 * j + i; }

static int row_of(const matrix_t *A, int l) {
  return global(l, MB, (A->myrow - A->rsrc + A->nprow) % A->nprow, A->nprow);
}
static int column_of(const matrix_t *A, int l) {
  return global(l, NB, (A->mycol - A->csrc + A->npcol) % A->npcol, A->npcol);
}

/* The thread of process (row, column): numbered row by row, or column by column; threads beyond the grid have none. */
static int thread_at(const matrix_t *A, int by_rows, int row, int column) {
  return by_rows ? row * A->npcol + column : column * A->nprow + row;
}
static int thread_of_block(const matrix_t *A, int by_rows, int I, int J) {
  return thread_at(A, by_rows, (I + A->rsrc) % A->nprow, (J + A->csrc) % A->npcol);
}

static void fill(const matrix_t *A) {
  for (size_t i = 0; i < A->bytes / sizeof(double); i++) A->local[i] = poison;
  for (int jl = 0; jl < A->columns; jl++)
    for (int il = 0; il < A->rows; il++) A->local[il + jl * A->lld] = element(row_of(A, il), column_of(A, jl));
}

/* What the matrix does not have is as it was: columns end before the leading dimension, and the last one before the end
 * of the memory. */
static void check_rest(const matrix_t *A) {
  for (int k = 0; k < (int)(A->bytes / sizeof(double)); k++)
    if (A->myrow < 0 || k % A->lld >= A->rows || k / A->lld >= A->columns) CHECK_IS(A->local[k], poison);
}

static matrix_t make(int m, int n, int nprow, int npcol, int by_rows, int rsrc, int csrc, int spare) {
  int me = upc_stride_mythread(), inside = me < nprow * npcol;
  matrix_t A = {m, n, nprow, npcol, rsrc, csrc, -1, -1, 0, 0, 1, 0, {0, 0}, NULL, NULL};
  if (inside) A.myrow = by_rows ? me / npcol : me % nprow, A.mycol = by_rows ? me % npcol : me / nprow;
  if (inside) A.rows = numroc(m, MB, (A.myrow - rsrc + nprow) % nprow, nprow);
  if (inside) A.columns = numroc(n, NB, (A.mycol - csrc + npcol) % npcol, npcol);
  if (inside) A.lld = (A.rows > 0 ? A.rows : 1) + spare * (1 + A.myrow);
  A.bytes = ((size_t)(m + nprow * MB) / (size_t)nprow + MB + (size_t)(spare * nprow)) *
            ((size_t)(n + npcol * NB) / (size_t)npcol + NB) * sizeof(double);
  if (!of_memory) A.base = upc_stride_all_memory(A.bytes);
  A.local = of_memory ? malloc(A.bytes) : upc_stride_address_of(upc_stride_on_thread(A.base, me));
  fill(&A);
  int process[] = {inside ? nprow : -1, inside ? npcol : -1, A.myrow, A.mycol};
  int desc[] = {1, 0, m, n, MB, NB, rsrc, csrc, A.lld};
  A.view = of_memory ? upc_stride_scalapack_array_of(A.local, A.bytes, inside ? desc : NULL, process, sizeof(double))
                     : upc_stride_scalapack_view(A.base, inside ? desc : NULL, process, sizeof(double));
  if (A.view == NULL) printf("%s\n", upc_stride_last_error());
  CHECK(A.view != NULL);
  upc_stride_barrier_all();
  return A;
}

static void end(matrix_t *A) {
  check_rest(A);
  CHECK_IS(upc_stride_all_free(A->view), 0);
  check_rest(A);
  if (A->base.where == 0 && A->base.offset == 0) free(A->local);
  else CHECK_IS(upc_stride_all_free_memory(A->base), 0);
}

/* For calls of one thread. */
static void open_view(const matrix_t *A) {
  if (of_memory) CHECK_IS(upc_stride_open_view(A->view), 0);
}
static void close_view(const matrix_t *A) {
  if (of_memory) CHECK_IS(upc_stride_close_view(A->view), 0);
}

/* Element (r, c) of block (I, J), if the matrix has it. */
static int is_in(const matrix_t *A, int I, int J, int r, int c) { return I * MB + r < A->m && J * NB + c < A->n; }

/* `image` is block (I, J), column by column; where the matrix has no element it is as it was. */
static void check_image(const matrix_t *A, const double *image, int I, int J) {
  for (int c = 0; c < NB; c++)
    for (int r = 0; r < MB; r++)
      CHECK_IS(image[c * MB + r], is_in(A, I, J, r, c) ? element(I * MB + r, J * NB + c) : poison);
}

static void check_elements(const matrix_t *A, int by_rows) {
  for (int j = 0; j < A->n; j++)
    for (int i = 0; i < A->m; i++) {
      size_t index[] = {(size_t)j, (size_t)i};
      double got;
      CHECK(upc_stride_get(&got, upc_stride_at(A->view, index), sizeof got) == 0);
      CHECK_IS(got, element(i, j));
      CHECK_IS(upc_stride_owner_of_element(A->view, index), thread_of_block(A, by_rows, i / MB, j / NB));
    }
}

/* The caller's blocks, by address, and those of all, as copies. */
static void check_blocks(const matrix_t *A) {
  size_t at[2], own = upc_stride_own_blocks(A->view), all = (size_t)upc_stride_layout(A->view)->blocks;
  double *image = malloc(BLOCK * sizeof *image);
  for (size_t k = 0; k < own; k++) {
    double *first = upc_stride_own_block(A->view, k, at);
    CHECK_IS(*first, element((int)at[1] * MB, (int)at[0] * NB));
    CHECK(upc_stride_near_block(A->view, at) == first);
  }
  for (size_t k = 0; k < all; k++) {
    for (int i = 0; i < BLOCK; i++) image[i] = poison;
    CHECK(upc_stride_get_blocks(image, A->view, &k, 1) == 0);
    check_image(A, image, (int)(k % upc_stride_layout(A->view)->nblocks[1]),
                (int)(k / upc_stride_layout(A->view)->nblocks[1]));
  }
  free(image);
}

/* All blocks to one thread, by one call; one block to all threads, by one call. */
static void check_gathers(const matrix_t *A) {
  const upc_stride_layout_t *L = upc_stride_layout(A->view);
  int threads = upc_stride_threads(), me = upc_stride_mythread(), root = threads - 1;
  upc_stride_pointer_t whole = upc_stride_all_memory(L->blocks * BLOCK * sizeof(double));
  double *got = upc_stride_address_of(upc_stride_on_thread(whole, me));
  size_t shape[] = {(size_t)threads * NB, MB}, block[] = {NB, MB};
  upc_stride_array_t copies = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  size_t at[2];
  upc_stride_section_t everything, one, everywhere = UPC_SECTION(copies, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  CHECK(upc_stride_select(&everything, A->view, ":") == 0);
  for (size_t i = 0; i < L->blocks * BLOCK; i++) got[i] = poison;
  CHECK(upc_stride_gather(upc_stride_on_thread(whole, root), &everything, BLOCK * sizeof(double), 0) == 0);
  for (size_t k = 0; me == root && k < L->blocks; k++)
    check_image(A, got + k * BLOCK, (int)(k % L->nblocks[1]), (int)(k / L->nblocks[1]));

  for (size_t J = 0; J < L->nblocks[0]; J++)
    for (size_t I = 0; I < L->nblocks[1]; I++) {
      double *mine = upc_stride_own_block(copies, 0, at);
      if (mine == NULL) break;
      for (int i = 0; i < BLOCK; i++) mine[i] = poison;
      upc_stride_barrier_all();
      one = UPC_SECTION(A->view, UPC_STRIDE_AT((long long)J), UPC_STRIDE_AT((long long)I));
      CHECK(upc_stride_gather_all(&everywhere, &one, BLOCK * sizeof(double), 0) == 0);
      check_image(A, mine, (int)I, (int)J);
    }
  CHECK_IS(upc_stride_all_free(copies), 0);
  CHECK_IS(upc_stride_all_free_memory(whole), 0);
}

/* A contiguous block to all blocks of a block row, by one call; pieces to all blocks of the matrix; whole blocks to
 * other blocks. */
static void check_writes(const matrix_t *A) {
  const upc_stride_layout_t *L = upc_stride_layout(A->view);
  int me = upc_stride_mythread(), last = (int)L->nblocks[1] - 1;
  upc_stride_pointer_t from = upc_stride_all_memory(L->blocks * BLOCK * sizeof(double));
  double *source = upc_stride_address_of(from);
  upc_stride_section_t row = UPC_SECTION(A->view, UPC_STRIDE_ALL, UPC_STRIDE_AT(last));
  upc_stride_section_t everything = UPC_SECTION(A->view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  for (size_t i = 0; me == 0 && i < L->blocks * BLOCK; i++) source[i] = -100 - (double)i;
  upc_stride_barrier_all();
  CHECK(upc_stride_broadcast(&row, from, BLOCK * sizeof(double), 0) == 0);
  upc_stride_barrier_all();
  for (int jl = 0; jl < A->columns; jl++)
    for (int il = 0; il < A->rows; il++) {
      int i = row_of(A, il), j = column_of(A, jl);
      double is = A->local[il + jl * A->lld];
      CHECK_IS(is, i / MB == last ? -100.0 - (j % NB * MB + i % MB) : element(i, j));
    }
  check_rest(A);
  upc_stride_barrier_all();
  CHECK(upc_stride_scatter(&everything, from, BLOCK * sizeof(double), 0) == 0);
  upc_stride_barrier_all();
  for (int jl = 0; jl < A->columns; jl++)
    for (int il = 0; il < A->rows; il++) {
      int i = row_of(A, il), j = column_of(A, jl), number = j / NB * (int)L->nblocks[1] + i / MB;
      CHECK_IS(A->local[il + jl * A->lld], -100.0 - (number * BLOCK + j % NB * MB + i % MB));
    }
  check_rest(A);
  upc_stride_barrier_all();
  if (A->myrow >= 0) fill(A);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_free_memory(from), 0);
}

/* To whole rows in another array, and back into an empty matrix; elements by number. */
static void check_copies(const matrix_t *A) {
  size_t threads = (size_t)upc_stride_threads(), n = (size_t)A->n, m = (size_t)A->m;
  size_t shape[] = {n, m}, block[] = {n, (m + threads - 1) / threads};
  upc_stride_array_t R = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  upc_stride_section_t rows = UPC_SECTION(R, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t everything = UPC_SECTION(A->view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  CHECK(upc_stride_copy(&rows, &everything, 0) == 0);
  upc_stride_barrier_all();
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < m; i++) {
      double got;
      CHECK(upc_stride_get(&got, upc_stride_at(R, (size_t[]){j, i}), sizeof got) == 0);
      CHECK_IS(got, element((int)i, (int)j));
    }
  for (int jl = 0; jl < A->columns; jl++)
    for (int il = 0; il < A->rows; il++) A->local[il + jl * A->lld] = 0;
  upc_stride_barrier_all();
  CHECK(upc_stride_copy(&everything, &rows, 0) == 0);
  upc_stride_barrier_all();
  for (int jl = 0; jl < A->columns; jl++)
    for (int il = 0; il < A->rows; il++)
      CHECK_IS(A->local[il + jl * A->lld], element(row_of(A, il), column_of(A, jl)));

  size_t index[] = {n * m - 1, 0, m - 1};
  double got[3], add = 2;
  CHECK(upc_stride_fetch(got, A->view, index, 3, 0) == 0);
  for (int k = 0; k < 3; k++) CHECK_IS(got[k], element((int)(index[k] % m), (int)(index[k] / m)));
  upc_stride_barrier_all();
  open_view(A);
  CHECK(upc_stride_updates(A->view, index, 1, UPC_ADD, UPC_DOUBLE, &add) == 0);
  CHECK(upc_stride_update_fence() == 0);
  close_view(A);
  CHECK(upc_stride_fetch(got, A->view, index, 1, 0) == 0);
  CHECK_IS(got[0], element((int)m - 1, (int)n - 1) + 2.0 * (double)threads);
  CHECK_IS(upc_stride_all_free(R), 0);
}

/* The sum of the whole blocks of block column 0 of A goes to each block of B. */
static void check_reductions(const matrix_t *B, const matrix_t *A) {
  upc_stride_section_t to = UPC_SECTION(B->view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t column = UPC_SECTION(A->view, UPC_STRIDE_AT(0), UPC_STRIDE_RANGE(0, A->m / MB - 1));
  int blocks = A->m / MB;
  CHECK(upc_stride_reduce_all(&to, &column, BLOCK, UPC_ADD, UPC_DOUBLE, NULL, 0) == 0);
  upc_stride_barrier_all();
  for (int jl = 0; jl < B->columns; jl++)
    for (int il = 0; il < B->rows; il++) {
      int i = row_of(B, il) % MB, j = column_of(B, jl) % NB;
      CHECK_IS(B->local[il + jl * B->lld], blocks * element(i, j) + MB * blocks * (blocks - 1) / 2);
    }
  check_rest(B);
}

/* Each block with a border, in a matrix without short blocks. */
static void check_halo(const matrix_t *A) {
  enum { H = MB + 2, W = NB + 2 };
  upc_stride_section_t everything = UPC_SECTION(A->view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  size_t own = upc_stride_own_blocks(A->view), at[2];
  double *got = malloc((own + 1) * H * W * sizeof *got);
  if (A->m % MB != 0 || A->n % NB != 0) {
    free(got);
    return;
  }
  CHECK(upc_stride_halo(got, &everything, 1, UPC_STRIDE_PERIODIC | UPC_STRIDE_CORNERS, 0) == 0);
  for (size_t k = 0; k < own; k++) {
    CHECK(upc_stride_own_block(A->view, k, at) != NULL);
    for (int c = 0; c < W; c++)
      for (int r = 0; r < H; r++)
        CHECK_IS(got[(k * W + (size_t)c) * H + (size_t)r], element(((int)at[1] * MB + r - 1 + A->m) % A->m,
                                                                  ((int)at[0] * NB + c - 1 + A->n) % A->n));
  }
  upc_stride_barrier_all();
  free(got);
}

static void matrix(int m, int n, int nprow, int npcol, int by_rows, int rsrc, int csrc, int spare) {
  matrix_t A = make(m, n, nprow, npcol, by_rows, rsrc, csrc, spare);
  upc_stride_section_t first = UPC_SECTION(A.view, UPC_STRIDE_AT(0), UPC_STRIDE_AT(0));
  CHECK_IS(upc_stride_have_affinity(&first), upc_stride_mythread() == thread_of_block(&A, by_rows, 0, 0));
  open_view(&A);
  check_elements(&A, by_rows);
  check_blocks(&A);
  close_view(&A);
  check_gathers(&A);
  check_halo(&A);
  check_writes(&A);
  check_copies(&A);
  end(&A);
}

/* Blocks of one matrix to the blocks of another one with another grid. */
static void between(int threads) {
  matrix_t A = make(13, 9, threads, 1, 1, threads - 1, 0, 0), B = make(13, 9, 1, threads, 0, 0, threads / 2, 1);
  upc_stride_section_t from = UPC_SECTION(A.view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t to = UPC_SECTION(B.view, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  int order[25], blocks = (int)upc_stride_layout(A.view)->blocks;
  for (int k = 0; k < blocks; k++) order[k] = k;
  for (int round = 0; round < 2; round++) {
    for (int jl = 0; jl < B.columns; jl++)
      for (int il = 0; il < B.rows; il++) B.local[il + jl * B.lld] = 0;
    upc_stride_barrier_all();
    if (round == 0) CHECK(upc_stride_permute(&to, &from, order, BLOCK * sizeof(double), 0) == 0);
    else CHECK(upc_stride_copy(&to, &from, 0) == 0);
    upc_stride_barrier_all();
    for (int jl = 0; jl < B.columns; jl++)
      for (int il = 0; il < B.rows; il++)
        CHECK_IS(B.local[il + jl * B.lld], element(row_of(&B, il), column_of(&B, jl)));
  }
  check_reductions(&B, &A);
  end(&A);
  end(&B);
}

/* While the system has no private pages for a view's memory, the view is not freed, and stays as it is. */
static void refused_free(int threads) {
  matrix_t A = make(14, 60, threads, 1, 1, 0, 0, 300);
  struct rlimit limit, none;
  int status;
  CHECK_IS(getrlimit(RLIMIT_DATA, &limit), 0);
  none = limit, none.rlim_cur = 0;
  upc_stride_barrier_all();
  setrlimit(RLIMIT_DATA, &none);
  status = upc_stride_all_free(A.view);
  setrlimit(RLIMIT_DATA, &limit);
  if (status == 0) { /* the memory's pages were copied */
    free(A.local);
    return;
  }
  CHECK(strstr(upc_stride_last_error(), "must have as much private memory to give them back") != NULL);
  upc_stride_barrier_all();
  check_gathers(&A);
  end(&A);
}

static void wrong(const int *change, const char *text) {
  int threads = upc_stride_threads(), me = upc_stride_mythread(), process[] = {threads, 1, me, 0};
  int desc[] = {1, 0, 9, 9, MB, NB, 0, 0, 9};
  upc_stride_pointer_t base = upc_stride_all_memory(1000);
  if (change[0] < 9) desc[change[0]] = change[1];
  else process[change[0] - 9] = change[1];
  CHECK(upc_stride_scalapack_view(base, desc, process, sizeof(double)) == NULL);
  if (strstr(upc_stride_last_error(), text) == NULL) complain(__LINE__, text, 0, 0, 0);
  CHECK(upc_stride_all_free_memory(base) == 0);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 16 << 20};
  START(&options);
  int threads = upc_stride_threads(), rows = threads % 2 == 0 ? 2 : 1;
  for (of_memory = 0; of_memory < 2; of_memory++) {
    for (int by_rows = 0; by_rows < 2; by_rows++) {
      matrix(12, 8, rows, threads / rows, by_rows, 0, 0, 0);
      matrix(13, 9, rows, threads / rows, by_rows, rows - 1, threads / rows - 1, 0);
      matrix(14, 7, threads / rows, rows, by_rows, threads / rows / 2, rows / 2, by_rows);
    }
    matrix(2, 3, threads, 1, 0, threads / 2, 0, 2); /* some processes have nothing */
    matrix(11, 5, 1, (threads + 1) / 2, 1, 0, 0, 0); /* some threads have no process */
    between(threads);
    matrix(14, 60, threads, 1, 1, 0, 0, 300); /* of many pages */
  }
  refused_free(threads);
  of_memory = 0;
  wrong((int[]){0, 501}, "upc_stride_scalapack_view: desc: type 501, must be 1");
  wrong((int[]){2, 0}, "desc: a matrix of 0 x 9");
  wrong((int[]){6, 90}, "desc: first block on process (90, 0), must be one of");
  wrong((int[]){8, 0}, "desc: leading dimension 0, must be at least");
  wrong((int[]){8, 1000}, "base: 1000 bytes up to the end of the allocation, must be");
  wrong((int[]){9, 50}, "process: 50 x 1 processes, must be at most");
  wrong((int[]){11, threads}, "must be one of");
  if (threads > 1) wrong((int[]){11, 0}, "process: threads 0 and 1 are both (0, 0), must be different processes");
  if (threads > 1) wrong((int[]){3, 9 + (upc_stride_mythread() == 1)}, "desc: N is 9 on thread 0 and 10 on thread 1");
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
