/* SPDX-License-Identifier: BSD-3-Clause
 * Sections: from intervals to progressions of blocks, and the blocks of one thread among them. */
#include "layout/section.h"
#include "layout/places.h"
#include "base/number.h"

upc_stride_bounds_t upc_stride_bounds(const upc_stride_interval_t *iv, size_t extent) {
  upc_stride_bounds_t b;
  b.lo = iv->lo;
  b.step = 1;
  b.hi = iv->hi;
  if (iv->kind == UPC_STRIDE_INTERVAL_AT) b.hi = iv->lo;
  if (iv->kind == UPC_STRIDE_INTERVAL_STEP) b.step = iv->step;
  if (iv->kind == UPC_STRIDE_INTERVAL_ALL) b.lo = 0, b.hi = (long long)extent - 1;
  return b;
}

/* Steps of `by` that fit between two bounds, the nearer end first, and one for the start. */
static size_t steps(unsigned long long distance, unsigned long long by) {
  unsigned long long n = distance / by;
  return n + 1 == 0 ? (size_t)n : (size_t)n + 1;
}

/* The indices an interval picks out of 0..extent-1, as first, step and count. */
static int normalise(const upc_stride_interval_t *iv, size_t extent, long long *first, long long *step, size_t *count) {
  upc_stride_bounds_t b = upc_stride_bounds(iv, extent);
  long long lo = b.lo, by = b.step, hi = b.hi;
  unsigned long long from = (unsigned long long)lo, to = (unsigned long long)hi;
  *first = lo;
  *step = by;
  *count = 0;
  if (by == 0) return UPC_STRIDE_STEP_ZERO;
  if (by > 0 && lo <= hi) *count = steps(to - from, (unsigned long long)by);
  if (by < 0 && lo >= hi) *count = steps(from - to, 0ULL - (unsigned long long)by);
  if (*count == 1) *step = 1;
  return UPC_STRIDE_FINE;
}

size_t upc_stride_interval_count(const upc_stride_interval_t *iv, size_t extent) {
  long long first, step;
  size_t count;
  normalise(iv, extent, &first, &step, &count);
  return count;
}

/* The last index of a progression: exact also where the way there is longer than a long long. */
static long long last_of(long long first, long long step, size_t count) {
  return (long long)((unsigned long long)first + (unsigned long long)step * (count - 1));
}

static int outside(long long i, size_t extent) { return i < 0 || (unsigned long long)i >= extent; }

/* Fills in first, step and count of every dimension of the array; P->blocks = their product. */
static int intervals(upc_stride_picks_t *P, const size_t *extent, int n, const upc_stride_interval_t *iv,
                     upc_stride_mistake_t *m) {
  static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  const upc_stride_layout_t *L = P->layout;
  int k, empty = 0;
  for (k = 0; k < L->ndims; k++) {
    m->dimension = k;
    m->what = normalise(k < n ? &iv[k] : &all, extent[k], &P->first[k], &P->step[k], &P->count[k]);
    if (m->what != UPC_STRIDE_FINE) return m->what;
    empty |= P->count[k] == 0;
  }
  P->blocks = 0;
  if (empty) return UPC_STRIDE_FINE;
  P->blocks = 1;
  for (k = 0; k < L->ndims; k++) {
    long long last = last_of(P->first[k], P->step[k], P->count[k]);
    m->dimension = k;
    m->picked = outside(P->first[k], extent[k]) ? P->first[k] : last;
    if (outside(m->picked, extent[k])) return m->what = UPC_STRIDE_OUT_OF_RANGE;
    P->blocks *= P->count[k];
  }
  return UPC_STRIDE_FINE;
}

/* Not gridded: turns block coordinates into block numbers and merges dimensions that continue each other. */
static void merge(upc_stride_picks_t *P) {
  const upc_stride_layout_t *L = P->layout;
  long long weight[UPC_STRIDE_MAX_DIMS], start = (long long)L->first;
  int k, n = 0;
  for (k = L->ndims - 1; k >= 0; k--)
    weight[k] = k == L->ndims - 1 ? 1 : weight[k + 1] * (long long)L->nblocks[k + 1];
  for (k = 0; k < L->ndims; k++) {
    long long by = P->step[k] * weight[k];
    size_t count = P->count[k];
    start += P->first[k] * weight[k];
    if (count == 1) continue;
    if (n > 0 && P->step[n - 1] == by * (long long)count) {
      P->step[n - 1] = by;
      P->count[n - 1] *= count;
    } else {
      P->step[n] = by;
      P->count[n++] = count;
    }
  }
  if (n == 0) P->step[0] = 1, P->count[0] = 1, n = 1;
  P->ndims = n;
  P->first[0] = start;
}

int upc_stride_pick(upc_stride_picks_t *P, const upc_stride_layout_t *L, int n, const upc_stride_interval_t *iv,
                    upc_stride_mistake_t *m) {
  int k;
  P->layout = L;
  if (n < 0 || n > L->ndims) return m->what = UPC_STRIDE_TOO_MANY;
  if (intervals(P, L->nblocks, n, iv, m) != UPC_STRIDE_FINE || P->blocks == 0) return m->what;
  P->ndims = L->ndims;
  if (!L->gridded) merge(P);
  for (k = 0; k < P->ndims; k++) {
    size_t modulus = L->gridded ? L->grid[k] : L->threads;
    P->modulus[k] = modulus;
    P->divisor[k] = upc_stride_gcd(upc_stride_mod(P->step[k], modulus), modulus, &P->inverse[k]);
    P->period[k] = modulus / P->divisor[k];
    P->inverse[k] %= P->period[k];
  }
  return UPC_STRIDE_FINE;
}

int upc_stride_pick_elements(upc_stride_picks_t *P, const upc_stride_layout_t *L, int n,
                             const upc_stride_interval_t *iv, upc_stride_mistake_t *m) {
  P->layout = L;
  P->ndims = L->ndims;
  if (n < 0 || n > L->ndims) return m->what = UPC_STRIDE_TOO_MANY;
  return intervals(P, L->shape, n, iv, m);
}

long long upc_stride_solve(const upc_stride_picks_t *P, int k, long long target) {
  size_t t = upc_stride_mod(target, P->modulus[k]);
  if (t % P->divisor[k] != 0) return -1;
  return (long long)(t / P->divisor[k] * P->inverse[k] % P->period[k]);
}

size_t upc_stride_smallest(const upc_stride_picks_t *P) {
  const upc_stride_layout_t *L = P->layout;
  size_t edge = L->elements % L->blockelems;
  long long highest = P->first[0] - (long long)L->first;
  int k;
  if (L->padded || edge == 0 || L->ndims > 1) return L->blockbytes;
  for (k = 0; k < P->ndims; k++)
    if (P->step[k] > 0) highest += P->step[k] * (long long)(P->count[k] - 1);
  return highest == (long long)L->blocks - 1 ? edge * L->elemsize : L->blockbytes;
}

size_t upc_stride_block_bytes(const upc_stride_picks_t *P, size_t position) {
  const upc_stride_layout_t *L = P->layout;
  size_t edge = L->elements % L->blockelems;
  long long number = P->first[0] - (long long)L->first;
  int k;
  if (L->padded || edge == 0 || L->ndims > 1) return L->blockbytes;
  for (k = P->ndims - 1; k >= 0; k--) {
    number += P->step[k] * (long long)(position % P->count[k]);
    position /= P->count[k];
  }
  return number == (long long)L->blocks - 1 ? edge * L->elemsize : L->blockbytes;
}

size_t upc_stride_at_position(const upc_stride_picks_t *P, size_t position, size_t *offset) {
  const upc_stride_layout_t *L = P->layout;
  size_t c[UPC_STRIDE_MAX_DIMS], slot, thread;
  long long number = P->first[0];
  int k;
  for (k = P->ndims - 1; k >= 0; k--) {
    size_t i = position % P->count[k];
    position /= P->count[k];
    if (L->gridded) c[k] = (size_t)(P->first[k] + P->step[k] * (long long)i);
    else number += P->step[k] * (long long)i;
  }
  if (L->gridded) {
    thread = upc_stride_places_owner(L, c, &slot);
  } else {
    slot = upc_stride_places_number(L, number) / L->threads;
    thread = upc_stride_places_number(L, number) % L->threads;
  }
  *offset = slot * L->blockbytes;
  return thread;
}

/* Not gridded: the place in the round of the block where it->at[] is. */
static size_t number_of(const upc_stride_own_t *it) {
  const upc_stride_picks_t *P = it->picks;
  long long number = P->first[0];
  int k;
  for (k = 0; k < P->ndims; k++) number += P->step[k] * (long long)it->at[k];
  return upc_stride_places_number(P->layout, number);
}

/* Where it->at[] is: the position, and the block's place in the thread's part. */
static void locate(upc_stride_own_t *it) {
  const upc_stride_picks_t *P = it->picks;
  const upc_stride_layout_t *L = P->layout;
  size_t position = 0, c[UPC_STRIDE_MAX_DIMS], slot;
  int k;
  for (k = 0; k < P->ndims; k++) position = position * P->count[k] + it->at[k];
  it->position = position;
  if (L->gridded) {
    for (k = 0; k < P->ndims; k++) c[k] = (size_t)(P->first[k] + P->step[k] * (long long)it->at[k]);
    upc_stride_layout_block(L, c, &slot);
  } else {
    slot = number_of(it) / L->threads;
  }
  it->offset = slot * L->blockbytes;
}

/* Not gridded: of the merged dimensions one is solved for a thread and the others are searched. Solving the longest
 * leaves least to search: of two, at most as many steps as the team and an average member's blocks together. */
static int longest(const upc_stride_picks_t *P) {
  int k, best = 0;
  for (k = 1; k < P->ndims; k++)
    if (P->count[k] >= P->count[best]) best = k;
  return best;
}

/* The first i of the solved dimension that is the thread's, the others being at it->at[]; 0 if there is none. */
static int settle(upc_stride_own_t *it) {
  const upc_stride_picks_t *P = it->picks;
  long long target = (long long)it->thread - P->first[0], i;
  int k;
  for (k = 0; k < P->ndims; k++)
    if (k != it->solved) target -= P->step[k] * (long long)it->at[k];
  i = upc_stride_solve(P, it->solved, target);
  if (i < 0 || (size_t)i >= P->count[it->solved]) return 0;
  it->from[it->solved] = it->at[it->solved] = (size_t)i;
  return 1;
}

/* Moves all dimensions but the solved one (-1: none) one step on, the last fastest; 0 at the end. */
static int advance(upc_stride_own_t *it) {
  int k;
  for (k = it->picks->ndims - 1; k >= 0; k--) {
    if (k == it->solved) continue;
    it->at[k] += it->every[k];
    if (it->at[k] < it->picks->count[k]) return 1;
    it->at[k] = it->from[k];
  }
  return 0;
}

/* With a list of owners every block is looked at: none follows from the others. */
static int is_own(const upc_stride_own_t *it) {
  const upc_stride_layout_t *L = it->picks->layout;
  return it->solved >= 0 || L->owners == NULL || number_of(it) % L->threads == it->thread;
}

static int first_in_list(upc_stride_own_t *it) {
  int k;
  it->solved = -1;
  for (k = 0; k < it->picks->ndims; k++) it->from[k] = it->at[k] = 0, it->every[k] = 1;
  while (!is_own(it))
    if (!advance(it)) return 0;
  return 1;
}

/* Gridded: every dimension has its own congruence. */
static int first_in_grid(upc_stride_own_t *it, size_t thread) {
  const upc_stride_picks_t *P = it->picks;
  int k;
  it->solved = -1;
  if (P->layout->placed && !upc_stride_places_of(P->layout, &thread)) return 0;
  for (k = P->ndims - 1; k >= 0; k--) {
    long long i = upc_stride_solve(P, k, (long long)(thread % P->modulus[k]) - P->first[k]);
    if (i < 0 || (size_t)i >= P->count[k]) return 0;
    thread /= P->modulus[k];
    it->from[k] = it->at[k] = (size_t)i;
    it->every[k] = P->period[k];
  }
  return 1;
}

static int first_in_line(upc_stride_own_t *it) {
  const upc_stride_picks_t *P = it->picks;
  int k;
  if (P->layout->owners != NULL) return first_in_list(it);
  it->solved = longest(P);
  for (k = 0; k < P->ndims; k++) it->from[k] = it->at[k] = 0, it->every[k] = 1;
  it->every[it->solved] = P->period[it->solved];
  while (!settle(it))
    if (!advance(it)) return 0;
  return 1;
}

int upc_stride_own_first(upc_stride_own_t *it, const upc_stride_picks_t *P, size_t thread) {
  if (P->blocks == 0) return 0;
  it->picks = P;
  it->thread = thread;
  if (!(P->layout->gridded ? first_in_grid(it, thread) : first_in_line(it))) return 0;
  locate(it);
  return 1;
}

int upc_stride_own_next(upc_stride_own_t *it) {
  const upc_stride_picks_t *P = it->picks;
  int k = it->solved;
  if (k >= 0 && it->at[k] + it->every[k] < P->count[k]) {
    it->at[k] += it->every[k];
  } else {
    do {
      if (!advance(it)) return 0;
    } while (k >= 0 ? !settle(it) : !is_own(it));
  }
  locate(it);
  return 1;
}

/* The other fields follow from these. */
int upc_stride_layout_same(const upc_stride_layout_t *a, const upc_stride_layout_t *b) {
  int k = 0;
  if (a->ndims != b->ndims || a->gridded != b->gridded || a->padded != b->padded || a->placed != b->placed) return 0;
  while (k < a->ndims && a->shape[k] == b->shape[k] && a->block[k] == b->block[k] && a->grid[k] == b->grid[k]) k++;
  return k == a->ndims && a->threads == b->threads && a->first == b->first && a->elemsize == b->elemsize &&
         a->copies == b->copies && a->owners == b->owners;
}
