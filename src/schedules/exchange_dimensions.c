/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exchange by dimensions: the members form a box, by the torus if there is one, else by the team's grid. In phase k
 * each member exchanges one message with each member of its own line along dimension k: all pieces for members with
 * that one's coordinate. After the last phase every piece has arrived.
 *
 *   2 x 3 members, (0,1) has a piece for (1,2):   phase 0   (0,1) to (1,1), with those for (1,0) and (1,1)
 *                                                 phase 1   (1,1) to (1,2), with that from (1,1)
 *
 * Wins for many members and short pieces: a member sends d1 - 1 + d2 - 1 + .. messages in place of d1 * d2 * .. - 1.
 * Cost on a torus of k equal rings: k * (d - 1) latencies, and k times the bytes over the bisection, since only the
 * links of one dimension are in use at a time. Bruck's rounds cost log2(p) latencies, but load the links about three
 * times as much; direct messages load all links at once, and cost p - 1 latencies (the algorithm of meshes: Scott:
 * Efficient all-to-all communication patterns in hypercube and mesh topologies, 1991).
 *
 * On bluegene-l in conduit sim, 64 nodes of one thread each, pieces of 8 and 128 bytes: 27 and 218 us, by bruck 36 and
 * 302, by torus 189 and 375. Pieces of 4 KB: 3.9 ms, by torus 3.3.
 *
 * All data passes through buffers: so no member reads another's blocks, and MYSYNC needs no signals.
 */
#include "schedules/schedule.h"

typedef struct box {
  upc_stride_builder_t *builder;
  const upc_stride_group_t *group;
  upc_stride_topology_t topology;     /* its dimensions; of a group that is no team one: a line      */
  int n, me[UPC_STRIDE_TOPOLOGY_DIMS]; /* members; the caller's coordinates                          */
  int dims, dim[UPC_STRIDE_TOPOLOGY_DIMS]; /* those with more than one coordinate, by phase          */
  size_t out[2], in;                  /* in the buffer: what goes out in this phase and the next; what comes */
} box_t;

/* A piece that the caller holds before phase k has coordinates x: of its source in the dimensions of earlier phases, of
 * its destination in the others. So each phase replaces the pieces with one coordinate by as many others. */

static void find_box(box_t *b, const upc_stride_role_t *role) {
  upc_stride_topology_t *G = &b->topology;
  int k;
  b->builder = role->builder;
  b->group = role->group;
  b->n = role->group->n;
  if (b->group->count == 0 && b->group->team != NULL) {
    upc_stride_topology(G, b->group->team, upc_stride_team_thread(b->group->team, 0));
  } else {
    G->members = G->side[0].size = b->n;
    G->ndims = 1;
    G->torus = 0;
  }
  upc_stride_coordinates(G, upc_stride_group_rank(b->group, b->builder->me), b->me);
  b->dims = 0;
  for (k = 0; k < G->ndims; k++)
    if (G->side[k].size > 1) b->dim[b->dims++] = k;
}

static int size_of(const box_t *b, int phase) { return b->topology.side[b->dim[phase]].size; }

static int thread_at(const box_t *b, const int *c) {
  return upc_stride_group_thread(b->group, upc_stride_rank_of(&b->topology, c));
}

/* The thread on the caller's line along the dimension of the phase, with this coordinate. */
static int on_line(const box_t *b, int phase, int coordinate) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], k;
  for (k = 0; k < b->topology.ndims; k++) c[k] = b->me[k];
  c[b->dim[phase]] = coordinate;
  return thread_at(b, c);
}

/* Bytes of the piece with coordinates x before the phase. What goes from a member to itself does not travel. */
static size_t bytes_before(const box_t *b, int phase, const int *x) {
  int from[UPC_STRIDE_TOPOLOGY_DIMS], to[UPC_STRIDE_TOPOLOGY_DIMS], k, s, d;
  for (k = 0; k < b->topology.ndims; k++) from[k] = to[k] = b->me[k];
  for (k = 0; k < b->dims; k++) (k < phase ? from : to)[b->dim[k]] = x[b->dim[k]];
  s = thread_at(b, from);
  d = thread_at(b, to);
  return s == d ? 0 : upc_stride_plan_bytes(b->builder, s, d);
}

/* Coordinates of number i, with the dimension of the phase slowest. */
static void coordinates(const box_t *b, int phase, int i, int *x) {
  int k, rest = b->n / size_of(b, phase);
  for (k = 0; k < b->topology.ndims; k++) x[k] = 0;
  x[b->dim[phase]] = i / rest;
  i %= rest;
  for (k = b->dims - 1; k >= 0; k--) {
    if (k == phase) continue;
    x[b->dim[k]] = i % size_of(b, k);
    i /= size_of(b, k);
  }
}

/* The reverse. */
static int number(const box_t *b, int phase, const int *x) {
  int k, i = x[b->dim[phase]];
  for (k = 0; k < b->dims; k++)
    if (k != phase) i = i * size_of(b, k) + x[b->dim[k]];
  return i;
}

/* Where pieces lie that are sorted for the phase: at[number]; at[n] is the end. `after`: they have been exchanged. */
static void lay_out(const box_t *b, int phase, int after, size_t *at) {
  int x[UPC_STRIDE_TOPOLOGY_DIMS], i;
  at[0] = 0;
  for (i = 0; i < b->n; i++) {
    coordinates(b, phase, i, x);
    at[i + 1] = at[i] + bytes_before(b, phase + after, x);
  }
}

/* ---- a phase ---- */

typedef struct phase {
  int number, size, me, rest;         /* size: of the dimension; rest: pieces of a message    */
  size_t out, in;                     /* in the buffer                                        */
  size_t *out_at, *in_at;             /* of pieces, by their numbers                          */
} phase_t;

/* In round r: up and down by turns, so that both directions of a ring are in use. */
static int distance(const phase_t *p, int r) { return r % 2 == 1 ? (r + 1) / 2 : p->size - r / 2; }

static upc_stride_memory_t message(const phase_t *p, const size_t *at, size_t position, int coordinate) {
  size_t from = at[coordinate * p->rest], to = at[(coordinate + 1) * p->rest];
  return upc_stride_in_buffer(position + from, to - from);
}

static void meet(const box_t *b, const phase_t *p) {
  upc_stride_rounds_t x = upc_stride_rounds_new(b->builder, p->size, UPC_STRIDE_EXPECTED);
  int r;
  for (r = 1; r < p->size; r++) {
    int to = (p->me + distance(p, r)) % p->size, from = (p->me - distance(p, r) + p->size) % p->size;
    x.out[r].thread = on_line(b, p->number, to);
    x.out[r].memory = message(p, p->out_at, p->out, to);
    x.in[r].thread = on_line(b, p->number, from);
    x.in[r].memory = message(p, p->in_at, p->in, from);
  }
  upc_stride_rounds_begin(&x);
  upc_stride_rounds_end(&x);
}

/* Where piece number i is after the phase: the caller's own message has stayed. */
static size_t found(const phase_t *p, int i) {
  return i / p->rest == p->me ? p->out + p->out_at[i] : p->in + p->in_at[i];
}

/* From the order of one phase to that of the next. Successive pieces that stay so are one copy. */
static void sort_again(const box_t *b, const phase_t *p, const phase_t *next) {
  size_t from = 0, to = 0, bytes = 0;
  int i, x[UPC_STRIDE_TOPOLOGY_DIMS];
  for (i = 0; i < b->n; i++) {
    size_t at, piece = next->out_at[i + 1] - next->out_at[i];
    coordinates(b, next->number, i, x);
    at = found(p, number(b, p->number, x));
    if (piece == 0) continue;
    if (bytes > 0 && at == from + bytes) {
      bytes += piece;
      continue;
    }
    if (bytes > 0) upc_stride_plan_copy_in_buffer(b->builder, to, from, bytes);
    from = at;
    to = next->out + next->out_at[i];
    bytes = piece;
  }
  if (bytes > 0) upc_stride_plan_copy_in_buffer(b->builder, to, from, bytes);
}

static phase_t *find_phases(box_t *b) {
  phase_t *phases = upc_stride_plan_scratch(b->builder, (size_t)b->dims * sizeof *phases);
  size_t out[2] = {0, 0}, in = 0;
  int k;
  for (k = 0; k < b->dims; k++) {
    phase_t *p = &phases[k];
    p->number = k;
    p->size = size_of(b, k);
    p->me = b->me[b->dim[k]];
    p->rest = b->n / p->size;
    p->out_at = upc_stride_plan_scratch(b->builder, 2 * ((size_t)b->n + 1) * sizeof(size_t));
    p->in_at = p->out_at + b->n + 1;
    lay_out(b, k, 0, p->out_at);
    lay_out(b, k, 1, p->in_at);
    if (p->out_at[b->n] > out[k % 2]) out[k % 2] = p->out_at[b->n];
    if (p->in_at[b->n] > in) in = p->in_at[b->n];
  }
  b->out[0] = upc_stride_plan_buffer(b->builder, out[0]);
  b->out[1] = upc_stride_plan_buffer(b->builder, out[1]);
  b->in = upc_stride_plan_buffer(b->builder, in);
  for (k = 0; k < b->dims; k++) {
    phases[k].out = b->out[k % 2];
    phases[k].in = b->in;
  }
  return phases;
}

static void pack_all(const box_t *b, const phase_t *p) {
  int i, x[UPC_STRIDE_TOPOLOGY_DIMS];
  for (i = 0; i < b->n; i++) {
    coordinates(b, 0, i, x);
    if (p->out_at[i + 1] > p->out_at[i])
      upc_stride_plan_pack(b->builder, b->builder->me, thread_at(b, x), p->out + p->out_at[i]);
  }
}

static void unpack_all(const box_t *b, const phase_t *p) {
  int i, x[UPC_STRIDE_TOPOLOGY_DIMS];
  for (i = 0; i < b->n; i++) {
    coordinates(b, p->number, i, x);
    if (p->in_at[i + 1] > p->in_at[i]) upc_stride_plan_unpack(b->builder, thread_at(b, x), b->builder->me, found(p, i));
  }
}

void upc_stride_exchange_dimensions(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  box_t b;
  phase_t *phases;
  int k;
  find_box(&b, role);
  phases = find_phases(&b);
  upc_stride_enter(role);
  if (b.dims > 0) pack_all(&b, &phases[0]);
  upc_stride_plan_move(B, B->me, B->me);
  for (k = 0; k < b.dims; k++) {
    int sent = B->nsent;
    meet(&b, &phases[k]);
    if (k + 1 == b.dims) break;
    upc_stride_plan_wait_sent(B, B->nsent - sent); /* the next phase's messages are where those before this one were */
    sort_again(&b, &phases[k], &phases[k + 1]);
  }
  if (b.dims > 0) unpack_all(&b, &phases[b.dims - 1]);
  upc_stride_leave(role);
}
