/* SPDX-License-Identifier: BSD-3-Clause
 * strassen.upc: 49 products of sums of tiles by dgemm, then the 16 tiles of the result, in tasks. Threads that are near
 * thread 0 use its matrices where they are. If others are far, each of them has some tiles of the matrices and
 * computes some of the products (division.h). It gets the tiles of others that it needs, computes, and sends what it
 * has computed of others' tiles of the result. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include "tasks.h"
#include "division.h"
#include "../common/blas.h"
#include "../common/memory.h"

/* What is added up to tiles of C: the products, then the parts of tiles that others have computed. */
enum { TERMS = MATRICES, BUFFERS };

typedef shared [] double *memory_t;
static shared [BUFFERS] memory_t of_thread[THREADS][BUFFERS]; /* of threads near thread 0: its own */
static memory_t of_party[MOST_PARTIES + 1][BUFFERS];
static shared int far_threads[THREADS];   /* 1 on threads far from thread 0 */

static division_t division;
static int me;                            /* this thread's party */
static int leads;                         /* has it the party's memory? */
static double *work[2];                   /* this thread's memory for sums of tiles */

/* The parties, and the thread whose memory each of them uses. Collective. */
static void find_parties(size_t side, int *leader) {
  int threads[MOST_PARTIES] = {0}, parties = 1, t;
  far_threads[MYTHREAD] = upc_cast(&far_threads[0]) == NULL;
  upc_barrier;
  leader[0] = 0, me = 0;
  for (t = 0; t < THREADS; t++) {
    if (far_threads[t] && t == MYTHREAD) me = parties;
    if (!far_threads[t]) threads[0]++;
    else if (parties < MOST_PARTIES) threads[parties] = 1, leader[parties++] = t;
  }
  leads = me < parties && leader[me] == MYTHREAD;
  divide(&division, side, parties, threads);
}

/* This party's tiles; those of others are poisoned, so that the check finds one that has not come. */
static void fill(matrix_t m, double (*element)(size_t i, size_t j)) {
  const size_t side = division.side;
  double *to = (double *)of_party[me][m];
  size_t i, j;
  int tile;
  for (tile = 0; tile < TILES; tile++)
    for (i = 0; i < side; i++)
      for (j = 0; j < side; j++)
        *to++ = division.owner[m][tile] != me ? NAN
              : element((size_t)tile_row(tile) * side + i, (size_t)tile_column(tile) * side + j);
}

static double a_element(size_t i, size_t j) { return element_a(i, j); }
static double b_element(size_t i, size_t j) { return element_b(i, j); }

/* A party's terms: all products, and the parts that others send to it. */
static size_t terms(int party) {
  size_t number = PRODUCTS;
  int k;
  for (k = 0; k < division.parts; k++) number += division.part[k].to == party;
  return number;
}

/* A rectangle for all tiles of each matrix, and the terms. Rows of products that others compute stay 0. */
static void allocate(size_t tile) {
  int k;
  for (k = 0; k < BUFFERS; k++) of_thread[MYTHREAD][k] = upc_alloc((k == TERMS ? terms(me) : TILES) * tile);
  memset((double *)of_thread[MYTHREAD][TERMS], 0, terms(me) * tile);
}

static void prepare(problem_t *q) {
  const size_t side = (size_t)q->n / 4, tile = side * side * sizeof(double);
  int leader[MOST_PARTIES], k, party;
  blas_one_thread();
  find_parties(side, leader);
  q->bytes = (double)((MATRICES * TILES + terms(0)) * tile);
  for (k = 0; k < 2; k++) work[k] = app_allocate(tile, 1, "a tile");
  if (leads) allocate(tile);
  upc_barrier;
  for (party = 0; party < division.parties; party++)
    for (k = 0; k < BUFFERS; k++) of_party[party][k] = of_thread[leader[party]][k];
  q->c = of_party[0][C];
  if (leads) fill(A, a_element), fill(B, b_element);
}

/* Begins to get a tile from the party that has it. */
static void fetch(matrix_t m, int tile) {
  const size_t count = division.side * division.side, place = (size_t)tile * count;
  const int owner = division.owner[m][tile];
  if (owner == me) return;
  upc_memget_nbi((double *)of_party[me][m] + place, of_party[owner][m] + place, count * sizeof(double));
}

static void fetch_tiles(void) {
  int tile;
  for (tile = 0; tile < TILES; tile++) {
    if (division.uses[me][A][tile]) fetch(A, tile);
    if (division.uses[me][B][tile]) fetch(B, tile);
  }
  upc_synci();
}

/* A task may run on another thread that is near to the party's. The tiles are row by row, and dgemm takes columns: it
 * gets the factors in the other order. */
static void multiply(int party, int task) {
  const division_t *d = &division;
  const size_t side = d->side, count = side * side;
  const product_part_t p = product_part(task, side, d->first_row[party], d->first_row[party + 1]);
  const double *sum_a, *sum_b;
  double *product;
  if (p.rows == 0) return;
  sum_a = sum_of_tiles(work[0], factor_a, p.product, TILES, upc_cast(of_party[party][A]), count, p.row * side,
                       p.rows * side);
  sum_b = sum_of_tiles(work[1], factor_b, p.product, TILES, upc_cast(of_party[party][B]), count, 0, count);
  product = (double *)upc_cast(of_party[party][TERMS]) + (size_t)p.product * count + p.row * side;
  gemm("N", side, p.rows, side, 1, sum_b, side, sum_a, side, 0, product, side);
}

static void products(void) {
  const int party = me;
  upc_coforall (int task = 0; task < PRODUCT_TASKS; task++) { multiply(party, task); }
}

/* The factor of a term in a tile of C, as a party adds it up: tile `which` % TILES, party `which` / TILES. */
static int factor_term(int which, int term) {
  const int party = which / TILES, tile = which % TILES;
  const part_t *p = division.part;
  if (term < PRODUCTS) return division.computes[party][term] ? factor_c(tile, term) : 0;
  for (; p < division.part + division.parts; p++)
    if (p->to == party && p->number == term - PRODUCTS) return p->tile == tile;
  return 0;
}

static void add_up(int party, int tile) {
  const size_t count = division.side * division.side;
  double *to = (double *)upc_cast(of_party[party][C]) + (size_t)tile * count;
  const double *sum = sum_of_tiles(to, factor_term, party * TILES + tile, PRODUCTS + division.parts,
                                   upc_cast(of_party[party][TERMS]), count, 0, count);
  if (sum != to) memcpy(to, sum, count * sizeof(double)); /* it is one term as it is */
}

/* What this party has of its own tiles of C, or of those of others. */
static void sums(int own) {
  const int party = me;
  upc_coforall (int tile = 0; tile < TILES; tile++) {
    const int is_own = division.owner[C][tile] == party;
    if (own ? is_own : !is_own && division.uses[party][C][tile]) add_up(party, tile);
  }
}

static void send_parts(void) {
  const size_t count = division.side * division.side;
  int k;
  for (k = 0; k < division.parts; k++) {
    const part_t *p = &division.part[k];
    if (p->from == me)
      upc_memput_nbi(of_party[p->to][TERMS] + (size_t)(PRODUCTS + p->number) * count,
                     (double *)of_party[me][C] + (size_t)p->tile * count, count * sizeof(double));
  }
  upc_synci();
}

/* MPI may move bytes only inside of its calls, on both threads of a transfer: so all get their tiles at the same time,
 * and then compute. */
static void run(problem_t *q) {
  (void)q;
  if (division.parties > 1)
    upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { if (leads) fetch_tiles(); }
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    if (leads) products(), sums(0), send_parts();
  }
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { if (leads) sums(1); }
}

/* Rows of the product again: at most 8. */
static double error(const problem_t *q) {
  const size_t n = (size_t)q->n, side = n / 4, step = n / 8 + 1;
  double worst = 0;
  size_t i, j, k;
  int tile;
  if (MYTHREAD > 0) return 0;
  for (tile = 0; tile < TILES; tile++) fetch(C, tile);
  upc_synci();
  for (i = 0; i < n; i += step)
    for (j = 0; j < n; j++) {
      const size_t quarter = i / side / 2 * 2 + j / side / 2, within = i / side % 2 * 2 + j / side % 2;
      double sum = 0, difference;
      for (k = 0; k < n; k++) sum += element_a(i, k) * element_b(k, j);
      difference = fabs(q->c[(quarter * 4 + within) * side * side + i % side * side + j % side] - sum);
      if (!(difference <= worst)) worst = difference;
    }
  return worst;
}

static double operations(double n) { return 2 * n * n * n; }

const program_t strassen_program = {"strassen", "matrices of N x N, N a multiple of 4", 2048, 4, 16384, 4, "GFlop/s",
                                    "gflops", operations, prepare, run, error, 0.5};
