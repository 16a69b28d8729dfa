/* SPDX-License-Identifier: BSD-3-Clause
 * What the schedules of exchange_own and its kin share: see own.h. */
#include "schedules/own.h"
#include "base/allocate.h"
#include "base/has_data.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef upc_stride_own_plan_t own_plan_t;
typedef upc_stride_own_blocks_t own_blocks_t;
typedef upc_stride_own_block_t own_block_t;
typedef upc_stride_own_pieces_t pieces_t;

enum { SENDS = 1, RECEIVES = 2, ROUND = 4 }; /* of a step: bits, and the factor of its round */

static const own_plan_t *plan_of(const upc_stride_run_t *run) { return run->plan->own; }

static int to_all(const own_plan_t *m) { return m->kind == UPC_STRIDE_PIECES_ALL; }

/* Entries of a row of src. */
static size_t row_length(const own_plan_t *m) { return to_all(m) ? 1 : m->dst.k; }

/* ---- blocks ---- */

static int by_position(const void *a, const void *b) {
  const own_block_t *x = a, *y = b;
  return x->position < y->position ? -1 : x->position > y->position;
}

/* Their numbers in the section's order. */
static void set_rows(const own_blocks_t *x) {
  own_block_t *sorted = upc_stride_alloc(x->n + 1, sizeof *sorted, "blocks of a call");
  size_t i;
  memcpy(sorted, x->list, x->n * sizeof *sorted);
  qsort(sorted, x->n, sizeof *sorted, by_position);
  for (i = 0; i < x->n; i++) {
    const own_block_t *found = bsearch(&x->list[i], sorted, x->n, sizeof *sorted, by_position);
    x->list[i].row = (size_t)(found - sorted);
  }
  free(sorted);
}

static own_blocks_t blocks_of(upc_stride_builder_t *B, const upc_stride_end_t *end) {
  own_blocks_t x = {NULL, 1, NULL, 0, 0, 0};
  upc_stride_own_t own;
  size_t i;
  int more;
  x.end = end;
  x.n = x.used = upc_stride_blocks_of(end, B->me);
  x.list = upc_stride_plan_alloc(B, (x.n + 1) * sizeof *x.list);
  if (end->kind == UPC_STRIDE_AT_PLACE) return x;
  x.k = end->picks.blocks;
  more = upc_stride_own_first(&own, &end->picks, (size_t)B->me);
  for (i = 0; more; more = upc_stride_own_next(&own), i++)
    x.list[i].position = own.position, x.list[i].offset = own.offset;
  set_rows(&x);
  return x;
}

/* A block in the buffer, as large as one of dst must be. */
static void pass_on(upc_stride_builder_t *B, own_blocks_t *dst) {
  dst->list[0].offset = upc_stride_plan_buffer(B, upc_stride_block_bytes(&dst->end->picks, 0));
  dst->n = dst->in_buffer = 1;
}

static void keep_src(upc_stride_builder_t *B, own_blocks_t *src) {
  size_t i;
  for (i = 0; i < src->n; i++)
    src->list[i].kept = upc_stride_plan_buffer(B, upc_stride_block_bytes(&src->end->picks, src->list[i].position));
  src->in_buffer = 1;
}

char *upc_stride_own_dst(const upc_stride_run_t *run) {
  if (plan_of(run)->dst.in_buffer) return run->buffer;
  return upc_stride_base_near(run->by->setting, run->me, &run->plan->dst, run->me);
}

static char *own_src(const upc_stride_run_t *run) {
  return upc_stride_base_near(run->by->setting, run->me, &run->plan->src, run->me);
}

/* Where the pieces of the caller's block begin that is `own` in its list. */
static char *block_of_src(const upc_stride_run_t *run, size_t own) {
  const own_blocks_t *x = &plan_of(run)->src;
  return x->in_buffer ? run->buffer + x->list[own].kept : own_src(run) + x->list[own].offset;
}

/* ---- pieces ---- */

static int first_block(pieces_t *p, const upc_stride_end_t *end) {
  p->position = p->offset = 0;
  if (end->kind == UPC_STRIDE_AT_PLACE) return end->thread == p->thread;
  if (!upc_stride_own_first(&p->visit, &end->picks, (size_t)p->thread)) return 0;
  p->position = p->visit.position, p->offset = p->visit.offset;
  return 1;
}

static int next_block(pieces_t *p, const upc_stride_end_t *end) {
  if (end->kind == UPC_STRIDE_AT_PLACE || !upc_stride_own_next(&p->visit)) return 0;
  p->position = p->visit.position, p->offset = p->visit.offset;
  return 1;
}

pieces_t upc_stride_own_pieces(const own_plan_t *m, int thread, int sends) {
  pieces_t p;
  p.m = m, p.thread = thread, p.sends = sends, p.own = 0;
  p.more = (sends ? m->src.n : m->dst.used) > 0 && first_block(&p, sends ? &m->dst_end : &m->src_end);
  return p;
}

void upc_stride_own_next_piece(pieces_t *p) {
  const own_plan_t *m = p->m;
  if (p->sends) {
    if (++p->own < m->src.n) return;
    p->own = 0;
    p->more = !to_all(m) && next_block(p, &m->dst_end);
  } else if (!next_block(p, &m->src_end)) {
    p->more = ++p->own < m->dst.used && first_block(p, &m->src_end);
  }
}

size_t upc_stride_own_count(const upc_stride_run_t *run, size_t own, size_t position) {
  const own_plan_t *m = plan_of(run);
  return run->lists->counts[m->src.list[own].row * row_length(m) + (to_all(m) ? 0 : position)];
}

size_t upc_stride_own_start(const upc_stride_run_t *run, size_t own, size_t position) {
  const own_plan_t *m = plan_of(run);
  return to_all(m) ? 0 : upc_stride_own_list(run, m->from)[own * m->dst.k + position];
}

/* ---- a round that is under way ---- */

/* The pieces of a round that go, or those that come, one after another. */
typedef struct row {
  pieces_t pieces;                    /* behind the current one                                    */
  int rank, left;                     /* gather_all_own: of the pieces' member; members after it   */
  char *at;                           /* of the current one: the bytes that have not gone, or come */
  size_t bytes;                       /* 0: none is left                                           */
} row_t;

typedef struct progress {
  const upc_stride_step_t *step;      /* the round that has begun, or null                         */
  row_t out, in;
} progress_t;

static progress_t *progress_of(const upc_stride_run_t *run) {
  return (progress_t *)(void *)(run->buffer + plan_of(run)->progress);
}

/* ---- where pieces begin ---- */

static size_t bytes_of(const own_plan_t *m, const own_blocks_t *blocks, const own_block_t *block) {
  if (blocks->end->kind == UPC_STRIDE_AT_PLACE) return m->place_bytes;
  return upc_stride_block_bytes(&blocks->end->picks, block->position);
}

static int fail_piece(upc_stride_run_t *run, const char *argument, const own_blocks_t *blocks, const own_block_t *block,
                      size_t piece, size_t bytes, size_t at) {
  const size_t most = bytes_of(plan_of(run), blocks, block);
  char text[240];
  if (blocks->end->kind == UPC_STRIDE_AT_PLACE)
    snprintf(text, sizeof text, "%zu bytes at %zu of piece %zu, must lie within the object of %s (%zu bytes from the "
             "place on)", bytes, at, piece, argument, most);
  else
    snprintf(text, sizeof text, "%zu bytes at %zu of the piece between block %zu of %s and block %zu of the other "
             "section, must lie within its block (%zu bytes)", bytes, at, block->position, argument, piece, most);
  run->by->fail(run, "own_counts", text);
  return 0;
}

/* As the program says, or one after another: into `at`, if that is not null. Each must lie within its block, or behind
 * the place in its object. */
static int place_row(upc_stride_run_t *run, const char *argument, const own_blocks_t *blocks, const own_block_t *block,
                     size_t k, const size_t *counts, const size_t *displs, size_t *at) {
  const size_t most = bytes_of(plan_of(run), blocks, block);
  size_t i, sum = 0, here;
  for (i = 0; i < k; i++) {
    here = displs != NULL ? displs[i] : sum;
    sum = upc_stride_added(sum, counts[i]);
    if (counts[i] > most || here > most - counts[i])
      return fail_piece(run, argument, blocks, block, i, counts[i], here);
    if (at != NULL) at[i] = here;
  }
  return 1;
}

static const size_t *row_of(const size_t *lists, const own_block_t *block, size_t k) {
  return lists == NULL ? NULL : lists + block->row * k;
}

static int fail_without_counts(upc_stride_run_t *run) {
  const own_plan_t *m = plan_of(run);
  char text[60];
  snprintf(text, sizeof text, "null, must be %zu sizes in bytes", m->src.n * row_length(m));
  run->by->fail(run, "own_counts", text);
  return 0;
}

static int begin(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  const size_t k = row_length(m);
  size_t a, b;
  (void)s;
  progress_of(run)->step = NULL;
  memset(upc_stride_own_list(run, m->received), 0, m->dst.used * m->src.k * sizeof(size_t));
  if (run->lists->counts == NULL && m->src.n > 0) return fail_without_counts(run);
  for (a = 0; a < m->src.n; a++) {
    const own_block_t *x = &m->src.list[a];
    if (!place_row(run, "src", &m->src, x, k, run->lists->counts + x->row * k,
                   to_all(m) ? NULL : row_of(run->lists->src_displs, x, k),
                   to_all(m) ? NULL : upc_stride_own_list(run, m->from) + a * k)) return 0;
    for (b = 0; b < m->dst.used; b++)
      upc_stride_own_list(run, m->received)[b * m->src.k + x->position] =
          upc_stride_own_count(run, a, m->dst.list[b].position);
  }
  return 1;
}

/* The displacements that the program gives for a block of dst, or null. */
static const size_t *displs_of(const upc_stride_run_t *run, const own_block_t *block) {
  const own_plan_t *m = plan_of(run);
  return m->dst.in_buffer ? NULL : row_of(run->lists->displs, block, m->src.k);
}

/* All sizes have come. */
static int place_all(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  const size_t k = m->src.k;
  size_t *received = upc_stride_own_list(run, m->received), *to = upc_stride_own_list(run, m->to), b;
  (void)s;
  for (b = 0; b < m->dst.n; b++) {
    const own_block_t *x = &m->dst.list[b];
    const int used = b < m->dst.used;
    const size_t *counts = received + (used ? b : 0) * k;
    if (!place_row(run, "dst", &m->dst, x, k, counts, displs_of(run, x), used ? to + b * k : NULL)) return 0;
    if (run->lists->received != NULL && !m->dst.in_buffer)
      memcpy(run->lists->received + x->row * k, counts, k * sizeof *counts);
  }
  return 1;
}

/* ---- copies ---- */

/* In place others' pieces come where the caller's are. */
static int keep(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  size_t a, i;
  (void)s;
  for (a = 0; a < m->src.n; a++)
    for (i = 0; i < row_length(m); i++) {
      const size_t start = upc_stride_own_start(run, a, i);
      upc_stride_copy_bytes(block_of_src(run, a) + start, own_src(run) + m->src.list[a].offset + start,
                            upc_stride_own_count(run, a, i));
    }
  return 1;
}

/* The pieces between the caller's own blocks. */
static int copy_own(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  char *dst = upc_stride_own_dst(run);
  size_t a, b;
  (void)s;
  for (b = 0; b < m->dst.used; b++)
    for (a = 0; a < m->src.n; a++) {
      const own_block_t *x = &m->src.list[a], *y = &m->dst.list[b];
      upc_stride_copy_bytes(dst + y->offset + upc_stride_own_list(run, m->to)[b * m->src.k + x->position],
                            block_of_src(run, a) + upc_stride_own_start(run, a, y->position),
                            upc_stride_own_count(run, a, y->position));
    }
  return 1;
}

/* From the caller's first block of dst to its others. */
static int spread(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  char *dst = upc_stride_own_dst(run);
  const size_t *from = upc_stride_own_list(run, m->to), *received = upc_stride_own_list(run, m->received);
  size_t b, j;
  (void)s;
  for (b = 1; b < m->dst.n; b++) {
    const own_block_t *y = &m->dst.list[b];
    const size_t *to = displs_of(run, y) != NULL ? displs_of(run, y) : from;
    for (j = 0; j < m->src.k; j++)
      upc_stride_copy_bytes(dst + y->offset + to[j], dst + m->dst.list[0].offset + from[j], received[j]);
  }
  return 1;
}

/* ---- rounds ---- */

/* Goes on to a piece that has bytes left, if there is one. */
static void settle(upc_stride_run_t *run, row_t *row) {
  const own_plan_t *m = plan_of(run);
  pieces_t *p = &row->pieces;
  for (; row->bytes == 0; upc_stride_own_next_piece(p)) {
    while (!p->more && row->left-- > 0) {
      row->rank = row->rank > 0 ? row->rank - 1 : m->n - 1;
      *p = upc_stride_own_pieces(m, m->order[row->rank], 0);
    }
    if (!p->more) return;
    if (p->sends) {
      row->at = block_of_src(run, p->own) + upc_stride_own_start(run, p->own, p->position);
      row->bytes = upc_stride_own_count(run, p->own, p->position);
    } else {
      row->at = upc_stride_own_dst(run) + m->dst.list[p->own].offset +
                upc_stride_own_list(run, m->to)[upc_stride_own_entry(p)];
      row->bytes = upc_stride_own_list(run, m->received)[upc_stride_own_entry(p)];
    }
  }
}

static void open_row(upc_stride_run_t *run, row_t *row, pieces_t pieces, int rank, int members) {
  row->pieces = pieces;
  row->rank = rank, row->left = members - 1;
  row->bytes = 0;
  settle(run, row);
}

static void open_rows(upc_stride_run_t *run, progress_t *p, const upc_stride_action_step_t *a) {
  const own_plan_t *m = plan_of(run);
  p->out.bytes = p->in.bytes = 0;
  if (m->order != NULL) {
    const upc_stride_own_round_t *r = &m->round[a->bytes / ROUND];
    open_row(run, &p->out, upc_stride_own_pieces(m, m->order[r->out], 0), r->out, r->members);
    open_row(run, &p->in, upc_stride_own_pieces(m, m->order[r->in], 0), r->in, r->members);
    return;
  }
  if ((a->bytes & SENDS) != 0)
    open_row(run, &p->out, upc_stride_own_pieces(m, run->plan->peers[a->to].thread, 1), 0, 1);
  if ((a->bytes & RECEIVES) != 0)
    open_row(run, &p->in, upc_stride_own_pieces(m, run->plan->peers[a->from].thread, 0), 0, 1);
}

/* Fills a message, or takes it apart. All but the last of a row are full. Its bytes. */
static size_t pass(upc_stride_run_t *run, row_t *row, char *fill, const char *come) {
  const size_t most = run->by->setting->eager();
  size_t sum = 0, some;
  for (; row->bytes > 0 && sum < most; sum += some) {
    some = row->bytes < most - sum ? row->bytes : most - sum;
    if (fill != NULL) upc_stride_copy_bytes(fill + sum, row->at, some);
    else upc_stride_copy_bytes(row->at, come + sum, some);
    row->at += some, row->bytes -= some;
    settle(run, row);
  }
  return sum;
}

/* A round: sends and receives in turn, so that no circle of members waits for each other to receive. */
static int meet(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_action_step_t *a = &s->data.action;
  const int to = (int)a->to, from = (int)a->from;
  progress_t *p = progress_of(run);
  int moves = 1;
  if (p->step != s) open_rows(run, p, a);
  while (moves) {
    char *slot = p->out.bytes > 0 ? run->by->slot(run, to) : NULL;
    const char *come = p->in.bytes > 0 ? run->by->arrived(run, from) : NULL;
    moves = slot != NULL || come != NULL;
    if (slot != NULL) run->by->post(run, to, pass(run, &p->out, slot, NULL));
    if (come != NULL) {
      pass(run, &p->in, NULL, come);
      run->by->drop(run, from);
    }
  }
  p->step = p->out.bytes > 0 || p->in.bytes > 0 ? s : NULL;
  return p->step == NULL;
}

void upc_stride_own_meet(upc_stride_builder_t *B, int to, int from, int round) {
  const int what = (to >= 0 ? SENDS : 0) | (from >= 0 ? RECEIVES : 0);
  if (what == 0) return;
  upc_stride_plan_action_between(B, meet, to >= 0 ? to : from, from >= 0 ? from : to, (size_t)(what + round * ROUND));
}

/* ---- the plan ---- */

void upc_stride_own_local(upc_stride_builder_t *B, upc_stride_action_t *act) {
  upc_stride_plan_action_on(B, act, upc_stride_in_buffer(0, 0), upc_stride_in_buffer(0, 0));
}

static size_t new_lists(upc_stride_builder_t *B, size_t rows, size_t length) {
  return upc_stride_plan_buffer(B, rows * length * sizeof(size_t));
}

own_plan_t *upc_stride_own_begin(const upc_stride_role_t *role, int passes) {
  upc_stride_builder_t *B = role->builder;
  own_plan_t *m = upc_stride_plan_alloc(B, sizeof *m);
  B->own = m;
  m->kind = B->flow->kind;
  m->n = role->group->n;
  m->place_bytes = B->flow->len;
  m->src_end = B->flow->src, m->dst_end = B->flow->dst;
  m->src = blocks_of(B, &m->src_end);
  m->dst = blocks_of(B, &m->dst_end);
  if (B->in_place) keep_src(B, &m->src);
  if (passes && m->dst.n == 0) pass_on(B, &m->dst);
  if (to_all(m)) m->dst.used = m->dst.n > 0;
  m->from = new_lists(B, to_all(m) ? 0 : m->src.n, m->dst.k);
  m->received = new_lists(B, m->dst.used, m->src.k);
  m->to = new_lists(B, m->dst.used, m->src.k);
  m->progress = upc_stride_plan_buffer(B, sizeof(progress_t));
  upc_stride_own_local(B, begin);
  return m;
}

void upc_stride_own_known(upc_stride_builder_t *B) {
  upc_stride_own_local(B, place_all);
  if (B->own->src.in_buffer) upc_stride_own_local(B, keep);
  upc_stride_own_local(B, copy_own);
}

void upc_stride_own_end(const upc_stride_role_t *role, const own_plan_t *m) {
  if (m->dst.used < m->dst.n) upc_stride_own_local(role->builder, spread);
  upc_stride_leave(role);
}
