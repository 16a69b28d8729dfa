/* SPDX-License-Identifier: BSD-3-Clause
 * The cut of a Fourier transform. The threads form a line or a grid, and each side of the grid cuts one dimension. An
 * axis is transformed in a stage in which it is whole. Then a side goes over to another dimension: the threads of a row
 * or column of the grid exchange. Of all dimensions and grids that are possible, those are taken that cost least. */
#include "numerics/fft_cut.h"
#include "base/of_thread.h"

#include <string.h>

/* An estimate, and not measured. */
static UPC_STRIDE_OF_THREAD size_t shortest_line = 4096;
size_t *upc_stride_fft_shortest_line(void) { return &shortest_line; }

/* With 64 KB it took longer among near threads and eight simulated nodes. */
static UPC_STRIDE_OF_THREAD size_t message_bytes = 1 << 20;
size_t *upc_stride_fft_message_bytes(void) { return &message_bytes; }

enum {
  SIDES = 2,
  MESSAGE_ELEMENTS = 1000,            /* a message takes as long as so many elements: an estimate, not measured */
  PASS = 2,                           /* to transform an element, or to copy it, is to read and to write it */
  RUN_ELEMENTS = 8,                   /* to copy elements that lie together takes as long as so many elements more: an
                                         estimate, not measured */
  SHORT_RUN = 64                      /* blocks are so large that these many elements lie together */
};

static size_t pieces(size_t all, size_t piece) { return (all + piece - 1) / piece; }
static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

/* ---- layouts ---- */

/* Without a grid, blocks go round all threads. That is a layout of this form if one dimension alone has several. */
static int rounds(upc_stride_fft_layout_t *to, const upc_stride_layout_t *L) {
  int d, several = 0;
  if (L->first != 0) return 0;
  for (d = 0; d < L->ndims; d++) {
    to->parts[d] = to->weight[d] = 1;
    if (L->nblocks[d] == 1) continue;
    to->parts[d] = L->threads;
    several++;
  }
  return several <= 1;
}

int upc_stride_fft_layout_of(upc_stride_fft_layout_t *to, const upc_stride_layout_t *L) {
  size_t weight = 1;
  int d;
  to->ndims = L->ndims;
  memcpy(to->shape, L->shape, sizeof to->shape);
  memcpy(to->block, L->block, sizeof to->block);
  if (L->placed || L->owners != NULL || L->copies != 0) return 0;
  if (!L->gridded) return rounds(to, L);
  for (d = L->ndims; d-- > 0; weight *= L->grid[d]) to->parts[d] = L->grid[d], to->weight[d] = weight;
  return 1;
}

int upc_stride_fft_owner(const size_t *block, void *layout) {
  const upc_stride_fft_layout_t *L = layout;
  size_t thread = 0;
  int d;
  for (d = 0; d < L->ndims; d++) thread += block[d] % L->parts[d] * L->weight[d];
  return (int)thread;
}

static size_t most_along(const upc_stride_fft_layout_t *L, int d) {
  return at_most(L->shape[d], pieces(pieces(L->shape[d], L->block[d]), L->parts[d]) * L->block[d]);
}

size_t upc_stride_fft_share(const upc_stride_fft_layout_t *L) {
  size_t elements = 1;
  int d;
  for (d = 0; d < L->ndims; d++) elements *= most_along(L, d);
  return elements;
}

static int is_whole(const upc_stride_fft_layout_t *L, int d) { return L->block[d] >= L->shape[d]; }

static int same_cut(const upc_stride_fft_layout_t *a, const upc_stride_fft_layout_t *b, int d) {
  if (is_whole(a, d) && is_whole(b, d)) return 1;
  return a->parts[d] == b->parts[d] && (a->parts[d] == 1 || a->weight[d] == b->weight[d]);
}

int upc_stride_fft_alike(const upc_stride_fft_layout_t *a, const upc_stride_fft_layout_t *b, int but) {
  int d;
  for (d = 0; d < a->ndims; d++)
    if (d != but && (!same_cut(a, b, d) || (!(is_whole(a, d) && is_whole(b, d)) && a->block[d] != b->block[d])))
      return 0;
  return 1;
}

/* ---- a candidate ---- */

/* Side s of the grid cuts dimension from[s] at first, and to[s] in the end; -1: nothing. They go over in this order. */
typedef struct candidate {
  size_t parts[SIDES];
  int from[SIDES], to[SIDES], order[SIDES];
} candidate_t;

/* The extents of what stage s reads. */
static void set_shape(upc_stride_fft_layout_t *L, const upc_stride_fft_problem_t *q, int stage) {
  const size_t *shape = stage == 0 || q->kind == UPC_STRIDE_FFT_TO_REAL ? q->from : q->to;
  L->ndims = q->ndims;
  memcpy(L->shape, shape, (size_t)q->ndims * sizeof *shape);
}

static size_t weight_of(const candidate_t *c, int side) { return side == 0 ? c->parts[1] : 1; }

/* Dimension d is cut by a side, or whole if side is -1. */
static void set_cut(upc_stride_fft_layout_t *L, int d, const candidate_t *c, int side) {
  L->parts[d] = side < 0 ? 1 : c->parts[side];
  L->weight[d] = side < 0 ? 1 : weight_of(c, side);
  L->block[d] = pieces(L->shape[d], L->parts[d]);
}

static void first_layout(upc_stride_fft_layout_t *L, const upc_stride_fft_problem_t *q, const candidate_t *c) {
  int d, side;
  set_shape(L, q, 0);
  for (d = 0; d < q->ndims; d++) set_cut(L, d, c, -1);
  for (side = 0; side < SIDES; side++)
    if (c->from[side] >= 0) set_cut(L, c->from[side], c, side);
}

/* 1 if all axes of the set are whole. */
static int are_whole(const upc_stride_fft_layout_t *L, unsigned axes) {
  int d;
  for (d = 0; d < L->ndims; d++)
    if ((axes >> d & 1) && !is_whole(L, d)) return 0;
  return 1;
}

/* The axes that the stage transforms, of those that are left. Real numbers come first, or last. */
static unsigned axes_of(const upc_stride_fft_problem_t *q, const upc_stride_fft_layout_t *L, unsigned left, int last) {
  unsigned axes = 0;
  int d;
  for (d = 0; d < q->ndims; d++)
    if ((left >> d & 1) && is_whole(L, d) && (q->kind != UPC_STRIDE_FFT_TO_REAL || d != q->real || last))
      axes |= 1u << d;
  return axes;
}

static int moves(const candidate_t *c, int side) { return c->from[side] != c->to[side]; }

/* The layouts and axes of all stages; 0 if some axis is never whole, or the real one at the wrong time. */
static int set_stages(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *q, const candidate_t *c) {
  const int last = moves(c, 0) + moves(c, 1);
  unsigned left = 0;
  int d, i, s = 0;
  for (d = 0; d < q->ndims; d++) left |= (unsigned)(q->axis[d] != 0) << d;
  first_layout(&cut->stage[0].layout, q, c);
  cut->stages = last + 1;
  for (i = 0;; i++) {
    upc_stride_fft_stage_t *stage = &cut->stage[s];
    while (i < SIDES && !moves(c, c->order[i])) i++;
    stage->axes = axes_of(q, &stage->layout, left, s == last);
    if (s == 0 && q->kind == UPC_STRIDE_FFT_FROM_REAL && !(stage->axes >> q->real & 1)) return 0;
    left &= ~stage->axes;
    if (s == last) return left == 0;
    stage[1].layout = stage->layout;
    set_shape(&stage[1].layout, q, s + 1);
    for (d = 0; d < q->ndims; d++)
      if (is_whole(&stage->layout, d)) stage[1].layout.block[d] = stage[1].layout.shape[d];
    set_cut(&stage[1].layout, c->from[c->order[i]], c, -1);
    set_cut(&stage[1].layout, c->to[c->order[i]], c, c->order[i]);
    s++;
  }
}

/* ---- what is in its place already ---- */

/* The first stage reads in itself, if its axes are whole there and no thread has much more than it should. */
static int can_read_in(const upc_stride_fft_problem_t *q, const upc_stride_fft_cut_t *cut) {
  const upc_stride_fft_stage_t *first = &cut->stage[0];
  if (q->in == NULL || (q->kind == UPC_STRIDE_FFT_TO_REAL && cut->stages == 1)) return 0; /* it destroys its data */
  return are_whole(q->in, first->axes) &&
         2 * upc_stride_fft_share(q->in) <= 3 * upc_stride_fft_share(&first->layout);
}

static int can_leave_out(const upc_stride_fft_problem_t *q, const upc_stride_fft_cut_t *cut) {
  const upc_stride_fft_stage_t *last = &cut->stage[cut->stages - 1];
  if (q->out == NULL || !are_whole(q->out, last->axes)) return 0;
  if (cut->stages == 1 && cut->reads_in) return upc_stride_fft_alike(q->in, q->out, q->real);
  return 2 * upc_stride_fft_share(q->out) <= 3 * upc_stride_fft_share(&last->layout);
}

static void take_layout(upc_stride_fft_layout_t *L, const upc_stride_fft_layout_t *of) {
  int d;
  for (d = 0; d < L->ndims; d++) {
    L->parts[d] = of->parts[d], L->weight[d] = of->weight[d];
    L->block[d] = of->block[d] >= of->shape[d] ? L->shape[d] : of->block[d];
  }
}

/* Where dimensions stay cut as they are in `of`, the blocks become the same. */
static void follow(upc_stride_fft_layout_t *L, const upc_stride_fft_layout_t *of) {
  int d;
  for (d = 0; d < L->ndims; d++)
    if (!is_whole(L, d) && !is_whole(of, d) && same_cut(L, of, d)) L->block[d] = of->block[d];
}

static void use_in_and_out(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *q) {
  int s;
  cut->reads_in = can_read_in(q, cut);
  cut->leaves_out = can_leave_out(q, cut);
  if (cut->reads_in) take_layout(&cut->stage[0].layout, q->in);
  if (cut->leaves_out && !(cut->reads_in && cut->stages == 1))
    take_layout(&cut->stage[cut->stages - 1].layout, q->out);
  for (s = 1; s < cut->stages - cut->leaves_out; s++) follow(&cut->stage[s].layout, &cut->stage[s - 1].layout);
  for (s = cut->stages - 2; s >= cut->reads_in; s--) follow(&cut->stage[s].layout, &cut->stage[s + 1].layout);
}

/* ---- cost ---- */

/* The threads that one exchanges with. */
static double partners(const upc_stride_fft_layout_t *a, const upc_stride_fft_layout_t *b, int threads) {
  double most = 1;
  int d;
  for (d = 0; d < a->ndims; d++) {
    const size_t p = a->parts[d] > b->parts[d] ? a->parts[d] : b->parts[d];
    if (same_cut(a, b, d) && (is_whole(a, d) || a->block[d] == b->block[d])) continue;
    if (is_whole(a, d) || same_cut(a, b, d)) most *= (double)p; /* of two dimensions the one that gets cut counts */
    else if (!is_whole(b, d)) return threads - 1;
  }
  return (most > threads ? threads : most) - 1;
}

/* Elements that lie together in both layouts: those of the last dimensions, up to one that is cut. */
static double run(const upc_stride_fft_layout_t *a, const upc_stride_fft_layout_t *b) {
  double elements = 1;
  int d;
  for (d = a->ndims; d-- > 0;) {
    elements *= (double)at_most(at_most(a->block[d], b->block[d]), a->shape[d]);
    if (!is_whole(a, d) || !is_whole(b, d)) break;
  }
  return elements;
}

/* The cost of a copy of all elements, those that stay on their thread too. `from` or `to` is null if its layout has no
 * form that is known here: then each thread may exchange with all others. */
static double copied(const upc_stride_fft_layout_t *from, const upc_stride_fft_layout_t *to, size_t share,
                     int threads) {
  const int known = from != NULL && to != NULL;
  const double others = known ? partners(from, to, threads) : threads - 1, elements = (double)share;
  return PASS * elements + elements * others / (others + 1) + MESSAGE_ELEMENTS * others +
         (known ? RUN_ELEMENTS * elements / run(from, to) : 0);
}

static void set_cost(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *q) {
  const upc_stride_fft_layout_t *before = q->in;
  size_t share = 0;
  int s;
  cut->cost = 0;
  for (s = 0; s < cut->stages; s++) {
    const upc_stride_fft_layout_t *const L = &cut->stage[s].layout;
    share = upc_stride_fft_share(L);
    if (s > 0 || !cut->reads_in) cut->cost += copied(before, L, share, q->threads);
    cut->cost += PASS * (double)share;
    before = L;
  }
  if (!cut->leaves_out) cut->cost += copied(before, q->out, share, q->threads);
}

/* ---- chunks ---- */

/* A dimension that stages 0 to s cut, and do not transform: the chunks of all of them are the same. Or -1. */
static int common_dimension(const upc_stride_fft_cut_t *cut, int s) {
  int d, i;
  for (d = 0; d < cut->stage[0].layout.ndims; d++) {
    for (i = 0; i <= s; i++)
      if (is_whole(&cut->stage[i].layout, d) || (cut->stage[i].axes >> d & 1)) break;
    if (i > s) return d;
  }
  return -1;
}

/* A dimension in which a stage goes on chunk by chunk. */
static int along(const upc_stride_fft_cut_t *cut, int s) {
  const int last = cut->stages - 1, all = common_dimension(cut, last), before = common_dimension(cut, last - 1);
  const upc_stride_fft_stage_t *stage = &cut->stage[s];
  int d, found = 0;
  if (all >= 0) return all;
  if (s < last && before >= 0) return before;
  for (d = 0; d < stage->layout.ndims; d++)
    if (!is_whole(&stage->layout, d) && !(stage->axes >> d & 1)) found = d;
  return found;
}

/* 1 if the blocks along a stage's chunks are given: by in, by out, or by the stage before. */
static int is_given(const upc_stride_fft_cut_t *cut, int s) {
  const int last = cut->stages - 1, d = cut->stage[s].along;
  const upc_stride_fft_layout_t *L = &cut->stage[s].layout, *end = &cut->stage[last].layout;
  if ((s == 0 && cut->reads_in) || (s == last && cut->leaves_out)) return 1;
  if (s > 0 && d == cut->stage[s - 1].along) return 1;
  return cut->leaves_out && !is_whole(end, d) && same_cut(L, end, d);
}

static void set_chunks(upc_stride_fft_stage_t *stage, size_t chunks, int given) {
  upc_stride_fft_layout_t *L = &stage->layout;
  const int d = stage->along;
  const size_t most = pieces(L->shape[d], L->parts[d]);
  size_t round, blocks, least = SHORT_RUN;
  int k;
  stage->length = L->shape[d], stage->chunks = 1;
  if (stage->axes >> d & 1) return;   /* it cuts no dimension */
  for (k = d + 1; k < L->ndims; k++) least = pieces(least, L->block[k]);
  blocks = pieces(most, at_most(least, most)); /* so many blocks have SHORT_RUN elements together */
  if (!given) L->block[d] = pieces(most, at_most(chunks, blocks));
  round = L->block[d] * L->parts[d];
  stage->length = pieces(pieces(L->shape[d], round), chunks) * round;
  stage->chunks = pieces(L->shape[d], stage->length);
}

static void set_all_chunks(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *q) {
  const double share = (double)upc_stride_fft_share(&cut->stage[0].layout);
  double chunks = share * (double)q->bytes / q->threads / (double)message_bytes;
  int s;
  if (q->threads == 1 || chunks < 1) chunks = 1;
  if (chunks > (double)q->most_chunks) chunks = (double)q->most_chunks;
  for (s = 0; s < cut->stages; s++) {
    upc_stride_fft_stage_t *stage = &cut->stage[s];
    const int given = (stage->along = along(cut, s), is_given(cut, s)), last = s == cut->stages - 1;
    if (s > 0 && stage->along == stage[-1].along && !(stage->axes >> stage->along & 1) && !(last && cut->leaves_out))
      stage->layout.block[stage->along] = stage[-1].layout.block[stage->along];
    set_chunks(stage, (size_t)chunks, given);
  }
}

/* ---- the search ---- */

static void try_one(upc_stride_fft_cut_t *best, const upc_stride_fft_problem_t *q, const candidate_t *c) {
  upc_stride_fft_cut_t trial;
  if (!set_stages(&trial, q, c)) return;
  use_in_and_out(&trial, q);
  set_cost(&trial, q);
  if (best->stages == 0 || trial.cost < best->cost) *best = trial;
}

/* All grids of about as many threads as there are. */
static void try_grids(upc_stride_fft_cut_t *best, const upc_stride_fft_problem_t *q, candidate_t *c) {
  const size_t threads = (size_t)q->threads;
  size_t p;
  c->parts[0] = threads, c->parts[1] = 1;
  if (c->from[1] < 0) {
    try_one(best, q, c);
    return;
  }
  for (p = 2; p * p <= threads; p++) {
    c->parts[0] = p, c->parts[1] = threads / p;
    try_one(best, q, c);
    c->parts[0] = threads / p, c->parts[1] = p;
    try_one(best, q, c);
  }
}

/* Side s goes over from its first dimension to each that it may cut then; one that is not transformed stays. */
static void try_moves(upc_stride_fft_cut_t *best, const upc_stride_fft_problem_t *q, candidate_t *c, int i) {
  int d, side;
  if (i == SIDES) {
    try_grids(best, q, c);
    return;
  }
  side = c->order[i];
  c->to[side] = c->from[side];
  if (c->from[side] < 0 || !q->axis[c->from[side]]) {
    try_moves(best, q, c, i + 1);
    return;
  }
  for (d = 0; d < q->ndims; d++) {
    const int other = !side, now = i == 0 ? c->from[other] : c->to[other];
    if (d == c->from[side] || d == now) continue;
    c->to[side] = d;
    try_moves(best, q, c, i + 1);
  }
}

void upc_stride_fft_choose(upc_stride_fft_cut_t *cut, const upc_stride_fft_problem_t *q) {
  candidate_t c;
  int a, b, order;
  cut->stages = 0;
  for (a = -1; a < q->ndims; a++)
    for (b = -1; b < (a < 0 ? 0 : q->ndims); b++)
      for (order = 0; order < (b < 0 ? 1 : SIDES); order++) {
        if (a >= 0 && a == b) continue;
        c.from[0] = a, c.from[1] = b;
        c.order[0] = !order, c.order[1] = order;
        c.parts[0] = (size_t)q->threads, c.parts[1] = 1;
        try_moves(cut, q, &c, 0);
      }
  set_all_chunks(cut, q);
}
