/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flows of copy: which of the picked elements go from thread s to thread d, between any two layouts, found by
 * arithmetic and not by looking at every element.
 *
 * The last dimension is taken in *runs*, in which neither block changes. If owners alternate in a circle, the runs of a
 * pair of threads recur. They do so after lcm(b_s * P_s, b_d * P_d) elements (steps and blocks of 1 counted in): then
 * both threads and both places in the blocks are the same again. So one period is searched. (If a list of the program
 * says who owns a block, nothing recurs.) Each run found in it is reported once, as a strided run that counts its
 * recurrences:
 *
 *   3 threads, from shared [4] to shared [1], 24 elements: the period is 12. Thread 0 has elements 0..3 and 12..15 of
 *   the source; of these 2 and 14 go to thread 2. One strided run: 2 runs of one element, in the source a block of
 *   4 apart (12 elements are one round of thread 0's blocks), in the destination 4 elements.
 *
 * The period may have more runs than there are blocks: from blocks of 64 to single elements it has 64, and each of them
 * recurs only a few times. Then each block of the side with larger blocks is searched for a period of the other side.
 *
 * If all blocks along a dimension are the thread's, and lie one behind the other as elements of one block would, the
 * dimension is taken as one block: it is *linear*. So are rows of single elements on a grid with one column.
 *
 * Rows that are whole, and in one block on both sides, count as elements of the dimension before, which is then the
 * last.
 *
 * The other dimensions are taken element by element. Elements that cannot belong to s and d are skipped, up to the
 * thread's next block if owners follow each other in turn, or if they stand in a list of the program. So are all rows
 * of a block if one of them has nothing. If each of them has one run, they are reported as one strided run. Only the
 * bytes and runs may be asked for: then one row of a block is searched, and counts for all of them. So an array of
 * 10^12 rows can be asked.
 *
 * The dimensions are taken in the order of dst. F->order says which dimension of src belongs to each of them. In a
 * transposition, elements that are adjacent in src are not in the last dimension of dst. Then the last dimension is
 * taken in parts, so that consecutive rows of dst read the same cache lines of src.
 */
#include "dataflow/flow.h"
#include "base/number.h"
#include "layout/places.h"

/* A part's elements lie in as many cache lines of 64 bytes of src: 32 KB, a first-level data cache. Fewer elements than
 * in a cache line of doubles are too short for a strided run or a part of their own. */
enum { FEW = 64 / sizeof(double), PART = (32 << 10) / 64 };
#define LINEAR ((size_t)1 << 62) /* the block of a linear dimension: no element lies behind it */

/* One end of the copy. The lists have an entry for each dimension of dst, also at the end of src. */
typedef struct side {
  const upc_stride_layout_t *layout;
  long long thread;
  long long first[UPC_STRIDE_MAX_DIMS];    /* of the picked elements                                           */
  long long step[UPC_STRIDE_MAX_DIMS];
  size_t block[UPC_STRIDE_MAX_DIMS];       /* elements of a block, or LINEAR                                   */
  size_t grid[UPC_STRIDE_MAX_DIMS];        /* processors that the dimension goes round                         */
  int complete[UPC_STRIDE_MAX_DIMS];       /* 1: the dimensions behind this one have one block each            */
  size_t coordinate[UPC_STRIDE_MAX_DIMS];  /* of the thread, in a grid                                         */
  size_t weight[UPC_STRIDE_MAX_DIMS];      /* what one block along a dimension adds: to the number of the block,
                                              or, in a grid, one round of owners to its place among the thread's */
  size_t within[UPC_STRIDE_MAX_DIMS];      /* bytes that one element along a dimension adds inside its block   */
  const upc_stride_owners_t *listed;       /* a list of owners, or null; null too if dimensions are in another order */
} side_t;

/* A location on one side, as sums over the dimensions so far: the number of the block, and the bytes inside it. */
typedef struct location { size_t block, within; } location_t;

/* The search for the elements that go from one thread to another. */
typedef struct search {
  side_t from, to;
  const size_t *count;                     /* picked elements in each dimension */
  int last;                                /* the last dimension                         */
  size_t elem;                             /* bytes of one of its elements               */
  long long begin, end;                    /* the part of it that is searched: begin..end-1 */
  size_t rows;                             /* of a count: so many rows are as the one that is searched */
  size_t bytes, runs;                      /* that were found                        */
  upc_stride_visit_t *visit;               /* null: the bytes and runs are counted   */
  void *context;
} search_t;

/* 1 if each further element along dimension k adds within[k] bytes to the offset, also from one block to the next. */
static int is_linear(const side_t *X, int k) {
  const upc_stride_layout_t *L = X->layout;
  size_t threads = L->gridded ? X->grid[k] : L->threads;
  return threads == 1 && !L->placed && L->owners == NULL && X->weight[k] * L->blockbytes == X->block[k] * X->within[k];
}

/* Dimension k of dst is dimension order[k] of the array of this end; dimension k itself if `order` is null. 0: the
 * thread has no place in the array's grid. */
static int set_side(side_t *X, const upc_stride_end_t *end, int thread, const int *order) {
  const upc_stride_layout_t *L = end->picks.layout;
  size_t coordinate[UPC_STRIDE_MAX_DIMS], weight[UPC_STRIDE_MAX_DIMS], within[UPC_STRIDE_MAX_DIMS];
  size_t rest = (size_t)thread, blocks = 1, bytes = L->elemsize;
  int k, complete = 1;
  if (L->placed && !upc_stride_places_of(L, &rest)) return 0;
  for (k = L->ndims - 1; k >= 0; k--) {
    coordinate[k] = rest % L->grid[k];
    rest /= L->grid[k];
    weight[k] = blocks;
    within[k] = bytes;
    blocks *= L->gridded ? L->full[k] + (coordinate[k] < L->rest[k]) : L->nblocks[k];
    bytes *= L->block[k];
  }
  X->layout = L;
  X->thread = L->copies > 0 ? 0 : thread;
  X->listed = L->owners;
  for (k = L->ndims - 1; k >= 0; k--) {
    int own = order == NULL ? k : order[k];
    X->first[k] = end->picks.first[own];
    X->step[k] = end->picks.step[own];
    X->block[k] = L->block[own];
    X->grid[k] = L->grid[own];
    X->coordinate[k] = coordinate[own];
    X->weight[k] = weight[own];
    X->within[k] = within[own];
    X->complete[k] = complete;
    complete &= L->nblocks[own] == 1;
    if (own != k) X->listed = NULL;
    if (is_linear(X, k)) X->block[k] = LINEAR;
  }
  return 1;
}

static long long element(const side_t *X, int k, long long t) { return X->first[k] + X->step[k] * t; }

/* The number of elements from t on that lie in the same block, in steps of the section. */
static long long run_length(const side_t *X, int k, long long t) {
  return upc_stride_run_in_block(element(X, k, t), X->step[k], (long long)X->block[k]);
}

/* Without a grid: the place of the location's block in the round of the threads. */
static size_t place_of(const upc_stride_layout_t *L, const location_t *at) {
  return upc_stride_places_number(L, (long long)(at->block + L->first));
}

/* ---- a list of owners: the thread's blocks stand in it one after the other, by number ---- */

/* The place in the list of the thread's first block from number `from` on, or of the next thread's first. */
static size_t listed_from(const side_t *X, size_t from) {
  size_t low = X->listed->start[X->thread], high = X->listed->start[X->thread + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (X->listed->block[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* 1: one of the blocks at this location of dimension k is the thread's. */
static int has_listed(const side_t *X, int k, const location_t *at) {
  const size_t place = listed_from(X, at->block);
  return place < X->listed->start[X->thread + 1] && X->listed->block[place] < at->block + X->weight[k];
}

/* It has none there, at coordinate c: how many blocks further its next one is, or the end of the dimension. */
static long long until_listed(const side_t *X, int k, long long c, const location_t *at) {
  const size_t *block = X->listed->block, begin = at->block - (size_t)c * X->weight[k];
  const size_t place = listed_from(X, at->block), all = X->layout->nblocks[k];
  size_t next = all;
  if (X->step[k] < 0) {
    if (place == X->listed->start[X->thread] || block[place - 1] < begin) return c + 1;
    return c - (long long)((block[place - 1] - begin) / X->weight[k]);
  }
  if (place < X->listed->start[X->thread + 1]) next = (block[place] - begin) / X->weight[k];
  return (long long)(next < all ? next : all) - c;
}

/* ---- along a dimension ---- */

/* Moves a location to element t along dimension k; 0 if it cannot be the thread's. */
static int move_to(const side_t *X, int k, long long t, location_t *at) {
  const upc_stride_layout_t *L = X->layout;
  size_t e = (size_t)element(X, k, t), c = e / X->block[k];
  at->within += (e - c * X->block[k]) * X->within[k];
  if (L->gridded) {
    at->block += c / X->grid[k] * X->weight[k];
    return c % X->grid[k] == X->coordinate[k];
  }
  at->block += c * X->weight[k];
  if (X->listed != NULL) return has_listed(X, k, at);
  return !X->complete[k] || (long long)(place_of(L, at) % L->threads) == X->thread;
}

/* The thread does not have block c of dimension k, at this location: how many blocks further its next one is, if that
 * is known, else 1. */
static long long blocks_until_own(const side_t *X, int k, long long c, const location_t *at) {
  const upc_stride_layout_t *L = X->layout;
  long long blocks, round;
  int in_turn = L->gridded || (X->complete[k] && X->weight[k] == 1 && !L->placed);
  if (X->listed != NULL) return until_listed(X, k, c, at);
  if (!in_turn || L->owners != NULL || L->copies > 0) return 1;
  round = (long long)(L->gridded ? X->grid[k] : L->threads);
  if (L->gridded) blocks = (long long)X->coordinate[k] - c % round;
  else blocks = X->thread - (long long)(place_of(L, at) % L->threads);
  return ((X->step[k] > 0 ? blocks : -blocks) + round) % round;
}

/* The thread does not have element t of dimension k, at this location: elements from there on that are not its own. */
static long long until_own(const side_t *X, int k, long long t, const location_t *at) {
  long long b = (long long)X->block[k], e = element(X, k, t), step = X->step[k];
  long long blocks = blocks_until_own(X, k, e / b, at), away;
  away = (blocks - 1) * b + (step > 0 ? b - e % b : e % b + 1);
  return (away - 1) / (step > 0 ? step : -step) + 1;
}

static size_t offset(const side_t *X, const location_t *at) {
  const upc_stride_layout_t *L = X->layout;
  size_t slot = L->gridded ? at->block : place_of(L, at) / L->threads;
  return slot * L->blockbytes + at->within;
}

static long long common(long long a, long long b, long long most) {
  size_t inverse, g = upc_stride_gcd((size_t)a, (size_t)b, &inverse);
  return a > most || b > most || b / (long long)g > most / a ? most : a / (long long)g * b;
}

/* Elements along the last dimension until owners and places in blocks recur; at most `most`. */
static long long period(const side_t *X, int k, long long most) {
  const upc_stride_layout_t *L = X->layout;
  size_t round = X->block[k] == LINEAR ? 1 : X->block[k] * (L->gridded ? X->grid[k] : L->threads), inverse;
  long long step = X->step[k];
  size_t g = upc_stride_gcd((size_t)(step < 0 ? -step : step), round, &inverse);
  if (L->owners != NULL) return most;
  return (long long)(round / g) < most ? (long long)(round / g) : most;
}

/* Where element t of the last dimension lies on both sides; 0 if it is not theirs, and then *skip elements are not. */
static int find(const search_t *q, long long t, location_t s, location_t d, size_t *from, size_t *to, long long *skip) {
  int theirs = move_to(&q->from, q->last, t, &s), ours = move_to(&q->to, q->last, t, &d);
  long long run_s = theirs ? run_length(&q->from, q->last, t) : until_own(&q->from, q->last, t, &s);
  long long run_d = ours ? run_length(&q->to, q->last, t) : until_own(&q->to, q->last, t, &d);
  *from = offset(&q->from, &s);
  *to = offset(&q->to, &d);
  if (theirs && ours) {
    *skip = run_s < run_d ? run_s : run_d;
    return 1;
  }
  *skip = theirs ? run_d : ours ? run_s : run_s > run_d ? run_s : run_d;
  return 0;
}

/* Runs that lie one behind the other on both sides are one run. */
static void visit(search_t *q, const upc_stride_strided_t *runs) {
  upc_stride_strided_t one = *runs;
  if (one.from_stride == (long long)one.bytes && one.to_stride == (long long)one.bytes)
    one.bytes *= one.count, one.count = 1, one.from_stride = one.to_stride = 0;
  q->bytes += q->rows * one.bytes * one.count;
  q->runs += q->rows * one.count;
  if (q->visit != NULL) q->visit(q->context, &one);
}

/* Reports a run of `length` elements that recurs. `runs` has its first place on both sides, and the distances to its
 * next recurrence. Its elements may be next to each other or not. */
static void report(search_t *q, upc_stride_strided_t runs, long long length, long long recurs) {
  long long by_s = q->from.step[q->last] * (long long)q->from.within[q->last];
  long long by_d = q->to.step[q->last] * (long long)q->to.within[q->last];
  size_t elem = q->elem;
  long long i;
  runs.bytes = elem;
  runs.count = (size_t)recurs;
  if (by_s == (long long)elem && by_d == (long long)elem) {
    runs.bytes = elem * (size_t)length;
    visit(q, &runs);
  } else if (length < FEW && length <= recurs) { /* longer runs are taken one by one: they lie closer together */
    for (i = 0; i < length; i++, runs.from += (size_t)by_s, runs.to += (size_t)by_d) visit(q, &runs);
  } else {
    upc_stride_strided_t one = runs;
    one.count = (size_t)length, one.from_stride = by_s, one.to_stride = by_d;
    for (i = 0; i < recurs; i++, one.from += (size_t)runs.from_stride, one.to += (size_t)runs.to_stride)
      visit(q, &one);
  }
}

/* Elements begin..end-1, in which everything recurs every `again` elements. */
static void search_period(search_t *q, location_t s, location_t d, long long begin, long long end, long long again) {
  long long t = begin, skip, next, stop = again < end - begin ? begin + again : end;
  for (; t < stop; t += skip) {
    upc_stride_strided_t runs = {0, 0, 0, 1, 0, 0};
    long long full, rest;
    if (!find(q, t, s, d, &runs.from, &runs.to, &skip)) continue;
    if (skip > stop - t) skip = stop - t;
    full = end - t < skip ? 0 : (end - t - skip) / again + 1;
    rest = end - t - full * again;
    if (t + again < end) {
      size_t from, to;
      find(q, t + again, s, d, &from, &to, &next);
      runs.from_stride = (long long)(from - runs.from), runs.to_stride = (long long)(to - runs.to);
    }
    if (full > 0) report(q, runs, skip, full);
    if (rest > 0) {
      runs.from += (size_t)(runs.from_stride * full), runs.to += (size_t)(runs.to_stride * full);
      report(q, runs, rest < skip ? rest : skip, 1);
    }
  }
}

/* 1 where a period of both sides, of `again` elements, has no more runs than there are blocks of the larger side. The
 * period of the smaller side counts as one run, and all of a linear dimension. */
static int recurs_together(const search_t *q, const side_t *large, long long smaller, long long again) {
  const side_t *small = large == &q->from ? &q->to : &q->from;
  long long n = q->end - q->begin, step = large->step[q->last], block = (long long)large->block[q->last];
  if (again > n / 2) return 0;
  return small->block[q->last] == LINEAR || again / smaller <= n / ((block - 1) / (step < 0 ? -step : step) + 1);
}

/* Where both recur together well before the end, one period of both; else block by block of the side with larger
 * blocks, and in each a period of the other. */
static void last_dimension(search_t *q, location_t s, location_t d) {
  long long n = q->end - q->begin, period_s = period(&q->from, q->last, n), period_d = period(&q->to, q->last, n);
  long long again = common(period_s, period_d, n), t, skip;
  const side_t *large = period_s > period_d ? &q->from : &q->to;
  long long smaller = period_s < period_d ? period_s : period_d;
  if (recurs_together(q, large, smaller, again) || (period_s == n && period_d == n)) {
    search_period(q, s, d, q->begin, q->end, again);
    return;
  }
  for (t = q->begin; t < q->end; t += skip) {
    location_t at = large == &q->from ? s : d;
    if (!move_to(large, q->last, t, &at)) {
      skip = until_own(large, q->last, t, &at);
      continue;
    }
    skip = run_length(large, q->last, t);
    if (skip > q->end - t) skip = q->end - t;
    search_period(q, s, d, t, t + skip, large == &q->from ? period_d : period_s);
  }
}

/* Elements from t on of dimension k in the same block, on both sides: what is found behind one is behind all. */
static long long alike(const search_t *q, int k, long long t) {
  long long n = (long long)q->count[k] - t, run_s = run_length(&q->from, k, t), run_d = run_length(&q->to, k, t);
  if (run_s < n) n = run_s;
  return run_d < n ? run_d : n;
}

static void take(void *context, const upc_stride_strided_t *run) { *(upc_stride_strided_t *)context = *run; }

/* Visits the rows from t on of dimension k that are alike, if each has one run. How many rows are done; 0: none. */
static long long one_run_each(search_t *q, int k, long long t, location_t s, location_t d) {
  const long long rows = alike(q, k, t);
  upc_stride_strided_t run;
  search_t row;
  if (rows == 1) return 0;
  row = *q;
  row.visit = take;
  row.context = &run;
  row.rows = 1;
  row.runs = 0;
  last_dimension(&row, s, d);
  if (row.runs > 1) return 0;
  if (row.runs == 0) return rows;
  run.count = (size_t)rows;
  run.from_stride = q->from.step[k] * (long long)q->from.within[k];
  run.to_stride = q->to.step[k] * (long long)q->to.within[k];
  visit(q, &run);
  return rows;
}

static void dimension(search_t *q, int k, location_t s, location_t d) {
  long long t, n = (long long)q->count[k], skip, several = 0; /* rows before this one are known to have several runs */
  const size_t rows = q->rows;
  if (k == q->last) {
    last_dimension(q, s, d);
    return;
  }
  for (t = 0; t < n; t += skip) {
    location_t here = s, there = d;
    int theirs = move_to(&q->from, k, t, &here), ours = move_to(&q->to, k, t, &there);
    skip = 1;
    if (!theirs) skip = until_own(&q->from, k, t, &here);
    if (!ours) {
      const long long others = until_own(&q->to, k, t, &there);
      if (others > skip) skip = others;
    }
    if (theirs && ours) {
      const size_t before = q->runs;
      q->rows = rows;
      if (k + 1 == q->last && t >= several) {
        skip = one_run_each(q, k, t, here, there);
        if (skip > 0) continue;
        skip = 1;
        several = t + alike(q, k, t);
      }
      if (q->visit == NULL) skip = alike(q, k, t);
      q->rows = rows * (size_t)skip;
      dimension(q, k + 1, here, there);
      if (q->runs == before) skip = alike(q, k, t);
    }
  }
  q->rows = rows;
}

/* How many elements of the last dimension are taken at a time: some whole blocks, or an equal share of one block. Parts
 * are useless if the two threads share a single element in the last dimension of src. They are too short if the blocks
 * are short. */
static long long part_of_last(const search_t *q, const int *order) {
  size_t n = q->count[q->last], block = q->from.block[q->last], shares;
  int k = 0;
  if (order == NULL || order[q->last] == q->last) return (long long)n;
  while (order[k] != q->last) k++;
  if (q->from.block[k] == 1 || q->to.block[k] == 1) return (long long)n;
  if (q->to.block[q->last] < block) block = q->to.block[q->last];
  if (block < FEW) return (long long)n;
  if (block > n) block = n;
  shares = (block + PART - 1) / PART;
  return (long long)(shares == 1 ? PART / block * block : (block + shares - 1) / shares);
}

/* 1 if the last dimension is whole, in one block, and the innermost one, on this side. */
static int has_whole_rows(const side_t *X, const search_t *q, const int *order) {
  const upc_stride_layout_t *L = X->layout;
  const int own = order == NULL ? q->last : order[q->last];
  return q->count[q->last] == L->shape[own] && L->block[own] == L->shape[own] && X->step[q->last] == 1 &&
         (!L->gridded || L->grid[own] == 1) && X->within[q->last] == q->elem;
}

/* Searches all elements, for a visitor or to count them. */
static void search_all(search_t *q, const upc_stride_flow_t *F, int s, int d) {
  location_t zero = {0, 0};
  long long n, part;
  q->rows = 1;
  q->bytes = q->runs = 0;
  if (F->src.picks.layout->copies > 0 && s != d) return; /* each thread takes its own copy */
  if (!set_side(&q->from, &F->src, s, F->order) || !set_side(&q->to, &F->dst, d, NULL)) return;
  q->count = F->dst.picks.count;
  q->last = F->dst.picks.ndims - 1;
  q->elem = F->dst.picks.layout->elemsize;
  while (q->last > 0 && has_whole_rows(&q->from, q, F->order) && has_whole_rows(&q->to, q, NULL))
    q->elem *= q->count[q->last--];
  n = (long long)q->count[q->last];
  part = part_of_last(q, F->order);
  for (q->begin = 0; q->begin < n; q->begin = q->end) {
    q->end = n - q->begin < part ? n : q->begin + part;
    dimension(q, 0, zero, zero);
  }
}

void upc_stride_flow_copy(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  search_t q;
  q.visit = visit;
  q.context = context;
  search_all(&q, F, s, d);
}

void upc_stride_flow_copy_count(const upc_stride_flow_t *F, int s, int d, size_t *bytes, size_t *runs) {
  search_t q;
  q.visit = NULL;
  search_all(&q, F, s, d);
  *bytes = q.bytes;
  *runs = q.runs;
}
