/* SPDX-License-Identifier: BSD-3-Clause
 * Every operation between random sections of random arrays, compared with the model, with every synchronisation. Each
 * mode is used to its limit: with IN_MYSYNC the owner fills sources just before the call, with IN_ALLSYNC another
 * member does.
 * With OUT_MYSYNC the caller destroys its own data right after, with OUT_ALLSYNC it reads another member's.
 * Calls are blocking, or split-phase or prepared, and then tested or waited for, one or several at a time. Some are
 * made again with other data: prepared ones are started again, also with other lists of one's own; of others, one
 * argument may be changed, and changed back. With `calls`, up to
 * that many calls (8) of any operations, synchronisations and teams are in flight. Each thread completes them in its
 * own random order.
 * With `times`, all are made again so often.
 * usage: operations [rounds [seed [operation|any [calls [times]]]]] */
#include "another.h"

/* ---- the call ---- */

/* A factor of transform, as a value of its type. */
static const void *factor(unsigned char *value, int given, int number) {
  size_t size = value_types[m->c.type].size;
  int64_t whole_number = number;
  if (!given) return NULL;
  if (value_types[m->c.type].kind == COMPLEX) {
    put_real(value, size / 2, real_part(number));
    put_real(value + size / 2, size / 2, imaginary_part(number));
  } else if (value_types[m->c.type].kind == REAL) put_real(value, size, number);
  else memcpy(value, &whole_number, size);
  return value;
}

/* A call that is only started, or, with prepares = 1, prepared. */
#define FORM(name, ...) (prepares ? upc_stride_##name##_init(__VA_ARGS__) : upc_stride_##name##_nb(__VA_ARGS__))

/* exchange_own and its kin. */
static upc_stride_handle_t call_by_rows(upc_stride_section_t d, upc_stride_section_t s, shared void *place,
                                        upc_flag_t f, int nb, int prepares) {
  const size_t *counts = m->c.own_counts, *displs = m->c.lists ? m->c.own_displs : NULL;
  const size_t *starts = m->c.from_lists ? m->c.own_from : NULL;
  size_t *received = m->c.asks_sizes ? m->c.received : NULL;
  if (m->c.salt % 2 == 1) {             /* the same call, with a list in another place */
    memcpy(m->c.elsewhere, counts, sizeof m->c.elsewhere), memset(m->c.own_counts, 0xEE, sizeof m->c.own_counts);
    counts = m->c.elsewhere;
  }
  if (nb) switch (m->c.op) {
    case SCATTERV: return FORM(scatter_own, d, place, counts, starts, received, f);
    case GATHERV: return FORM(gather_own, place, s, counts, displs, received, f);
    case GATHER_ALLV: return FORM(gather_all_own, d, s, counts, displs, received, f);
    case EXCHANGEV: return FORM(exchange_own, d, s, counts, displs, starts, received, f);
  }
  switch (m->c.op) {
    case SCATTERV: upc_stride_scatter_own(d, place, counts, starts, received, f); break;
    case GATHERV: upc_stride_gather_own(place, s, counts, displs, received, f); break;
    case GATHER_ALLV: upc_stride_gather_all_own(d, s, counts, displs, received, f); break;
    case EXCHANGEV: upc_stride_exchange_own(d, s, counts, displs, starts, received, f); break;
  }
  return NULL;
}

/* Neighbours: a fetch is blocking or prepared. */
static upc_stride_handle_t fetch(upc_flag_t f, int prepares) {
  size_t index[MOST], count = list_of(MYTHREAD, index);
  char *dst = (char *)world_block(&m->W, MYTHREAD) + m->c.start;
  if (prepares) return upc_stride_fetch_init(dst, m->S.array, index, count, f);
  upc_stride_fetch(dst, m->S.array, index, count, f);
  return NULL;
}

static upc_stride_handle_t call(upc_flag_t f, int nb, int prepares) {
  upc_stride_section_t d = upc_stride_section(m->D.array, m->to.iv), s = upc_stride_section(m->S.array, m->from.iv);
  shared void *place = (shared void *)(world_block(&m->W, m->c.root) + m->c.start);
  const size_t *displs = m->c.lists ? m->c.displs : NULL, *starts = m->c.from_lists ? m->c.from : NULL;
  upc_op_t op = combine();
  upc_type_t type = value_types[m->c.type].type;
  void (*func)(const void *, void *, size_t) =
      op == UPC_NONCOMM_FUNC ? compose_bytes : op == UPC_FUNC ? add_bytes : NULL;
  void (*with)(const void *, void *, size_t, void *) = op == UPC_NONCOMM_FUNC ? compose_elements : add_elements;
  size_t n = (size_t)m->c.nelems, size = m->c.element;
  unsigned char first[VALUE_MOST], second[VALUE_MOST];
  const void *alpha = factor(first, m->c.has_alpha, m->c.alpha), *beta = factor(second, m->c.has_beta, m->c.beta);
  const int *order = m->c.has_order ? m->c.order : NULL;
  if (nb && reduces() && size > 0) switch (m->c.op) {
    case REDUCE: return FORM(reduce_with, place, s, n, size, op, with, &m->c.element, f);
    case REDUCE_ALL: return FORM(reduce_all_with, d, s, n, size, op, with, &m->c.element, f);
    case PREFIX_REDUCE: return FORM(prefix_reduce_with, d, s, n, size, op, with, &m->c.element, f);
    case PREFIX_EXCLUSIVE: return FORM(prefix_reduce_exclusive_with, d, s, n, size, op, with, &m->c.element, f);
    case REDUCE_SCATTER: return FORM(reduce_scatter_with, d, s, n, size, op, with, &m->c.element, f);
  }
  if (reduces() && size > 0) switch (m->c.op) {
    case REDUCE: upc_stride_reduce_with(place, s, n, size, op, with, &m->c.element, f); return NULL;
    case REDUCE_ALL: upc_stride_reduce_all_with(d, s, n, size, op, with, &m->c.element, f); return NULL;
    case PREFIX_REDUCE: upc_stride_prefix_reduce_with(d, s, n, size, op, with, &m->c.element, f); return NULL;
    case PREFIX_EXCLUSIVE:
      upc_stride_prefix_reduce_exclusive_with(d, s, n, size, op, with, &m->c.element, f);
      return NULL;
    case REDUCE_SCATTER: upc_stride_reduce_scatter_with(d, s, n, size, op, with, &m->c.element, f); return NULL;
  }
  if (m->c.by_rows) return call_by_rows(d, s, place, f, nb, prepares);
  if (m->c.op == NEIGHBOURS) return fetch(f, prepares);
  if (nb) switch (m->c.op) {
    case BROADCAST: return FORM(broadcast, d, place, m->c.len, f);
    case SCATTER: return FORM(scatter, d, place, m->c.len, f);
    case GATHER: return FORM(gather, place, s, m->c.len, f);
    case GATHER_ALL: return FORM(gather_all, d, s, m->c.len, f);
    case EXCHANGE: return FORM(exchange, d, s, m->c.len, f);
    case PERMUTE: return FORM(permute, d, s, m->c.perm, m->c.len, f);
    case REDUCE: return FORM(reduce, place, s, n, op, type, func, f);
    case REDUCE_ALL: return FORM(reduce_all, d, s, n, op, type, func, f);
    case PREFIX_REDUCE: return FORM(prefix_reduce, d, s, n, op, type, func, f);
    case PREFIX_EXCLUSIVE: return FORM(prefix_reduce_exclusive, d, s, n, op, type, func, f);
    case REDUCE_SCATTER: return FORM(reduce_scatter, d, s, n, op, type, func, f);
    case COPY: return FORM(copy, d, s, f);
    case TRANSFORM: return FORM(transform, d, s, order, alpha, beta, type, f);
    case SCATTERV: return FORM(scatterv, d, place, m->c.counts, displs, f);
    case GATHERV: return FORM(gatherv, place, s, m->c.counts, displs, f);
    case GATHER_ALLV: return FORM(gather_allv, d, s, m->c.counts, displs, f);
    case EXCHANGEV: return FORM(exchangev, d, s, m->c.counts, displs, starts, f);
  }
  switch (m->c.op) {
    case BROADCAST: upc_stride_broadcast(d, place, m->c.len, f); break;
    case SCATTER: upc_stride_scatter(d, place, m->c.len, f); break;
    case GATHER: upc_stride_gather(place, s, m->c.len, f); break;
    case GATHER_ALL: upc_stride_gather_all(d, s, m->c.len, f); break;
    case EXCHANGE: upc_stride_exchange(d, s, m->c.len, f); break;
    case PERMUTE: upc_stride_permute(d, s, m->c.perm, m->c.len, f); break;
    case REDUCE: upc_stride_reduce(place, s, n, op, type, func, f); break;
    case REDUCE_ALL: upc_stride_reduce_all(d, s, n, op, type, func, f); break;
    case PREFIX_REDUCE: upc_stride_prefix_reduce(d, s, n, op, type, func, f); break;
    case PREFIX_EXCLUSIVE: upc_stride_prefix_reduce_exclusive(d, s, n, op, type, func, f); break;
    case REDUCE_SCATTER: upc_stride_reduce_scatter(d, s, n, op, type, func, f); break;
    case COPY: upc_stride_copy(d, s, f); break;
    case TRANSFORM: upc_stride_transform(d, s, order, alpha, beta, type, f); break;
    case SCATTERV: upc_stride_scatterv(d, place, m->c.counts, displs, f); break;
    case GATHERV: upc_stride_gatherv(place, s, m->c.counts, displs, f); break;
    case GATHER_ALLV: upc_stride_gather_allv(d, s, m->c.counts, displs, f); break;
    case EXCHANGEV: upc_stride_exchangev(d, s, m->c.counts, displs, starts, f); break;
  }
  return NULL;
}

/* ---- before and after ---- */

/* The blocks of thread `whose`, written by the caller. */
static void write_sources(int whose) {
  static unsigned char copy[PLACE];
  const world_array_t *A = from_section() ? &m->S : &m->W;
  int number;
  size_t at;
  for (number = 0; number < (int)A->blocks; number++) {
    if (world_owner(A, number) != whose) continue;
    for (at = 0; at < world_bytes(A, number); at++)
      copy[at] = from_section() ? source_byte(number, at) : (unsigned char)world_byte(place_salt(), A, number, at);
    upc_memput((shared void *)world_block(A, number), copy, world_bytes(A, number));
  }
}

static void compare(const world_array_t *A, int number, const unsigned char *wanted) {
  static unsigned char copy[PLACE];
  size_t at;
  upc_memget(copy, (shared void *)world_block(A, number), world_bytes(A, number));
  for (at = 0; at < world_bytes(A, number); at++)
    if (copy[at] != wanted[at] && !is_padding(at))
      world_fail(operation_name[m->c.op], number, at, wanted[at], copy[at]);
}

static void compare_blocks_of(int thread) {
  int number;
  for (number = 0; number < (int)m->D.blocks && to_section(); number++)
    if (world_owner(&m->D, number) == thread) compare(&m->D, number, block_of_d(number));
  if (m->c.op == NEIGHBOURS) want_list_of(thread), compare(&m->W, thread, m->wanted_place);
  else if (!to_section() && thread == m->c.root) compare(&m->W, m->c.root, m->wanted_place);
}

/* The caller's blocks of D before the call. */
static void fill_destination(void) {
  int number;
  size_t at;
  if (m->c.in_place) return;
  world_fill(&m->D, 0);
  for (number = 0; number < (int)m->D.blocks && m->c.op == TRANSFORM; number++) {
    unsigned char *block;
    if (world_owner(&m->D, number) != MYTHREAD) continue;
    block = (unsigned char *)world_block(&m->D, number);
    for (at = 0; at < world_bytes(&m->D, number); at++) block[at] = byte_before(number, at);
  }
}

/* ---- calls in flight ---- */

enum { CALLS = 8 };

static model_t models[CALLS];

static struct flight {
  /* how: 0 blocking, 1 waited for, 2 tested, 3 prepared; this member and another */
  int in, out, moves, how, me, other;
  upc_flag_t flags;
  upc_stride_handle_t handle;
  int open;
} flights[CALLS];

/* The members are those of the model. */
static void take_part(struct flight *f) {
  int i;
  f->me = -1;
  for (i = 0; i < m->c.members; i++)
    if (m->c.member[i] == MYTHREAD) f->me = i;
  f->other = f->me < 0 ? MYTHREAD : m->c.member[(f->me + 1) % m->c.members];
}

static void prepare(struct flight *f, int op, int mode) {
  scene(op);
  f->flags = world_sync(mode, &f->in, &f->out);
  f->how = random_below(4);
  if (op == NEIGHBOURS && f->how > 0) f->how = 3;
  take_part(f);
}

/* The same call with other data, or with one other argument. */
static void prepare_again(struct flight *f, earlier_t *earlier) {
  if (f->how == 3 || random_below(2) == 0) {
    next_start();
    return;
  }
  if (random_below(9) == 0) f->flags = world_sync(random_below(13), &f->in, &f->out), next_start();
  else another_argument(earlier);
  take_part(f);
}

/* The caller's destinations before the call; 1 if it writes its sources too, for a barrier before all calls. */
static int fill(struct flight *f) {
  f->moves = moves();
  fill_destination();
  if (!to_section()) world_fill(&m->W, 0);
  if (f->in > 0 && f->moves) return 0;
  write_sources(MYTHREAD);
  return 1;
}

static void start(struct flight *f) {
  if (f->in != 0 && f->moves) write_sources(f->in == 2 ? f->other : MYTHREAD);
  world_dawdle();
  if (f->how < 3 || m->c.salt == 0) f->handle = call(f->flags, f->how > 0, f->how == 3);
  if (f->how == 3) upc_stride_start_call(f->handle);
  f->open = 1;
}

/* The bytes that the caller has got: for each of its blocks of dst, or at the place, those of each piece. */
static void look_at_received(void) {
  const int pieces = m->c.op == SCATTERV ? 1 : m->c.k;
  int i, j, n = 0;
  if ((to_section() && m->to.k == 0) || (from_section() && m->from.k == 0)) return;
  for (i = 0; i < (to_section() ? m->to.k : 1); i++) {
    if ((to_section() ? world_owner(&m->D, m->to.number[i]) : m->c.root) != MYTHREAD) continue;
    for (j = 0; j < pieces; j++, n++) {
      const size_t bytes = m->c.counts[m->c.op == EXCHANGEV ? j * m->c.k + i : m->c.op == SCATTERV ? i : j];
      if (m->c.received[n] != bytes) world_fail("received", j, (size_t)i, (unsigned)bytes, (unsigned)m->c.received[n]);
    }
  }
}

/* After a call has returned or been completed. */
static void look(const struct flight *f) {
  if (m->c.by_rows && m->c.asks_sizes) look_at_received();
  if (f->out == 0 || !f->moves) return;
  compare_blocks_of(f->out == 2 ? f->other : MYTHREAD);
  if (f->out != 1 || f->me < 0) return;
  world_fill(&m->S, 4), world_fill(&m->D, 6);
  if (MYTHREAD == m->c.root) world_fill(&m->W, 7);
}

/* Call i is complete. */
static void close_flight(int i) {
  struct flight *f = &flights[i];
  f->open = 0;
  m = &models[i];
  look(f);
}

/* One call is tested or waited for; a blocking one is complete. Returns how many calls are. */
static int complete_one(int i) {
  struct flight *f = &flights[i];
  if (!f->open) return 0;
  if (f->how == 1 || f->how == 3) upc_stride_wait(&f->handle);
  if (f->how == 2 && !upc_stride_test(&f->handle)) return 0;
  close_flight(i);
  return 1;
}

/* The same for the calls of a list: all that have a handle. */
static int complete_some(int count, int form) {
  upc_stride_handle_t handles[CALLS];
  size_t done[CALLS] = {0, 1, 2, 3, 4, 5, 6, 7}, n = 0, completed, k;
  int number[CALLS], i;
  for (i = 0; i < count; i++)
    if (flights[i].open && flights[i].handle != NULL) handles[n] = flights[i].handle, number[n++] = i;
  if (n == 0) return 0;
  completed = n;
  if (form == 0) done[0] = upc_stride_wait_any(handles, n), completed = 1;
  else if (form == 1) completed = upc_stride_wait_some(handles, n, done);
  else if (form == 2) upc_stride_wait_all(handles, n);
  else while (!upc_stride_test_all(handles, n)) {}
  for (k = 0; k < completed; k++) flights[number[done[k]]].handle = handles[done[k]], close_flight(number[done[k]]);
  return (int)completed;
}

/* In a random order that differs from thread to thread. */
static void complete(int count) {
  static unsigned own;
  int left = count;
  while (left > 0) {
    const int drawn = (int)((own = own * 1664525u + 1013904223u + (unsigned)MYTHREAD) >> 8);
    left -= drawn / 64 % 4 == 0 ? complete_some(count, drawn / 256 % 4) : complete_one(drawn % count);
  }
}

/* All calls of a round, once. */
static void make(int count) {
  int i, before = 0;
  for (i = 0; i < count; i++) m = &models[i], before |= fill(&flights[i]);
  if (before) upc_barrier;
  for (i = 0; i < count; i++) m = &models[i], start(&flights[i]);
  complete(count);
  upc_barrier;
  for (i = 0; i < count; i++) {
    m = &models[i];
    if (flights[i].out == 0 || !flights[i].moves) compare_blocks_of(MYTHREAD);
  }
  upc_barrier;
}

static void play(int count, int only, int again) {
  static earlier_t earlier[CALLS];
  int i, times;
  value_size = (size_t)1 << random_below(5);
  for (i = 0; i < count; i++) { /* one at a time: 18 operations, 13 synchronisations, all pairs in 234 rounds */
    m = &models[i];
    prepare(&flights[i], only >= 0 ? only : count == 1 ? world_round % OPERATIONS : random_below(OPERATIONS),
            count == 1 ? world_round % 13 : random_below(13));
  }
  make(count);
  for (i = 0; i < count; i++) earlier[i].given = 0;
  for (times = again + random_below(4) - 1; times > 0; times--) {
    for (i = 0; i < count; i++) m = &models[i], prepare_again(&flights[i], &earlier[i]);
    make(count);
  }
  for (i = 0; i < count; i++) {
    if (flights[i].how == 3) upc_stride_free_call(&flights[i].handle);
    world_free(&models[i].D);
    if (!models[i].c.in_place) world_free(&models[i].S);
  }
}

/* A place of PLACE bytes on each thread. */
static void places(world_array_t *W) {
  memset(W, 0, sizeof *W);
  W->ndims = 1, W->elem = 4;
  W->block[0] = PLACE / 4, W->shape[0] = (size_t)THREADS * PLACE / 4;
  W->nblocks[0] = W->blocks = (size_t)THREADS, W->blockbytes = PLACE;
  world_alloc(W);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 150), op, only = -1, most = argc > 4 ? atoi(argv[4]) : 1, i;
  const int again = argc > 5 ? atoi(argv[5]) : 0;
  for (i = 0; i < CALLS; i++) {
    m = &models[i];
    m->wanted_place = malloc(PLACE);
    places(&m->W);
  }
  for (op = 0; op < OPERATIONS; op++)
    if (argc > 3 && strcmp(argv[3], operation_name[op]) == 0) only = op;
  for (world_round = 0; world_round < rounds; world_round++) play(most > 1 ? random_in(2, most) : 1, only, again);
  for (i = 0; i < CALLS; i++) world_free(&models[i].W);
  return world_verdict();
}
