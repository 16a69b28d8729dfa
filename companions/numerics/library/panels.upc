/* SPDX-License-Identifier: BSD-3-Clause
 * Factorizations panel by panel (panels.h): who has which panel, and how they are sent. */
#include "panels.h"
#include "base/near.h"
#include "numerics/product.h"

#include <string.h>

/* ---- who has which panel ---- */

static size_t owner_of(const upc_stride_deal_t *deal, size_t k) {
  const size_t threads = THREADS, place = k % threads, returns = deal->returns && k / threads % 2 == 1;
  return (deal->first + (returns ? threads - 1 - place : place)) % threads;
}

static int owner(const size_t *block, void *deal) { return (int)owner_of(deal, block[0]); }

size_t upc_stride_panel_number(const upc_stride_panels_t *P, size_t mine) {
  const size_t threads = THREADS, place = (MYTHREAD + threads - P->deal.first) % threads;
  return mine * threads + (P->deal.returns && mine % 2 == 1 ? threads - 1 - place : place);
}

size_t upc_stride_panels_before(const upc_stride_panels_t *P, size_t k) {
  const size_t round = k / THREADS;
  return round + (upc_stride_panel_number(P, round) < k);
}

static size_t panels_of_mine(const upc_stride_panels_t *P) { return upc_stride_panels_before(P, P->count); }

int upc_stride_panel_is_mine(const upc_stride_panels_t *P, size_t k) {
  return owner_of(&P->deal, k) == (size_t)MYTHREAD;
}

size_t upc_stride_panel_width(const upc_stride_panels_t *P, size_t k) {
  return upc_stride_within(P->columns, k, P->width);
}

size_t upc_stride_panel_steps(const upc_stride_panels_t *P, size_t k) {
  return upc_stride_within(P->rows < P->columns ? P->rows : P->columns, k, P->width);
}

size_t upc_stride_panels_width(const upc_stride_panels_t *P, size_t mine, size_t count) {
  return count == 0 ? 0
                    : (count - 1) * P->width + upc_stride_panel_width(P, upc_stride_panel_number(P, mine + count - 1));
}

char *upc_stride_panel_at(const upc_stride_panels_t *P, size_t mine, size_t row) {
  return (char *)upc_stride_own_block(P->matrix, mine, NULL) + row * P->d->size;
}

/* Products with whole multiples of what BLAS takes at a time are faster: 24 is a multiple of 4, 6, 8 and 12. */
static size_t best_width(size_t columns) {
  const upc_stride_cuts_t *const cuts = upc_stride_cuts();
  const size_t unit = cuts->narrowest;
  size_t width = (columns / ((size_t)THREADS * cuts->panels_of_thread) + unit / 2) / unit * unit;
  if (cuts->factored_panel > 0) width = cuts->factored_panel;
  else if (THREADS == 1) width = columns;               /* LAPACK cuts it */
  else width = width < unit ? unit : width > cuts->widest ? cuts->widest : width;
  return width < columns ? width : columns;
}

/* 1: the blocks of M make good panels, which are counted along dimension `across`. */
static int has_panels(const upc_stride_matrix_t *M, int across) {
  const upc_stride_cuts_t *const cuts = upc_stride_cuts();
  const size_t width = M->section.array->layout.block[across];
  return M->rows > 0 && M->columns > 0 && M->section.array->layout.copies == 0 && M->step[0] == 1 && M->step[1] == 1 &&
         (size_t)M->first[across] % width == 0 && cuts->factored_panel == 0 && width >= cuts->narrowest &&
         width <= cuts->widest;
}

/* 1: threads are far, and the part's columns go round them in such blocks. Then panels are dealt out in the same way,
 * and no element changes its thread. */
static int can_stay(const upc_stride_panels_part_t *part, upc_stride_deal_t *deal) {
  const upc_stride_matrix_t *const M = part->M;
  const int across = !part->transposed, down = part->transposed;
  const size_t *const block = M->section.array->layout.block, all[2] = {M->rows, M->columns};
  const size_t first = (size_t)M->first[down];
  size_t at[2];
  if (upc_stride_all_near() || !has_panels(M, across)) return 0;
  deal->width = block[across];
  deal->first = (size_t)upc_stride_matrix_thread(M, 0, 0);
  deal->returns = 0;
  for (at[across] = 0; at[across] < all[across]; at[across] += deal->width)
    for (at[down] = 0; at[down] < all[down]; at[down] += block[down] - (first + at[down]) % block[down])
      if ((size_t)upc_stride_matrix_thread(M, at[0], at[1]) != owner_of(deal, at[across] / deal->width)) return 0;
  return 1;
}

upc_stride_deal_t upc_stride_deal(size_t columns, const upc_stride_panels_part_t *part) {
  upc_stride_deal_t deal;
  if (can_stay(part, &deal)) return deal;
  deal.width = best_width(columns);
  deal.first = 0;
  deal.returns = 1;
  return deal;
}

/* ---- memory ---- */

upc_stride_panels_t upc_stride_panels(const upc_stride_dense_t *d, const upc_stride_deal_t *deal, size_t rows,
                                      size_t columns, size_t tail_bytes) {
  upc_stride_panels_t P;
  size_t shape[2], block[2];
  int i;
  memset(&P, 0, sizeof P);
  P.d = d;
  P.rows = rows, P.columns = columns;
  P.deal = *deal;
  P.width = deal->width;
  P.count = (columns + P.width - 1) / P.width;
  P.steps = (rows + P.width - 1) / P.width;
  if (P.steps > P.count) P.steps = P.count;
  P.tail_bytes = tail_bytes;
  P.in_place = upc_stride_all_near();
  shape[0] = P.count * P.width, shape[1] = rows;
  block[0] = P.width, block[1] = rows;
  P.matrix = upc_stride_work_array(2, shape, block, d->size, owner, &P.deal);
  for (i = 0; i < 3; i++) {
    if (!P.in_place) P.copies[i] = upc_stride_work_each(P.width * rows * d->size, 1);
    P.tails[i] = upc_stride_work_each(tail_bytes, 1);
  }
  return P;
}

void upc_stride_panels_free(upc_stride_panels_t *P) {
  int i;
  upc_stride_library_barrier();
  upc_stride_work_done(P->matrix);
  for (i = 0; i < 3; i++) {
    upc_stride_work_done(P->copies[i]);
    upc_stride_work_done(P->tails[i]);
  }
  upc_stride_work_done(P->message);
}

/* ---- the parts ---- */

/* Where a part is in the matrix: rows and columns first .. end - 1. */
typedef struct place {
  size_t row, rows_end, column, columns_end;
} place_t;

static place_t place_of(const upc_stride_panels_part_t *part) {
  place_t p;
  p.row = part->row, p.column = part->column;
  p.rows_end = p.row + (part->transposed ? part->M->columns : part->M->rows);
  p.columns_end = p.column + (part->transposed ? part->M->rows : part->M->columns);
  return p;
}

/* What of it is in panels k .. end - 1; if it is lower, without what is above the first of their diagonal blocks. */
static place_t place_in_panels(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part, size_t k,
                               size_t end) {
  const size_t first = k * P->width, last = end * P->width;
  place_t p = place_of(part);
  if (part->lower && p.row < first) p.row = first;
  if (p.column < first) p.column = first;
  if (p.columns_end > last) p.columns_end = last;
  return p;
}

static int is_empty(const place_t *p) { return p->row >= p->rows_end || p->column >= p->columns_end; }

/* The elements of M that belong there. */
static upc_stride_matrix_t elements_at(const upc_stride_panels_part_t *part, const place_t *p) {
  const size_t i = p->row - part->row, j = p->column - part->column;
  const size_t rows = p->rows_end - p->row, columns = p->columns_end - p->column;
  return part->transposed ? upc_stride_part_of(part->M, j, columns, i, rows)
                          : upc_stride_part_of(part->M, i, rows, j, columns);
}

/* The part of a panel, and the elements of M; `by_address` is 0 if they are copied otherwise. */
static void move_in_panel(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part, size_t mine,
                          upc_stride_way_t way, int by_address) {
  const size_t k = upc_stride_panel_number(P, mine);
  const place_t p = place_in_panels(P, part, k, k + 1);
  const size_t row = part->transposed ? P->rows : 1, column = part->transposed ? 1 : P->rows;
  upc_stride_window_t w;
  upc_stride_matrix_t M;
  char *memory;
  if (is_empty(&p)) return;
  w.type = P->d->type, w.i = w.j = 0;
  w.rows = p.columns_end - p.column, w.columns = p.rows_end - p.row, w.row = P->rows;
  M = elements_at(part, &p);
  memory = upc_stride_panel_at(P, mine, p.row) + (p.column - k * P->width) * P->rows * P->d->size;
  if (way == UPC_STRIDE_TO_MATRIX && part->conjugated) upc_stride_conjugate(&w, memory);
  if (by_address) upc_stride_move_by_address(&M, way, memory, row, column);
  if (way == UPC_STRIDE_TO_MEMORY && part->conjugated) upc_stride_conjugate(&w, memory);
}

/* The caller's panels number mine .. end - 1. */
static void move_panels(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part, size_t mine, size_t end,
                        upc_stride_way_t way) {
  const int by_address = upc_stride_is_by_address(part->M);
  if (by_address || part->conjugated)
    for (; mine < end; mine++) move_in_panel(P, part, mine, way, by_address);
}

/* The part of the matrix, unless threads have it by address: all threads call. A triangle comes, or goes, in strips of
 * columns: with four of them 5/8 of the square move. */
static void move_all(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part, upc_stride_way_t way) {
  const int *const order = part->transposed ? NULL : upc_stride_transposed;
  const size_t strips = part->lower ? 4 : 1;
  size_t s;
  if (upc_stride_is_by_address(part->M)) return;
  for (s = 0; s < strips; s++) {
    const place_t p = place_in_panels(P, part, P->count * s / strips, P->count * (s + 1) / strips);
    upc_stride_matrix_t own, M;
    if (is_empty(&p)) continue;
    own = upc_stride_part_of_array(P->matrix, p.column, p.columns_end - p.column, p.row, p.rows_end - p.row);
    M = elements_at(part, &p);
    if (way == UPC_STRIDE_TO_MEMORY)
      upc_stride_transform(own.section, M.section, order, NULL, NULL, P->d->type, 0);
    else
      upc_stride_transform(M.section, own.section, order, NULL, NULL, P->d->type, 0);
  }
}

void upc_stride_panels_put(const upc_stride_panels_t *P, const upc_stride_panels_part_t *part) {
  move_panels(P, part, 0, panels_of_mine(P), UPC_STRIDE_TO_MATRIX);
  move_all(P, part, UPC_STRIDE_TO_MATRIX);
}

/* ---- sending ---- */

static char *own(upc_stride_array_t A) { return upc_stride_own_block(A, 0, NULL); }

/* A thread's part of such memory. */
static shared void *begin_of(upc_stride_array_t A, size_t thread) {
  size_t index[1];
  index[0] = thread * A->layout.block[0];
  return upc_stride_at(A, index);
}

/* Panel k without what is above its diagonal, in the caller's copy. */
static void pack(const upc_stride_panels_t *P, size_t k) {
  const size_t height = P->rows - k * P->width;
  const char *const from = upc_stride_panel_at(P, upc_stride_panels_before(P, k), k * P->width);
  upc_stride_local_copy(P->d->size, upc_stride_panel_width(P, k), height, from, P->rows, own(P->copies[k % 3]), height);
}

/* `bytes` bytes of the owner of panel k go to the memory of all. */
static upc_stride_handle_t to_all(const upc_stride_panels_t *P, size_t k, upc_stride_array_t memory, size_t bytes) {
  return upc_stride_broadcast_nb(UPC_SECTION(memory, UPC_STRIDE_ALL), begin_of(memory, owner_of(&P->deal, k)), bytes,
                                 UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* Panel k goes to the copies of all, unless they read it where it lies; and its tail, which tells them so. */
static void send(upc_stride_panels_t *P, size_t k) {
  const size_t size = P->d->size, first = k * P->width, height = P->rows - first, slot = k % 3;
  size_t block[2];
  block[0] = k, block[1] = 0;
  P->column_step[slot] = P->in_place ? P->rows : height;
  if (P->in_place) {
    P->panel[slot] = (const char *)upc_stride_near_block(P->matrix, block) + first * size;
  } else {
    if (upc_stride_panel_is_mine(P, k)) pack(P, k);
    P->panel[slot] = own(P->copies[slot]);
    P->panel_call[slot] = to_all(P, k, P->copies[slot], upc_stride_panel_width(P, k) * height * size);
  }
  P->tail_call[slot] = to_all(P, k, P->tails[slot], P->tail_bytes);
}

/* When its tail has come, too. */
static void wait_for_panel(upc_stride_panels_t *P, size_t k) {
  upc_stride_wait(&P->panel_call[k % 3]);
  upc_stride_wait(&P->tail_call[k % 3]);
}

/* Panel k is factored by its owner, and on its way to all. */
static void start(upc_stride_panels_t *P, size_t k) {
  wait_for_panel(P, k);               /* panel k - 3, in the same memory */
  if (upc_stride_panel_is_mine(P, k)) P->factor(P, k, own(P->tails[k % 3]));
  send(P, k);
}

/* ---- the steps ---- */

/* Changes the caller's panels from number `mine` on; the library gets a turn between pieces. */
static void update_rest(upc_stride_panels_t *P, size_t k, size_t mine) {
  const size_t end = panels_of_mine(P), next = (k + 1) % 3;
  const size_t most = P->in_place ? end : (upc_stride_cuts()->piece + P->width - 1) / P->width;
  size_t count;
  for (; mine < end; mine += count) {
    count = end - mine < most ? end - mine : most;
    P->update(P, k, mine, count);
    upc_stride_test(&P->panel_call[next]);
    upc_stride_test(&P->tail_call[next]);
  }
}

void upc_stride_panels_run(upc_stride_panels_t *P, const upc_stride_panels_part_t *parts, int count) {
  size_t k, mine = upc_stride_panels_before(P, 1);
  int i;
  for (i = 0; i < count; i++) move_all(P, &parts[i], UPC_STRIDE_TO_MEMORY);
  for (i = 0; i < count; i++) move_panels(P, &parts[i], 0, mine, UPC_STRIDE_TO_MEMORY);
  start(P, 0);
  for (i = 0; i < count; i++) move_panels(P, &parts[i], mine, panels_of_mine(P), UPC_STRIDE_TO_MEMORY);
  for (k = 0; k < P->steps; k++) {
    if (!upc_stride_panel_is_mine(P, k)) wait_for_panel(P, k);
    if (P->take(P, k, own(P->tails[k % 3]))) break;
    mine = upc_stride_panels_before(P, k + 1);
    if (k + 1 < P->steps) {
      if (upc_stride_panel_is_mine(P, k + 1)) P->update(P, k, mine++, 1);
      start(P, k + 1);
    }
    update_rest(P, k, mine);
  }
  for (k = 0; k < 3; k++) wait_for_panel(P, k);
  upc_stride_library_barrier();
}

/* ---- solving ---- */

/* What a thread multiplies in the one case, and receives and multiplies in the other, for an element of A. */
int upc_stride_panels_solve_few(const upc_stride_panels_t *P, size_t systems) {
  const size_t slice = (systems + THREADS - 1) / THREADS;
  const double received = P->in_place ? 0 : upc_stride_cuts()->balance;
  return systems <= P->width && (double)systems <= (double)slice + received;
}

char *upc_stride_panels_message(upc_stride_panels_t *P, size_t bytes) {
  P->message = upc_stride_work_each(bytes, 1);
  return own(P->message);
}

void upc_stride_panels_tell(const upc_stride_panels_t *P, size_t k, size_t bytes) {
  upc_stride_handle_t told = to_all(P, k, P->message, bytes);
  upc_stride_wait(&told);
}
