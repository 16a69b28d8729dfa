/* SPDX-License-Identifier: BSD-3-Clause
 * Every operation between random sections of random arrays against the model, under every synchronisation, each mode
 * leant on as hard as it allows: IN_MYSYNC fills sources just before the call, IN_ALLSYNC lets another member do it;
 * OUT_MYSYNC destroys the caller's own data right after, OUT_ALLSYNC reads another member's.
 * Calls are blocking, or split-phase and then tested or waited for.
 * usage: operations [rounds [seed [operation]]] */
#include "model.h"

/* ---- a random call ---- */

static void shape(world_array_t *A, size_t bytes) {
  static const int most[WORLD_DIMS + 1] = {0, 24, 7, 4, 3};
  int k;
  A->ndims = random_in(1, WORLD_DIMS);
  world_grid(A);
  world_size(A, most[A->ndims], bytes > 0 ? 2 : 4);
  k = A->ndims - 1;
  while (A->blockbytes < bytes) { /* longer rows: blocks of at least so many bytes */
    size_t rest = A->block[k] * A->nblocks[k] - A->shape[k];
    A->blockbytes = A->blockbytes / A->block[k] * (A->block[k] + 3);
    A->block[k] += 3;
    A->shape[k] = A->nblocks[k] * A->block[k] - rest;
  }
}

/* A section of `want` blocks (0: any number that is not), or of the first block alone. */
static void section_of(const world_array_t *A, world_section_t *X, int want) {
  int d, tries;
  for (tries = 0; tries < 300; tries++) {
    world_section(A, X);
    if (want > 0 ? X->k == want : X->k > 0 && X->k <= MOST) return;
  }
  for (d = 0; d < A->ndims; d++) X->iv[d] = UPC_STRIDE_AT(0);
  world_resolve(A, X);
}

/* Intervals of as many elements in each dimension of both. */
static void elements(void) {
  int d;
  for (d = 0; d < D.ndims; d++) {
    int n = (int)(D.shape[d] < S.shape[d] ? D.shape[d] : S.shape[d]), count = random_in(1, n), side;
    for (side = 0; side < 2; side++) {
      int extent = (int)(side == 0 ? D.shape[d] : S.shape[d]), step = 1, lo;
      if (count > 1) step = random_in(1, (extent - 1) / (count - 1));
      if (random_below(3) == 0) step = 1;
      lo = random_below(extent - (count - 1) * step);
      if (random_below(4) == 0) lo += (count - 1) * step, step = -step;
      (side == 0 ? &to : &from)->iv[d] = UPC_STRIDE_STEP(lo, step, lo + (count - 1) * step);
    }
  }
}

static void shuffle(void) {
  int i;
  for (i = 0; i < c.k; i++) c.perm[i] = i;
  for (i = c.k - 1; i > 0; i--) {
    int j = random_below(i + 1), x = c.perm[i];
    c.perm[i] = c.perm[j], c.perm[j] = x;
  }
}

/* Counts up to len, and displacements with gaps; or none, one after another. */
static void uneven(void) {
  size_t at = 0;
  int i;
  c.lists = random_below(2);
  for (i = 0; i < c.k; i++) {
    c.counts[i] = random_below(4) == 0 ? 0 : (size_t)random_below((int)c.len + 1);
    c.displs[i] = c.lists ? (size_t)i * c.len : at;
    at += c.counts[i];
  }
}

static void uneven_slots(void) {
  int i, j;
  c.lists = random_below(2);
  for (i = 0; i < c.k * c.k; i++) c.counts[i] = random_below(4) == 0 ? 0 : (size_t)random_below((int)c.len + 1);
  for (j = 0; j < c.k; j++)
    for (i = 0; i < c.k; i++) {
      c.displs[j * c.k + i] = c.lists || j == 0 ? (size_t)j * c.len
                                                : c.displs[(j - 1) * c.k + i] + c.counts[(j - 1) * c.k + i];
      c.from[j * c.k + i] = c.lists || i == 0 ? (size_t)i * c.len : c.from[j * c.k + i - 1] + c.counts[j * c.k + i - 1];
    }
}

/* Both arrays for k blocks; a block of D then holds what comes together in it. */
static void arrays(void) {
  int same = c.op == EXCHANGE || c.op == EXCHANGEV || c.op == PERMUTE || c.op == PREFIX_REDUCE, together;
  do {
    shape(&S, 0);
    if (from_section()) section_of(&S, &from, 0);
    else from.k = 0;
    together = c.op == EXCHANGE || c.op == EXCHANGEV || c.op == GATHER_ALL || c.op == GATHER_ALLV;
    c.len = (size_t)random_in(1, random_below(3) == 0 ? 100 : 20);
    shape(&D, (together ? (size_t)from.k : 1) * c.len);
    if (to_section()) section_of(&D, &to, same ? from.k : 0);
    else to.k = 0;
  } while ((same && from.k != to.k) || (c.op == EXCHANGEV && from.k > 24));
  c.k = from_section() ? from.k : to.k;
  if (same && c.op != PERMUTE && c.op != PREFIX_REDUCE) while (S.blockbytes < (size_t)c.k * c.len) c.len--;
  if (from_section() && c.len > S.blockbytes) c.len = S.blockbytes;
  c.nelems = (int)((S.blockbytes < D.blockbytes || c.op == REDUCE ? S.blockbytes : D.blockbytes) / 4);
}

static void scene(int op) {
  c.op = op;
  c.root = random_below(THREADS);
  c.noncomm = random_below(2);
  c.start = (size_t)random_below(64) * 4;
  if (op == COPY) {
    do { shape(&D, 0); shape(&S, 0); } while (D.ndims != S.ndims);
    elements();
  } else {
    arrays();
  }
  if (op == PERMUTE) shuffle();
  if (op == SCATTERV || op == GATHERV || op == GATHER_ALLV) uneven();
  if (op == EXCHANGEV) uneven_slots();
  world_alloc(&D);
  world_alloc(&S);
  model();
}

/* ---- the call ---- */

static upc_stride_handle_t call(upc_flag_t f, int nb) {
  upc_stride_section_t d = upc_stride_section(D.array, to.iv), s = upc_stride_section(S.array, from.iv);
  shared void *place = (shared void *)(world_block(&W, c.root) + c.start);
  const size_t *displs = c.lists ? c.displs : NULL, *starts = c.lists ? c.from : NULL;
  upc_op_t op = c.noncomm ? UPC_NONCOMM_FUNC : UPC_ADD;
  size_t n = (size_t)c.nelems;
  if (nb) switch (c.op) {
    case BROADCAST: return upc_stride_broadcast_nb(d, place, c.len, f);
    case SCATTER: return upc_stride_scatter_nb(d, place, c.len, f);
    case GATHER: return upc_stride_gather_nb(place, s, c.len, f);
    case GATHER_ALL: return upc_stride_gather_all_nb(d, s, c.len, f);
    case EXCHANGE: return upc_stride_exchange_nb(d, s, c.len, f);
    case PERMUTE: return upc_stride_permute_nb(d, s, c.perm, c.len, f);
    case REDUCE: return upc_stride_reduce_nb(place, s, n, op, UPC_UINT32, compose_all, f);
    case REDUCE_ALL: return upc_stride_reduce_all_nb(d, s, n, op, UPC_UINT32, compose_all, f);
    case PREFIX_REDUCE: return upc_stride_prefix_reduce_nb(d, s, n, op, UPC_UINT32, compose_all, f);
    case COPY: return upc_stride_copy_nb(d, s, f);
    case SCATTERV: return upc_stride_scatterv_nb(d, place, c.counts, displs, f);
    case GATHERV: return upc_stride_gatherv_nb(place, s, c.counts, displs, f);
    case GATHER_ALLV: return upc_stride_gather_allv_nb(d, s, c.counts, displs, f);
    case EXCHANGEV: return upc_stride_exchangev_nb(d, s, c.counts, displs, starts, f);
  }
  switch (c.op) {
    case BROADCAST: upc_stride_broadcast(d, place, c.len, f); break;
    case SCATTER: upc_stride_scatter(d, place, c.len, f); break;
    case GATHER: upc_stride_gather(place, s, c.len, f); break;
    case GATHER_ALL: upc_stride_gather_all(d, s, c.len, f); break;
    case EXCHANGE: upc_stride_exchange(d, s, c.len, f); break;
    case PERMUTE: upc_stride_permute(d, s, c.perm, c.len, f); break;
    case REDUCE: upc_stride_reduce(place, s, n, op, UPC_UINT32, compose_all, f); break;
    case REDUCE_ALL: upc_stride_reduce_all(d, s, n, op, UPC_UINT32, compose_all, f); break;
    case PREFIX_REDUCE: upc_stride_prefix_reduce(d, s, n, op, UPC_UINT32, compose_all, f); break;
    case COPY: upc_stride_copy(d, s, f); break;
    case SCATTERV: upc_stride_scatterv(d, place, c.counts, displs, f); break;
    case GATHERV: upc_stride_gatherv(place, s, c.counts, displs, f); break;
    case GATHER_ALLV: upc_stride_gather_allv(d, s, c.counts, displs, f); break;
    case EXCHANGEV: upc_stride_exchangev(d, s, c.counts, displs, starts, f); break;
  }
  return NULL;
}

/* ---- before and after ---- */

/* The blocks of thread `whose`, written by the caller. */
static void write_sources(int whose) {
  static unsigned char copy[PLACE];
  const world_array_t *A = from_section() ? &S : &W;
  int number;
  size_t at;
  for (number = 0; number < (int)A->blocks; number++) {
    if (world_owner(A, number) != whose) continue;
    for (at = 0; at < A->blockbytes; at++) copy[at] = (unsigned char)world_byte(from_section() ? 9 : 5, A, number, at);
    upc_memput((shared void *)world_block(A, number), copy, A->blockbytes);
  }
}

static void compare(const world_array_t *A, int number, const unsigned char *wanted) {
  static unsigned char copy[PLACE];
  size_t at;
  upc_memget(copy, (shared void *)world_block(A, number), A->blockbytes);
  for (at = 0; at < A->blockbytes; at++)
    if (copy[at] != wanted[at]) world_fail(operation_name[c.op], number, at, wanted[at], copy[at]);
}

static void compare_blocks_of(int thread) {
  int number;
  for (number = 0; number < (int)D.blocks && to_section(); number++)
    if (world_owner(&D, number) == thread) compare(&D, number, block_of_d(number));
  if (!to_section() && thread == c.root) compare(&W, c.root, wanted_place);
}

static void play(int mode) {
  int in, out, i, me = -1, nb = random_below(3), moves = reduces() ? c.nelems > 0 : c.op == COPY || c.len > 0, other;
  upc_flag_t flags = world_sync(mode, &in, &out);
  upc_stride_handle_t h;
  const int counts = c.op == EXCHANGEV ? c.k * c.k : c.k;
  if (c.op >= SCATTERV && c.op <= EXCHANGEV) /* all counts may be 0 */
    for (moves = i = 0; i < counts; i++) moves |= c.counts[i] > 0;
  for (i = 0; i < c.members; i++)
    if (c.member[i] == MYTHREAD) me = i;
  other = me < 0 ? MYTHREAD : c.member[(me + 1) % c.members];
  world_fill(&D, 0);
  if (!to_section()) world_fill(&W, 0);
  if (in == 2 && moves) write_sources(other);
  else write_sources(MYTHREAD);
  if (in == 0 || !moves) upc_barrier;
  world_dawdle();
  h = call(flags, nb > 0);
  if (nb == 1) upc_stride_wait(&h);
  if (nb == 2) while (!upc_stride_test(&h)) {}
  if (out == 0 || !moves) upc_barrier;
  compare_blocks_of(out == 2 && moves ? other : MYTHREAD);
  if (out == 1 && moves && me >= 0) {
    world_fill(&S, 4), world_fill(&D, 6);
    if (MYTHREAD == c.root) world_fill(&W, 7);
  }
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 150), op, only = -1;
  W.ndims = 1, W.ngrid = 0;
  W.block[0] = PLACE / 4, W.shape[0] = (size_t)THREADS * PLACE / 4;
  W.nblocks[0] = W.blocks = (size_t)THREADS, W.blockbytes = PLACE;
  world_alloc(&W);
  for (op = 0; op < OPERATIONS; op++)
    if (argc > 3 && strcmp(argv[3], operation_name[op]) == 0) only = op;
  for (world_round = 0; world_round < rounds; world_round++) {
    scene(only >= 0 ? only : world_round % OPERATIONS);
    play(world_round % 13); /* 14 operations, 13 synchronisations: all pairs in 182 rounds */
    upc_stride_all_free(D.array);
    upc_stride_all_free(S.array);
  }
  upc_stride_all_free(W.array);
  return world_verdict();
}
