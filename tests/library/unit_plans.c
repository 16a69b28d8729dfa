/* SPDX-License-Identifier: BSD-3-Clause
 * The plans of all members of calls, played together without a thread (src/player/player.h): every operation, with
 * every
 * schedule that can serve it, every synchronisation, 1 to 64 members, all near, all far and mixed, sizes around the
 * lengths at which schedules change what they do, sections of one, several and no blocks of a thread, pieces of any
 * size, fetches by lists of the members, with and without a torus. What the player
 * finds wrong ends the test: the line names the operation, the schedule, the thread and its step.
 *
 * Arguments: the seed, and for how many rounds; then an operation and a schedule, if only these shall be played. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_collective.h>
#include "player/player.h"
#include "torus/torus.h"

static unsigned long long state;

static unsigned pick(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

/* A function whose order matters: two halves of 32 bits are an affine map, and maps follow each other. */
static void follow(const void *in, void *inout, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned long long f, g, a, b;
    memcpy(&f, (const char *)in + 8 * i, 8), memcpy(&g, (char *)inout + 8 * i, 8);
    a = (f & 0xFFFFFFFF) * (g & 0xFFFFFFFF) & 0xFFFFFFFF;
    b = ((f >> 32) * (g & 0xFFFFFFFF) + (g >> 32)) & 0xFFFFFFFF;
    g = a | b << 32;
    memcpy((char *)inout + 8 * i, &g, 8);
  }
}

/* Elements of *context bytes are numbers, lowest byte first: a part of an element has another sum. */
static void add_long(const void *in, void *inout, size_t n, void *context) {
  const size_t size = *(const size_t *)context;
  const unsigned char *x = in;
  unsigned char *y = inout;
  unsigned sum = 0;
  for (size_t i = 0; i < n * size; i++) {
    sum = (i % size == 0 ? 0 : sum >> 8) + x[i] + y[i];
    y[i] = (unsigned char)sum;
  }
}

/* ---- random layouts and sections ---- */

typedef struct end {
  upc_stride_layout_t layout;
  upc_stride_interval_t interval[2];
  upc_stride_picks_t picks;
  int intervals;
} end_t;

static upc_stride_interval_t interval(size_t blocks) {
  upc_stride_interval_t iv = {0};
  long long lo = pick((unsigned)blocks), hi = lo + pick((unsigned)(blocks - (size_t)lo)), step = 1 + (pick(4) == 0);
  iv.kind = UPC_STRIDE_INTERVAL_ALL;
  if (pick(3) == 0) return iv;
  iv.kind = UPC_STRIDE_INTERVAL_STEP;
  if (pick(4) == 0) iv.lo = hi, iv.hi = lo, iv.step = -step;
  else iv.lo = lo, iv.hi = hi, iv.step = step;
  return iv;
}

/* Blocks of `bytes` bytes on `threads` threads: a line, or a grid where one divides them. */
static void random_end(end_t *e, int threads, size_t bytes, int elements) {
  upc_stride_mistake_t mistake;
  size_t shape[2], block[2];
  int grid[2] = {1, threads}, two = pick(2), k;
  for (k = 2; k < threads; k++)
    if (threads % k == 0 && pick(2)) grid[0] = k, grid[1] = threads / k;
  block[0] = 1, block[1] = bytes;
  if (two) {
    shape[0] = (size_t)grid[0] * (1 + pick(2)) - (pick(3) == 0 && grid[0] > 1);
    shape[1] = bytes * ((size_t)grid[1] * (1 + pick(2)) - (pick(3) == 0 && grid[1] > 1));
    upc_stride_layout_init(&e->layout, 2, shape, block, 1, pick(2) ? 2 : 0, grid, threads, 0);
  } else {
    shape[0] = bytes * (1 + pick(2 * (unsigned)threads));
    if (pick(2)) shape[0] = bytes * (size_t)threads;
    upc_stride_layout_init(&e->layout, 1, shape, &block[1], 1, 0, NULL, threads, (int)pick((unsigned)threads));
  }
  e->intervals = 1 + two;
  for (k = 0; k <= two; k++) e->interval[k] = interval(elements ? shape[k] : e->layout.nblocks[k]);
  (elements ? upc_stride_pick_elements : upc_stride_pick)(&e->picks, &e->layout, e->intervals, e->interval, &mistake);
}

static upc_stride_played_end_t given(const end_t *e) {
  upc_stride_played_end_t p = {&e->layout, e->intervals, e->interval};
  return p;
}

/* Another section with as many blocks, in blocks of `bytes` bytes: of a line of exactly so many. */
static void same_count(end_t *e, int threads, size_t bytes, size_t count) {
  upc_stride_mistake_t mistake;
  size_t shape = bytes * count;
  memset(e, 0, sizeof *e);
  upc_stride_layout_init(&e->layout, 1, &shape, &bytes, 1, 0, NULL, threads, (int)pick((unsigned)threads));
  upc_stride_pick(&e->picks, &e->layout, 0, e->interval, &mistake);
}

/* ---- pieces of any size ---- */

enum { MOST_PIECES = 4096, MOST_EACH_WAY = 64 }; /* its square root */
static size_t counts[MOST_PIECES], displs[MOST_PIECES], src_displs[MOST_PIECES];

static size_t random_count(size_t len) { return pick(4) == 0 ? 0 : pick(3) == 0 ? len : pick((unsigned)len + 1); }

/* k pieces of at most `len` bytes, some with gaps before them, in this order or the reverse. The bytes up to the end.
 * */
static size_t line_up(size_t k, size_t len) {
  size_t at = 0, i;
  int reversed = pick(3) == 0;
  for (i = 0; i < k; i++) counts[i] = random_count(len);
  for (i = 0; i < k; i++) {
    size_t piece = reversed ? k - 1 - i : i;
    displs[piece] = at += pick(4) == 0 ? pick(9) : 0;
    at += counts[piece];
  }
  return at;
}

/* exchangev: piece j * k + i goes from src block j to dst block i. */
static void line_up_exchange(size_t k, size_t len) {
  size_t i, j, at;
  for (i = 0; i < k * k; i++) counts[i] = random_count(len);
  for (i = 0; i < k; i++)
    for (j = at = 0; j < k; at += counts[j++ * k + i]) displs[j * k + i] = at;
  for (j = 0; j < k; j++)
    for (i = at = 0; i < k; at += counts[j * k + i++]) src_displs[j * k + i] = at;
}

static void give_lists(upc_stride_played_call_t *c, int exchange) {
  c->counts = counts, c->displs = displs;
  if (exchange) c->src_displs = src_displs;
}

static size_t largest(size_t k) {
  size_t most = 0, i;
  for (i = 0; i < k; i++)
    if (counts[i] > most) most = counts[i];
  return most;
}

/* ---- calls ---- */

static const char *only_operation, *only_schedule;
static long played;

static void fail(const upc_stride_played_call_t *c, const char *wrong, unsigned long long before) {
  static const char *const sync[] = {"NOSYNC", "MYSYNC", "ALLSYNC"};
  printf("%s: %s\n  %d threads, %d of a node, len %zu, eager %zu, IN_%s OUT_%s%s%s, seed %u; random state %llu\n",
         upc_stride_operation_name(c->operation), wrong, c->threads, c->per_node, c->len, c->eager, sync[c->sync.in],
         sync[c->sync.out], c->split ? ", split phase" : "", c->rendezvous ? ", rendezvous" : "", c->seed, before);
  exit(1);
}

/* The bytes of all messages, and how many members there are; 0 if the call cannot have its schedule. */
static double play(upc_stride_played_call_t *c, unsigned long long before, int *members) {
  upc_stride_played_t R;
  int can = upc_stride_play(&R, c), i;
  double bytes = 0;
  for (i = 0; can && i < R.messages; i++)
    if (R.message[i].kind == UPC_STRIDE_PLAYED_DATA) bytes += R.message[i].bytes;
  free(R.message);
  if (members != NULL) *members = can ? R.members : 0;
  if (!can) return 0;
  played++;
  if (R.wrong[0] != '\0') fail(c, R.wrong, before);
  return bytes;
}

enum { EAGER = 48 };

static size_t random_length(void) {
  static const size_t around[] = {8, EAGER, 64, 128, 200, 333};
  size_t len = around[pick(6)] + pick(3) - 1;
  return pick(4) == 0 ? 1 + pick(20) : len;
}

/* A torus with a place for each thread, or none; `often` for schedules that are made for it. */
static void random_torus(int threads, int per_node, int often) {
  static char text[60];
  int size[3] = {1, 1, threads / per_node}, k;
  upc_stride_torus_set(NULL, NULL);
  if (threads % per_node != 0 || pick(often ? 4 : 3) > (often ? 2u : 0u)) return;
  for (k = 0; k < 2; k++) {
    int d = 1 + (int)pick(4);
    if (size[2] % d == 0) size[k] = d, size[2] /= d;
  }
  snprintf(text, sizeof text, "%dx%dx%dx%d", size[0], size[1], size[2], per_node);
  upc_stride_torus_set(text, NULL);
  if (upc_stride_torus_wrong(threads) != NULL) upc_stride_torus_set(NULL, NULL);
}

/* The job and the synchronisation. */
static void random_job(upc_stride_played_call_t *c, int threads, int often_torus) {
  c->threads = threads;
  switch (pick(4)) {
    case 0: c->per_node = threads; break;
    case 1: c->per_node = 1; break;
    default: c->per_node = 2 + (int)pick(4);
  }
  random_torus(threads, c->per_node, often_torus);
  c->rendezvous = pick(3) == 0;
  c->eager = EAGER;
  c->cores = 1 + (int)pick(4);
  c->conduit = "smp";
  c->sync.in = (int)pick(3), c->sync.out = (int)pick(3);
  c->split = pick(4) == 0;
  c->data = 1;
  c->seed = pick(1 << 20);
}

/* No type of MINLOC with padding behind the value: its bytes are nobody's. */
static void random_values(upc_stride_played_call_t *c, const upc_stride_schedule_t *row) {
  static const struct { upc_op_t op; upc_type_t type; } sums[] = {
    {UPC_ADD, UPC_UINT8}, {UPC_ADD, UPC_INT64}, {UPC_XOR, UPC_UINT32}, {UPC_MAX, UPC_INT16}, {UPC_MULT, UPC_UINT64},
    {UPC_LOGAND, UPC_UINT8}, {UPC_LOGOR, UPC_INT32}, {UPC_STRIDE_MINLOC, UPC_INT64}, {UPC_STRIDE_MAXLOC, UPC_UINT64},
    {UPC_STRIDE_MINLOC, UPC_DOUBLE}};
  static size_t sizes[] = {1, 3, 12, 24, 40};
  unsigned i = pick(12);
  if (i >= 10) {
    size_t *size = &sizes[pick(5)];
    c->op = UPC_FUNC, c->with = add_long, c->context = size, c->size = *size;
    return;
  }
  c->op = sums[i].op, c->type = sums[i].type;
  if ((row->needs & UPC_STRIDE_ANY_ORDER) == 0 && pick(2))
    c->op = UPC_NONCOMM_FUNC, c->type = UPC_UINT64, c->func = follow;
}

/* hierarchical(A,B), of two schedules of the operation: maybe of such that cannot be composed. */
static const char *compose(int operation, char *text, size_t size) {
  const upc_stride_schedule_t *row;
  const char *name[40];
  int n = 0, i;
  for (i = 0; (row = upc_stride_schedule(i)) != NULL; i++)
    if (row->operation == operation) name[n++] = row->name;
  text[0] = '\0';
  for (i = 0; i < 2; i++) {
    const char *one = name[pick((unsigned)n)], *colon = strchr(one, ':');
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%.*s%s", i == 0 ? "hierarchical(" : ",",
             colon != NULL ? (int)(colon - one) : (int)strlen(one), one, colon != NULL && colon[1] == 'k' ? ":3" : "");
  }
  strcat(text, ")");
  return text;
}

/* One call of the row's operation with the row's schedule. */
static void one(const upc_stride_schedule_t *row, int threads) {
  const unsigned long long before = state;
  upc_stride_played_call_t c = {.operation = row->operation, .schedule = row->name};
  static int perm[MOST_PIECES];
  char name[100];
  end_t dst, src;
  size_t size = 1, len = random_length(), k, i;
  const char *colon = strchr(row->name, ':');
  memset(&dst, 0, sizeof dst), memset(&src, 0, sizeof src);
  if (colon != NULL) {                /* a number of children, or the bytes of a segment */
    snprintf(name, sizeof name, "%.*s:%u", (int)(colon - row->name), row->name,
             colon[1] == 'k' ? 2 + pick(3) : 16 + 8 * pick(8));
    c.schedule = name;
  }
  if (pick(2)) c.segment = 24 + 8 * pick(20);
  if (pick(2)) c.under_way = 100 + pick(400);
  if (pick(2)) c.ahead = 1 + (int)pick(4), c.rounds = 1 + (int)pick(8);
  if ((row->needs & UPC_STRIDE_BY_NODES) != 0 && pick(2)) c.schedule = compose(row->operation, name, sizeof name);
  random_job(&c, threads, strncmp(row->name, "torus", 5) == 0 || strcmp(row->name, "dimensions") == 0);
  random_values(&c, row);
  if (row->operation == UPC_STRIDE_OP_BARRIER) c.sync.in = c.sync.out = UPC_STRIDE_ALL_MEMBERS;
  switch (row->operation) {
    case UPC_STRIDE_OP_REDUCE: case UPC_STRIDE_OP_REDUCE_ALL: case UPC_STRIDE_OP_PREFIX_REDUCE:
    case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE: case UPC_STRIDE_OP_REDUCE_SCATTER:
      size = c.size > 0 ? c.size : upc_stride_operand_bytes(c.op, c.type);
      len = (len + size - 1) / size;
  }
  c.len = len;
  len *= size;
  c.root = (int)pick((unsigned)threads);
  switch (row->operation) {
    case UPC_STRIDE_OP_GATHER_ALL:
      random_end(&src, threads, len + pick(2) * 8, 0);
      k = src.picks.blocks;
      if (k == 0) return;
      if (pick(3) == 0) {
        size_t all = line_up(k, len);
        random_end(&dst, threads, all + 1, 0);
        give_lists(&c, 0);
        c.len = largest(k);
      } else {
        random_end(&dst, threads, len * k + pick(2) * 8, 0);
      }
      break;
    case UPC_STRIDE_OP_SCATTER: case UPC_STRIDE_OP_GATHER:
      random_end(&dst, threads, len + pick(2) * 8, 0);
      src = dst;
      k = dst.picks.blocks;
      if (k == 0 || pick(3) > 0) break;
      line_up(k, len);
      give_lists(&c, 0);
      c.len = largest(k);
      break;
    case UPC_STRIDE_OP_EXCHANGE: case UPC_STRIDE_OP_REDUCE_SCATTER: case UPC_STRIDE_OP_PERMUTE:
    case UPC_STRIDE_OP_PREFIX_REDUCE: case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE:
      random_end(&src, threads, len, 0);
      k = src.picks.blocks;
      if (k == 0 || k > MOST_PIECES) return;
      if (row->operation == UPC_STRIDE_OP_EXCHANGE || row->operation == UPC_STRIDE_OP_REDUCE_SCATTER) {
        same_count(&src, threads, len * k + pick(2) * 8, k);
        same_count(&dst, threads, row->operation == UPC_STRIDE_OP_EXCHANGE ? len * k : len, k);
        if (row->operation == UPC_STRIDE_OP_EXCHANGE && k * k <= MOST_PIECES && pick(3) == 0) {
          line_up_exchange(k, len);
          give_lists(&c, 1);
          c.len = largest(k * k);
        }
      } else {
        same_count(&dst, threads, len + pick(2) * 8, k);
      }
      for (i = 0; i < k; i++) perm[i] = (int)i;
      for (i = k; i > 1; i--) {
        size_t j = pick((unsigned)i);
        int swap = perm[i - 1];
        perm[i - 1] = perm[j], perm[j] = swap;
      }
      c.perm = row->operation == UPC_STRIDE_OP_PERMUTE ? perm : NULL;
      break;
    case UPC_STRIDE_OP_COPY:          /* single bytes, between blocks of two sizes */
      random_end(&src, threads, 1 + pick(9), 1);
      k = src.picks.blocks;
      if (k == 0 || src.layout.ndims > 1) return;
      {
        upc_stride_mistake_t mistake;
        size_t shape = k + pick(5), block = 1 + pick(7);
        upc_stride_layout_init(&dst.layout, 1, &shape, &block, 1, 0, NULL, threads, (int)pick((unsigned)threads));
        dst.intervals = 1;
        dst.interval[0].kind = UPC_STRIDE_INTERVAL_STEP;
        dst.interval[0].lo = pick((unsigned)(shape - k + 1));
        dst.interval[0].hi = dst.interval[0].lo + (long long)k - 1;
        dst.interval[0].step = 1;
        upc_stride_pick_elements(&dst.picks, &dst.layout, 1, dst.interval, &mistake);
      }
      break;
    default:
      random_end(&dst, threads, len + pick(2) * 8, 0);
      random_end(&src, threads, len + pick(2) * 8, 0);
      if (row->operation == UPC_STRIDE_OP_BARRIER) src = dst, c.same_array = 1;
      if (row->operation == UPC_STRIDE_OP_BROADCAST && dst.picks.blocks > 0 &&
          pick(4) == 0) { /* of one of its blocks */
        size_t offset, block = pick((unsigned)dst.picks.blocks);
        c.place_block = (int)block + 1;
        c.root = (int)upc_stride_at_position(&dst.picks, block, &offset);
      }
      c.lends = row->operation == UPC_STRIDE_OP_BROADCAST && row->tree != UPC_STRIDE_NO_TREE && pick(3) == 0;
  }
  if (pick(3) == 0 && (row->operation == UPC_STRIDE_OP_REDUCE_ALL || row->operation == UPC_STRIDE_OP_GATHER_ALL ||
                       row->operation == UPC_STRIDE_OP_EXCHANGE || row->operation == UPC_STRIDE_OP_PERMUTE ||
                       row->operation == UPC_STRIDE_OP_PREFIX_REDUCE ||
                       row->operation == UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE ||
                       row->operation == UPC_STRIDE_OP_REDUCE_SCATTER)) {
    if (row->operation == UPC_STRIDE_OP_REDUCE_SCATTER) dst = src;
    if (row->operation == UPC_STRIDE_OP_GATHER_ALL) { /* a block for each piece, large enough for all */
      same_count(&dst, threads, (src.picks.blocks + 1) * (len + 40), src.picks.blocks);
    }
    src = dst, c.same_array = c.in_place = 1;
  }
  if (row->operation == UPC_STRIDE_OP_REDUCE && src.picks.blocks > 0 && pick(3) == 0) {
    size_t offset, block = pick((unsigned)src.picks.blocks);
    c.place_block = (int)block + 1, c.in_place = 1;
    c.root = (int)upc_stride_at_position(&src.picks, block, &offset);
  }
  c.dst = given(&dst), c.src = given(&src);
  if (dst.picks.blocks + src.picks.blocks > 600) return;
  play(&c, before, NULL);
}

/* ---- fetches by lists ---- */

enum { MOST_LISTED = 60 };

/* What thread t gives: what the others list of it. */
static void collect(upc_stride_played_list_t *list, int threads, int t) {
  upc_stride_lists_t *own = &list[t].lists;
  own->gives = calloc((size_t)threads, sizeof *own->gives);
  for (int other = 0; other < threads; other++)
    for (int i = 0; i < list[other].lists.ngets; i++)
      if (list[other].lists.gets[i].thread == t) {
        own->gives[own->ngives] = list[other].lists.gets[i];
        own->gives[own->ngives++].thread = other;
      }
}

/* Rows, columns, and elements in any order, some of them several times. */
static size_t *random_list(size_t elements, size_t *count) {
  size_t *index = calloc(MOST_LISTED, sizeof *index);
  *count = pick(4) == 0 ? 0 : pick(MOST_LISTED);
  for (size_t i = 0, step = 0; i < *count; i++) {
    if (pick(6) == 0) step = pick(3) == 0 ? 0 : 1 + pick(9);
    index[i] = i == 0 || step == 0 ? pick((unsigned)elements) : (index[i - 1] + step) % elements;
  }
  return index;
}

static void one_fetch(int threads) {
  const unsigned long long before = state;
  upc_stride_played_call_t c = {.operation = UPC_STRIDE_OP_COPY, .schedule = "pairwise"};
  upc_stride_played_list_t *list = calloc((size_t)threads, sizeof *list);
  end_t src;
  memset(&src, 0, sizeof src);
  random_job(&c, threads, 0);
  if (pick(2)) c.segment = 24 + 8 * pick(20);
  random_end(&src, threads, 1 + pick(20), 0);
  src.layout.elemsize = 1 + pick(12);
  src.layout.blockbytes = src.layout.blockelems * src.layout.elemsize;
  src.intervals = 0;
  c.src = given(&src);
  for (int t = 0; t < threads; t++) {
    list[t].index = random_list(src.layout.elements, &list[t].count);
    list[t].lists.me = t;
    list[t].lists.gets = upc_stride_list_elements(&src.layout, list[t].index, list[t].count, &list[t].lists.ngets);
  }
  for (int t = 0; t < threads; t++) collect(list, threads, t);
  c.lists = list;
  play(&c, before, NULL);
  for (int t = 0; t < threads; t++)
    free((void *)(uintptr_t)list[t].index), free(list[t].lists.gets), free(list[t].lists.gives);
  free(list);
}

/* ---- exchange_own and its kin ---- */

/* The caller's blocks, by position. */
static size_t own_positions(const upc_stride_picks_t *P, int thread, size_t *list) {
  size_t n = 0, offset;
  for (size_t i = 0; i < P->blocks; i++)
    if (upc_stride_at_position(P, i, &offset) == (size_t)thread) list[n++] = i;
  return n;
}

/* Of the lists that all have together: what thread t knows, and must be told, as rows of its blocks. */
typedef struct own {
  size_t counts[MOST_PIECES], displs[MOST_PIECES], src_displs[MOST_PIECES], received[MOST_PIECES],
         expected[MOST_PIECES];
  size_t nreceived;
} own_t;

static void own_lists(own_t *o, const upc_stride_played_call_t *c, const end_t *dst, const end_t *src, int t) {
  static size_t at[MOST_PIECES];
  const int exchange = c->own_kind == UPC_STRIDE_PIECES_EXCHANGED, out = c->own_kind == UPC_STRIDE_PIECES_OUT;
  const size_t k = out ? dst->picks.blocks : src->picks.blocks;
  size_t n = out ? (size_t)(t == c->root) : own_positions(&src->picks, t, at), i, b, fill = 0;
  for (b = 0; b < n; b++)
    for (i = 0; i < (exchange || out ? k : 1); i++, fill++) {
      const size_t piece = out ? i : exchange ? at[b] * k + i : at[b];
      o->counts[fill] = counts[piece];
      o->src_displs[fill] = out ? displs[piece] : exchange ? src_displs[piece] : 0;
    }
  n = c->own_kind == UPC_STRIDE_PIECES_IN ? (size_t)(t == c->root) : own_positions(&dst->picks, t, at);
  for (b = 0, fill = 0; b < n; b++)
    for (i = 0; i < (out ? 1 : k); i++, fill++) {
      const size_t piece = exchange ? i * k + at[b] : out ? at[b] : i;
      o->expected[fill] = counts[piece];
      o->displs[fill] = out ? 0 : displs[piece];
    }
  o->nreceived = fill;
}

static void one_own(const upc_stride_schedule_t *row, int threads, int kind) {
  const unsigned long long before = state;
  upc_stride_played_call_t c = {.operation = row->operation, .schedule = row->name, .own_kind = kind};
  upc_stride_own_lists_t *lists = calloc((size_t)threads, sizeof *lists);
  own_t *own = calloc((size_t)threads, sizeof *own);
  size_t len = random_length(), k, all;
  double moved = 0, all_pieces = 0;
  int members = 0;
  end_t dst, src;
  memset(&dst, 0, sizeof dst), memset(&src, 0, sizeof src);
  random_job(&c, threads, 0);
  c.root = (int)pick((unsigned)threads);
  random_end(&src, threads, kind == UPC_STRIDE_PIECES_EXCHANGED ? MOST_EACH_WAY * len : len, 0);
  dst = src;
  k = src.picks.blocks;
  if (k > 0 && k * k <= MOST_PIECES) {
    c.in_place = c.same_array = (row->needs & UPC_STRIDE_IN_PLACE) != 0 && pick(3) == 0 &&
                                (kind == UPC_STRIDE_PIECES_EXCHANGED || kind == UPC_STRIDE_PIECES_ALL);
    if (kind == UPC_STRIDE_PIECES_EXCHANGED && pick(2) && !c.in_place) same_count(&dst, threads, len * k, k);
    if (kind == UPC_STRIDE_PIECES_EXCHANGED) line_up_exchange(k, len), all = len * k;
    else all = line_up(k, len);
    if (kind == UPC_STRIDE_PIECES_ALL && c.in_place) same_count(&src, threads, all + 1, k), dst = src;
    else if (kind == UPC_STRIDE_PIECES_ALL) random_end(&dst, threads, all + 1, 0);
    c.len = all + 1;                  /* at the place */
    c.counts = counts, c.displs = displs, c.src_displs = src_displs;
    c.own = lists;
    c.dst = given(&dst), c.src = given(&src);
    for (int t = 0; t < threads; t++) {
      own_lists(&own[t], &c, &dst, &src, t);
      lists[t].counts = own[t].counts, lists[t].displs = own[t].displs, lists[t].src_displs = own[t].src_displs;
      lists[t].received = own[t].received;
    }
    if (dst.picks.blocks > 0) moved = play(&c, before, &members);
    for (size_t i = 0; i < k && kind == UPC_STRIDE_PIECES_ALL; i++) all_pieces += (double)(counts[i] + sizeof(size_t));
    /* by rounds each member gets all sizes and pieces of the others once, as messages */
    if (members > 0 && strcmp(row->name, "pairwise") != 0 && moved > (members - 1) * all_pieces && all_pieces > 0)
      fail(&c, "moves more than each piece to each member", before);
    for (int t = 0; t < threads && dst.picks.blocks > 0; t++)
      if (memcmp(own[t].received, own[t].expected, own[t].nreceived * sizeof(size_t)) != 0)
        fail(&c, "tells a thread other sizes than it gets", before);
  }
  free(own), free(lists);
}

static int is_own(int operation) {
  return operation == UPC_STRIDE_OP_EXCHANGE_OWN || operation == UPC_STRIDE_OP_GATHER_ALL_OWN;
}

static void own_schedules(int threads) {
  const upc_stride_schedule_t *row;
  for (int i = 0; (row = upc_stride_schedule(i)) != NULL; i++)
    for (int kind = UPC_STRIDE_PIECES_OUT; kind <= UPC_STRIDE_PIECES_EXCHANGED && is_own(row->operation); kind++)
      if ((kind == UPC_STRIDE_PIECES_ALL) == (row->operation == UPC_STRIDE_OP_GATHER_ALL_OWN))
        one_own(row, threads, kind);
}

static void all_schedules(int threads) {
  const upc_stride_schedule_t *row;
  char named[40];
  for (int i = 0; (row = upc_stride_schedule(i)) != NULL; i++) {
    snprintf(named, sizeof named, "upc_stride_%s", only_operation ? only_operation : "");
    if (only_operation && strcmp(upc_stride_operation_name(row->operation), named) != 0) continue;
    if (only_schedule && strncmp(row->name, only_schedule, strlen(only_schedule)) != 0) continue;
    if (!upc_stride_played_knows(row->operation)) continue;
    one(row, threads);
  }
  if (only_operation == NULL || strcmp(only_operation, "fetch") == 0)
    for (int i = 0; i < 3; i++) one_fetch(threads);
  if (only_operation == NULL || strcmp(only_operation, "own") == 0) own_schedules(threads);
}

/* An operation may be added without a form for the player. */
static void tell_unplayed(void) {
  const upc_stride_schedule_t *row;
  for (int i = 0; (row = upc_stride_schedule(i)) != NULL; i++)
    if (!upc_stride_played_knows(row->operation) && !is_own(row->operation))
      printf("%s by %s: not played\n", upc_stride_operation_name(row->operation), row->name);
}

int main(int argc, char **argv) {
  static const int threads[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 24, 33, 64};
  const int rounds = argc > 2 ? atoi(argv[2]) : 20;
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  only_operation = argc > 3 ? argv[3] : NULL;
  only_schedule = argc > 4 ? argv[4] : NULL;
  upc_stride_schedules_open();
  for (int round = 0; round < rounds; round++)
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++)
      if (threads[i] <= 16 || round % 4 == 0) all_schedules(threads[i]);
  tell_unplayed();
  printf("%ld calls played\nPASS\n", played);
  return 0;
}
