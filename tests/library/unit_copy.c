/* SPDX-License-Identifier: BSD-3-Clause
 * The flow of a copy. The runs between all pairs of threads contain every picked element once, from its source to its
 * destination, with the dimensions of the source in any order. The team is the set of the owners. The partners of a
 * thread are those with which it shares elements. Random layouts and sections in up to 8 dimensions, views of
 * ScaLAPACK's matrices, replicated arrays; a long vector between block and cyclic, and matrices from blocks to single
 * elements, for which the list of runs must be short.
 * usage: unit_copy [seed] */
#include "dataflow/flow.h"
#include "layout/places.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16 };

typedef struct {
  upc_stride_layout_t L;
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
} side_t;

static side_t D, S;
static int order[UPC_STRIDE_MAX_DIMS];  /* dimension k of D is dimension order[k] of S */
static upc_stride_flow_t F;
static int failures, threads, *came_from[64], *thread_from[64]; /* by destination: offset in elements of the source */
static size_t strips, bytes, runs;

static void expect(const char *what, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s: expected %lld, got %lld\n", what, wanted, got);
}

/* A thread for each block, and sometimes few threads for all. */
static void random_owners(upc_stride_layout_t *L) {
  int owner[MOST], n, some = random_in(1, threads);
  for (n = 0; n < (int)L->blocks; n++) owner[n] = random_below(some);
  upc_stride_owners_begin(L, owner);
}

static size_t rows[UPC_STRIDE_MAX_DIMS]; /* the extents of dimensions that are whole on both sides; 0 for the others */

static void random_rows(int ndims) {
  int k, whole = random_below(3) ? 0 : random_in(1, ndims);
  memset(rows, 0, sizeof rows);
  for (k = ndims - whole; k < ndims; k++) rows[k] = (size_t)random_in(1, ndims < 4 ? 9 : 3);
}

static void random_layout(side_t *X, int ndims) {
  size_t shape[UPC_STRIDE_MAX_DIMS], block[UPC_STRIDE_MAX_DIMS];
  int grid[UPC_STRIDE_MAX_DIMS], rest = threads, k, listed, ngrid = random_below(3) == 0 ? 0 : random_in(1, ndims);
  static const int most[] = {0, 200, 30, 12, 7, 5, 4, 3, 3};
  if (X->L.owners != NULL) upc_stride_owners_end(&X->L);
  for (k = 0; k < ndims; k++) {
    shape[k] = (size_t)random_in(1, most[ndims]);
    block[k] = (size_t)random_in(1, (int)shape[k]);
    if (random_below(2)) block[k] = (size_t)random_in(1, block[k] < 4 ? (int)block[k] : 4);
    if (rows[k] > 0) shape[k] = block[k] = rows[k];
  }
  for (k = 0; k < ngrid; k++) {
    do grid[k] = k == ngrid - 1 ? rest : random_in(1, rest); while (rest % grid[k] != 0);
    rest /= grid[k];
  }
  for (k = ngrid; k < ndims && ngrid > 0; k++) block[k] = shape[k];
  listed = ngrid == 0 && random_below(2);
  if (!listed && ngrid == 0 && ndims == 1 && random_below(2))
    upc_stride_layout_init_ordinary(&X->L, 1, shape, block[0], 4, threads);
  else upc_stride_layout_init(&X->L, ndims, shape, block, 4, ngrid, grid, threads,
                              listed || ngrid > 0 ? 0 : random_below(threads));
  if (listed) random_owners(&X->L);
}

static void random_section(int ndims) {
  int k, side;
  for (k = 0; k < ndims; k++) {
    int a = (int)D.L.shape[k], b = (int)S.L.shape[order[k]], count = random_in(1, a < b ? a : b);
    for (side = 0; side < 2; side++) {
      int extent = side ? a : b, step = count > 1 ? random_in(1, (extent - 1) / (count - 1)) : 1, lo;
      if (random_below(3) == 0) step = 1;
      if (rows[k] > 0 && rows[k] == rows[order[k]]) count = extent, step = 1;
      lo = random_below(extent - (count - 1) * step);
      if (random_below(rows[k] > 0 ? 9 : 3) == 0) lo += (count - 1) * step, step = -step;
      (side ? &D : &S)->iv[side ? k : order[k]] = (upc_stride_interval_t){2, lo, step, lo + (count - 1) * step};
    }
  }
}

/* The dimensions of S in a random order, or as they are. */
static void random_order(int ndims) {
  int k;
  for (k = 0; k < ndims; k++) order[k] = k;
  F.order = random_below(2) ? order : NULL;
  for (k = ndims - 1; k > 0 && F.order != NULL; k--) {
    int other = random_below(k + 1), x = order[k];
    order[k] = order[other], order[other] = x;
  }
}

static int here, there;

static void note(void *context, const upc_stride_strided_t *strip) {
  size_t i, b;
  (void)context;
  strips++;
  runs += strip->count;
  bytes += strip->bytes * strip->count;
  for (i = 0; i < strip->count; i++)
    for (b = 0; b < strip->bytes; b += 4) {
      size_t to = (strip->to + (size_t)(strip->to_stride * (long long)i) + b) / 4;
      size_t from = (strip->from + (size_t)(strip->from_stride * (long long)i) + b) / 4;
      if (to >= MOST) {
        expect("a place in the destination", (long long)to, MOST - 1);
        return;
      }
      expect("times told", came_from[here][to], -1);
      came_from[here][to] = (int)from;
      thread_from[here][to] = there;
    }
}

static void tell_all(void) {
  int t;
  for (t = 0; t < threads; t++) memset(came_from[t], -1, MOST * sizeof(int));
  for (here = 0; here < threads; here++)
    for (there = 0; there < threads; there++) {
      bytes = runs = 0;
      upc_stride_flow_each(&F, there, here, note, NULL);
      expect("bytes that are counted", (long long)upc_stride_flow_bytes(&F, there, here), (long long)bytes);
      expect("runs that are counted", (long long)upc_stride_flow_runs(&F, there, here), (long long)runs);
    }
}

/* ---- partners ---- */

static int searches, found_all;           /* of partners; of these, some found them within the steps they had */

static void mark(void *context, int thread) { ((char *)context)[thread] = 1; }

/* The threads to which a thread gives elements, or from which it gets some: exactly those, unless the source is
 * replicated. With few steps they may not be found. */
static void check_partners_of(int thread, int gets, size_t most) {
  const int exact = F.src.picks.layout->copies == 0;
  char found[64] = {0};
  int other;
  searches++;
  if (!upc_stride_flow_partners(&F, thread, gets, most, mark, found)) {
    expect("partners that are not found", most < MOST || F.dst.picks.layout->copies > 0, 1);
    return;
  }
  found_all++;
  for (other = 0; other < threads; other++) {
    const int s = gets ? other : thread, d = gets ? thread : other, share = upc_stride_flow_bytes(&F, s, d) > 0;
    if (exact || share) expect("is a partner", found[other], share);
  }
}

static void check_partners(void) {
  int t, gets;
  for (t = 0; t < threads; t++)
    for (gets = 0; gets < 2; gets++) {
      check_partners_of(t, gets, MOST);
      check_partners_of(t, gets, (size_t)random_below(20));
    }
}

/* Visits every picked element. */
static void compare(int ndims) {
  size_t t[UPC_STRIDE_MAX_DIMS] = {0}, x[UPC_STRIDE_MAX_DIMS], y[UPC_STRIDE_MAX_DIMS], to, from, elements = 0,
      told = 0, i;
  char owns[2][64] = {{0}};
  upc_stride_team_t team;
  upc_stride_picks_t blocks;
  int k, into, out_of, p;
  do {
    for (k = 0; k < ndims; k++) {
      x[k] = (size_t)(D.iv[k].lo + D.iv[k].step * (long long)t[k]);
      y[order[k]] = (size_t)(S.iv[order[k]].lo + S.iv[order[k]].step * (long long)t[k]);
    }
    into = upc_stride_layout_place(&D.L, x, &to), out_of = upc_stride_layout_place(&S.L, y, &from);
    expect("where an element comes from", came_from[into][to / 4], (long long)from / 4);
    expect("whose it was", thread_from[into][to / 4], out_of);
    owns[0][into] = owns[1][out_of] = 1;
    elements++;
    for (k = ndims - 1; k >= 0 && ++t[k] == F.dst.picks.count[k]; k--) t[k] = 0;
  } while (k >= 0);
  for (p = 0; p < threads; p++)
    for (i = 0; i < MOST; i++) told += came_from[p][i] >= 0;
  expect("elements told", (long long)told, (long long)elements);
  for (k = 0; k < 2; k++) {
    upc_stride_team_of_elements(&team, &blocks, k == 0 ? &F.dst.picks : &F.src.picks);
    for (p = 0; p < threads; p++) expect("is a member", upc_stride_team_rank(&team, p) >= 0, owns[k][p]);
    upc_stride_team_end(&team);
  }
}

static void check(int ndims) {
  upc_stride_mistake_t m;
  expect("dst is right", upc_stride_pick_elements(&F.dst.picks, &D.L, ndims, D.iv, &m), UPC_STRIDE_FINE);
  expect("src is right", upc_stride_pick_elements(&F.src.picks, &S.L, ndims, S.iv, &m), UPC_STRIDE_FINE);
  tell_all();
  compare(ndims);
  check_partners();
}

/* A view of a matrix, a replicated array, or any other layout, on both sides. */
static void random_view(side_t *X) {
  int thread[64], t;
  size_t shape[2], block[2], pitch[64];
  int grid[2];
  random_layout(X, 2);
  if (random_below(3) == 0) return;
  shape[0] = (size_t)random_in(1, 30), shape[1] = (size_t)random_in(1, 30);
  block[0] = (size_t)random_in(1, 9), block[1] = (size_t)random_in(1, 9);
  if (X->L.owners != NULL) upc_stride_owners_end(&X->L);
  if (random_below(3) == 0) {
    upc_stride_layout_init(&X->L, 2, shape, shape, 4, 0, NULL, 1, 0);
    X->L.copies = (size_t)threads;
    return;
  }
  grid[0] = random_in(1, threads), grid[1] = random_in(1, threads / grid[0]);
  upc_stride_layout_init(&X->L, 2, shape, block, 4, 2, grid, threads, 0);
  for (t = 0; t < threads; t++) thread[t] = t, pitch[t] = shape[1];
  for (t = threads - 1; t > 0; t--) {
    const int with = random_below(t + 1), one = thread[t];
    thread[t] = thread[with], thread[with] = one;
  }
  upc_stride_places_begin(&X->L, threads, thread, pitch);
}

static void end_view(side_t *X) {
  if (X->L.placed) upc_stride_places_end(&X->L), X->L.placed = 0;
  X->L.copies = 0;
}

static void check_views(void) {
  upc_stride_mistake_t m;
  int round;
  for (round = 0; round < 400 && failures == 0; round++) {
    threads = random_in(1, 12);
    memset(rows, 0, sizeof rows);
    random_view(&D);
    random_view(&S);
    random_order(2);
    random_section(2);
    expect("dst is right", upc_stride_pick_elements(&F.dst.picks, &D.L, 2, D.iv, &m), UPC_STRIDE_FINE);
    expect("src is right", upc_stride_pick_elements(&F.src.picks, &S.L, 2, S.iv, &m), UPC_STRIDE_FINE);
    check_partners();
    end_view(&D);
    end_view(&S);
  }
}

/* 60000 elements from blocks of 15000 to blocks of one, and back: one or two strided runs for each pair. */
static void check_cyclic(void) {
  size_t shape = 60000, whole = 15000, one = 1;
  threads = 4;
  upc_stride_layout_init_ordinary(&D.L, 1, &shape, one, 4, threads);
  upc_stride_layout_init_ordinary(&S.L, 1, &shape, whole, 4, threads);
  F.order = NULL;
  order[0] = 0;
  D.iv[0] = S.iv[0] = (upc_stride_interval_t){2, 0, 1, 59999};
  strips = 0;
  check(1);
  expect("strips", (long long)strips, 16);
}

/* A matrix of 96 x 96 from one kind of blocks to another, on a grid of `columns` columns: so many runs. */
static void check_matrix(size_t from, size_t to, int columns, size_t wanted) {
  size_t shape[2] = {96, 96}, source[2], single[2];
  int grid[2] = {2, columns};
  threads = 2 * columns;
  source[0] = source[1] = from, single[0] = single[1] = to;
  upc_stride_layout_init(&D.L, 2, shape, single, 4, 2, grid, threads, 0);
  upc_stride_layout_init(&S.L, 2, shape, source, 4, 2, grid, threads, 0);
  F.order = NULL;
  order[0] = 0, order[1] = 1;
  D.iv[0] = D.iv[1] = S.iv[0] = S.iv[1] = (upc_stride_interval_t){2, 0, 1, 95};
  strips = 0;
  check(2);
  expect("runs of a matrix", (long long)strips, (long long)wanted);
}

/* Rows of single elements on one column of threads lie in memory as they are: one strided run a row. On two columns,
 * each of the 6 blocks of a row has elements of both. */
static void check_matrices(void) {
  check_matrix(16, 1, 1, 96);
  check_matrix(1, 16, 1, 96);
  check_matrix(1, 1, 1, 96);
  check_matrix(16, 1, 2, 96 * 6 * 2);
}

/* A transposition between blocks that are long enough to be taken in parts. */
static void check_transposed(void) {
  size_t shape[2] = {58, 1190}, transposed[2] = {1190, 58}, block[2] = {30, 600}, other[2] = {560, 25};
  int grid[2] = {2, 3};
  threads = 6;
  upc_stride_layout_init(&D.L, 2, shape, block, 4, 2, grid, threads, 0);
  upc_stride_layout_init(&S.L, 2, transposed, other, 4, 0, NULL, threads, 0);
  order[0] = 1, order[1] = 0;
  F.order = order;
  D.iv[0] = S.iv[1] = (upc_stride_interval_t){2, 0, 1, 57};
  D.iv[1] = S.iv[0] = (upc_stride_interval_t){2, 3, 1, 1189};
  check(2);
}

/* Rows of one block are counted together, and passed by if the threads share nothing: 10^12 of them take no time. */
static void check_many_rows(void) {
  size_t shape[2] = {1000000000000, 5}, block[2] = {1000000000000, 2};
  upc_stride_mistake_t m;
  threads = 3;
  upc_stride_layout_init(&D.L, 2, shape, block, 4, 0, NULL, threads, 0);
  upc_stride_layout_init(&S.L, 2, shape, block, 4, 0, NULL, threads, 0);
  F.order = NULL;
  D.iv[0] = D.iv[1] = S.iv[0] = S.iv[1] = (upc_stride_interval_t){UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  upc_stride_pick_elements(&F.dst.picks, &D.L, 2, D.iv, &m), upc_stride_pick_elements(&F.src.picks, &S.L, 2, S.iv, &m);
  for (here = 0; here < threads; here++)
    for (there = 0; there < threads; there++) {
      size_t columns = here != there ? 0 : here == 2 ? 1 : 2, all = columns * shape[0] * 4;
      expect("bytes of many rows", (long long)upc_stride_flow_bytes(&F, there, here), (long long)all);
      if (columns == 0) upc_stride_flow_each(&F, there, here, note, NULL);
    }
}

int main(int argc, char **argv) {
  int round, t;
  random_state = argc > 1 ? (unsigned long long)atoi(argv[1]) : 1;
  for (t = 0; t < 64; t++) came_from[t] = malloc(MOST * sizeof(int)), thread_from[t] = malloc(MOST * sizeof(int));
  F.kind = UPC_STRIDE_ELEMENTS;
  for (round = 0; round < 400 && failures == 0; round++) {
    int ndims = random_in(1, UPC_STRIDE_MAX_DIMS);
    threads = random_in(1, 12);
    random_rows(ndims);
    random_layout(&D, ndims);
    random_layout(&S, ndims);
    random_order(ndims);
    random_section(ndims);
    check(ndims);
  }
  if (failures > 0) printf("round %d\n", round);
  check_cyclic();
  check_matrices();
  check_transposed();
  check_many_rows();
  check_views();
  if (found_all < searches / 2) printf("partners are found in %d of %d searches\n", found_all, searches), failures++;
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
