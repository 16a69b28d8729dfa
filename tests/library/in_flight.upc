/* SPDX-License-Identifier: BSD-3-Clause
 * Up to twelve split-phase calls in flight, of rows, columns and all blocks, some twice with the same arguments, with
 * blocking calls between them. Each thread completes them in its own random order, by tests and waits for one or for
 * several. The data contain the number of the call.
 * usage: in_flight [rounds [seed]] */
#include "world.h"

enum { CALLS = 12, SIDE = 2, LEN = 400, SLOTS = 16 };     /* a block: SLOTS slots of LEN bytes */
enum { BROADCAST, EXCHANGE, GATHER_ALL, REDUCE_ALL, PERMUTE, KINDS };

typedef struct {
  upc_stride_array_t D, S;                               /* one block a place of the grid, each */
  upc_stride_handle_t handle;
  int kind, whole, column, line, root, k, me, open;      /* whole: all; else a row or column `line` */
  size_t len;
} call_t;

static call_t calls[CALLS];
static int P, Q;

static upc_stride_array_t make(void) {
  size_t shape[2], block[2] = {1, SLOTS * LEN / 4};
  int grid[2];
  shape[0] = (size_t)P, shape[1] = (size_t)Q * block[1];
  grid[0] = P, grid[1] = Q;
  return upc_stride_all_alloc(2, shape, block, 4, 2, grid);
}

static shared void *block_at(upc_stride_array_t A, int row, int column) {
  size_t at[2];
  at[0] = (size_t)row, at[1] = (size_t)column * (SLOTS * LEN / 4);
  return upc_stride_at(A, at);
}

static unsigned *mine(upc_stride_array_t A) {
  return (unsigned *)(shared [] unsigned *)block_at(A, MYTHREAD / Q, MYTHREAD % Q);
}

static upc_stride_section_t section(const call_t *c, upc_stride_array_t A) {
  if (c->whole) return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  if (c->column) return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_AT(c->line));
  return UPC_SECTION(A, UPC_STRIDE_AT(c->line), UPC_STRIDE_ALL);
}

/* Word w of the piece from source position j to position i. */
static unsigned word(int number, int j, int i, size_t w) {
  return (unsigned)(number * 1000003 + j * 1009 + i * 31) + (unsigned)w;
}

static void plan(call_t *c) {
  c->kind = random_below(KINDS);
  c->whole = random_below(3) == 0;
  c->column = random_below(2);
  c->line = random_below(c->column ? Q : P);
  c->k = c->whole ? P * Q : c->column ? P : Q;
  c->root = random_below(c->k);
  c->len = (size_t)(random_below(2) ? 8 : LEN / 4 * 4);
  c->me = c->whole ? MYTHREAD : c->column ? MYTHREAD / Q : MYTHREAD % Q;
  if (!c->whole && (c->column ? MYTHREAD % Q : MYTHREAD / Q) != c->line) c->me = -1;
}

static shared void *root_block(const call_t *c) {
  if (c->whole) return block_at(c->S, c->root / Q, c->root % Q);
  return c->column ? block_at(c->S, c->root, c->line) : block_at(c->S, c->line, c->root);
}

static void start(call_t *c, int number) {
  upc_stride_section_t d = section(c, c->D), s = section(c, c->S);
  upc_flag_t f = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  static int perm[64];
  unsigned *x = mine(c->S);
  size_t w, slots = c->kind == EXCHANGE ? (size_t)c->k : 1, i;
  for (i = 0; i < slots; i++)
    for (w = 0; w < c->len / 4; w++) x[i * c->len / 4 + w] = word(number, c->me, (int)i, w);
  for (i = 0; i < (size_t)c->k; i++) perm[i] = ((int)i + c->root) % c->k;
  switch (c->kind) {
    case BROADCAST: c->handle = upc_stride_broadcast_nb(d, root_block(c), c->len, f); break;
    case EXCHANGE: c->handle = upc_stride_exchange_nb(d, s, c->len, f); break;
    case GATHER_ALL: c->handle = upc_stride_gather_all_nb(d, s, c->len, f); break;
    case REDUCE_ALL: c->handle = upc_stride_reduce_all_nb(d, s, c->len / 4, UPC_ADD, UPC_UINT32, NULL, f); break;
    default: c->handle = upc_stride_permute_nb(d, s, perm, c->len, f);
  }
  memset(perm, -1, sizeof perm); /* the call has its own copy */
  c->open = 1;
}

static void expect(const call_t *c, int number, size_t at, unsigned wanted) {
  unsigned got = mine(c->D)[at];
  if (got != wanted) world_fail("call", number * 10 + c->kind, at, wanted, got);
}

static void check(const call_t *c, int number) {
  size_t words = c->len / 4, w;
  int j;
  if (c->me < 0) return;
  for (w = 0; w < words; w++) {
    unsigned sum = 0;
    for (j = 0; j < c->k; j++) {
      sum += word(number, j, 0, w);
      if (c->kind == EXCHANGE) expect(c, number, (size_t)j * words + w, word(number, j, c->me, w));
      if (c->kind == GATHER_ALL) expect(c, number, (size_t)j * words + w, word(number, j, 0, w));
    }
    if (c->kind == BROADCAST) expect(c, number, w, word(number, c->root, 0, w));
    if (c->kind == REDUCE_ALL) expect(c, number, w, sum);
    if (c->kind == PERMUTE) expect(c, number, w, word(number, (c->me - c->root + c->k) % c->k, 0, w));
  }
}

/* A random order that differs from thread to thread. */
static unsigned own(void) {
  static unsigned state;
  state = state * 1664525u + 1013904223u + (unsigned)MYTHREAD;
  return state >> 8;
}

static void complete(int count) {
  int left = count;
  while (left > 0) {
    int i = (int)(own() % (unsigned)count);
    call_t *c = &calls[i];
    if (!c->open) continue;
    if (own() % 2) upc_stride_wait(&c->handle);
    else if (!upc_stride_test(&c->handle)) continue;
    if (c->handle != NULL || !upc_stride_test(&c->handle)) world_fail("handle of call", i, 0, 0, 1);
    c->open = 0;
    left--;
    check(c, world_round * CALLS + i);
  }
}

/* The call has been completed by a wait for several. */
static void completed(upc_stride_handle_t handle, int i) {
  if (handle != NULL) world_fail("handle of several", i, 0, 0, 1);
  calls[i].open = 0;
  check(&calls[i], world_round * CALLS + i);
}

/* By one list, in a way of each thread's own. */
static void complete_together(int count) {
  upc_stride_handle_t list[CALLS];
  size_t done[CALLS], n, i;
  int way = (int)(own() % 4), left = 0, k;
  for (k = 0; k < count; k++) {
    list[k] = calls[k].handle;
    if (list[k] == NULL) completed(NULL, k);
    else left++;
  }
  if (way == 0) upc_stride_wait_all(list, (size_t)count);
  while (way == 1 && (i = upc_stride_wait_any(list, (size_t)count)) < (size_t)count) completed(list[i], (int)i), left--;
  while (way == 2 && (n = upc_stride_wait_some(list, (size_t)count, done)) > 0)
    for (i = 0; i < n; i++) completed(list[done[i]], (int)done[i]), left--;
  while (way == 3 && !upc_stride_test_all(list, (size_t)count)) {}
  if ((way == 1 || way == 2) && left != 0) world_fail("calls left", way, 0, 0, (unsigned)left);
  for (k = 0; k < count; k++)
    if (calls[k].open) completed(list[k], k);
  if (upc_stride_wait_any(list, (size_t)count) != (size_t)count ||
      upc_stride_wait_some(list, (size_t)count, done) != 0 ||
      !upc_stride_test_all(list, (size_t)count)) world_fail("null handles", way, 0, 0, 1);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 150), i, count;
  P = world_factor(THREADS);
  Q = THREADS / P;
  for (i = 0; i < CALLS; i++) calls[i].D = make(), calls[i].S = make();
  for (world_round = 0; world_round < rounds; world_round++) {
    count = random_in(1, CALLS);
    for (i = 0; i < count; i++) {
      plan(&calls[i]);
      start(&calls[i], world_round * CALLS + i);
      if (random_below(8) == 0) world_dawdle();
      if (random_below(4) == 0) {
        upc_stride_wait(&calls[i].handle); /* in the middle of the others */
        check(&calls[i], world_round * CALLS + i);
      }
    }
    if (own() % 2) complete(count);
    else complete_together(count);
  }
  upc_barrier;
  for (i = 0; i < CALLS; i++) upc_stride_all_free(calls[i].D), upc_stride_all_free(calls[i].S);
  return world_verdict();
}
