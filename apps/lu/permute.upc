/* SPDX-License-Identifier: BSD-3-Clause
 * permute.upc: the swaps of rows on a grid of one row, where a thread has all rows of its columns. The swaps of a panel
 * are first made on the numbers of the rows. That tells for each row which one goes there at last, and each element
 * moves only once. LAPACK's dlaswp makes the swaps one after another.
 *
 * The rows that move are far apart in a column: each element is in a cache line of its own. So the lines of a later
 * column are fetched while a column is permuted. If nearly all rows move, the processor fetches them by itself.
 *
 *   swaps 0 - 5, 1 - 2, 2 - 5 of rows 0 .. 5:   row 5 goes to 0, row 2 to 1, row 0 to 2, row 1 to 5 */
#include <upc.h>
#include "lu.h"
#include "../common/timing.h"
#include "../common/work.h"

enum { AHEAD = 12 }; /* columns between the one that is permuted and the one that is fetched */

/* Makes swap j for each row j from `first` to `end` - 1 on the numbers in `order`. */
static void swap_numbers(const problem_t *q, size_t first, size_t end) {
  size_t j;
  for (j = first; j < end; j++) {
    const size_t other = (size_t)q->pivots[j] - 1, row = q->order[j];
    q->order[j] = q->order[other];
    q->order[other] = row;
  }
}

/* If another row goes to place i, notes it as move m, with places from row `top` on. Place i of `order` is then as
 * before the swaps. */
static size_t note_move(const problem_t *q, size_t top, size_t i, size_t m) {
  if (q->order[i] == i) return m;
  q->move_to[m] = i - top;
  q->move_from[m] = q->order[i] - top;
  q->order[i] = i;
  return m + 1;
}

/* The rows that panel k's swaps, or those of several panels, move. Returns their number. */
static size_t find_moves(const problem_t *q, size_t top, size_t first, size_t end) {
  size_t j, m = 0;
  swap_numbers(q, first, end);
  for (j = first; j < end; j++) m = note_move(q, top, j, m);
  for (j = first; j < end; j++) m = note_move(q, top, (size_t)q->pivots[j] - 1, m);
  return m;
}

static void fetch_lines(const problem_t *q, const double *column, size_t moves) {
  size_t m;
  for (m = 0; m < moves; m++) __builtin_prefetch(column + q->move_to[m], 1);
}

static void move_elements(const problem_t *q, double *column, size_t moves) {
  const size_t *const from = q->move_from, *const to = q->move_to;
  double *const moved = q->spare;
  size_t m;
  for (m = 0; m < moves; m++) moved[m] = column[from[m]];
  for (m = 0; m < moves; m++) column[to[m]] = moved[m];
}

void permute_rows(const problem_t *q, double *columns, size_t ld, size_t count, size_t top, size_t first, size_t end) {
  const double start = app_begin();
  const size_t moves = find_moves(q, top, first, end);
  const int few = moves < (q->n - first) / 4;
  size_t j;
  for (j = 0; j < count && app_has_data(); j++) {
    if (few && j + AHEAD < count) fetch_lines(q, columns + (j + AHEAD) * ld, moves);
    move_elements(q, columns + j * ld, moves);
  }
  app_work((double)moves * (double)count, "swap");
  app_end(APP_COMPUTE, start);
}
