/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives of different, overlapping teams one after another with no barrier between them: rows, columns, single
 * blocks, all blocks, in a random order that all threads share. The synchronisation flags alone must suffice.
 * usage: back_to_back [calls [seed]] */
#include "world.h"

static world_array_t D, S;             /* S: the sources, one block for each thread and kind of call */
static world_section_t to, from;
enum { SIDE = 4, BYTES = 4 * 4 * 4 };

static void make(void) {
  D.ndims = 2;
  D.ngrid = random_below(3) == 0 ? 0 : 2;
  D.grid[0] = world_factor(THREADS);
  D.grid[1] = THREADS / D.grid[0];
  D.block[0] = D.block[1] = SIDE;
  D.nblocks[0] = (size_t)(D.grid[0] + random_below(3));
  D.nblocks[1] = (size_t)(D.grid[1] + random_below(3));
  D.shape[0] = D.nblocks[0] * SIDE, D.shape[1] = D.nblocks[1] * SIDE;
  D.blocks = D.nblocks[0] * D.nblocks[1];
  D.elem = 4, D.blockbytes = BYTES;
  S = D;
  world_alloc(&D);
  world_alloc(&S);
}

static void choose_section(world_section_t *X) {
  int row = random_below((int)D.nblocks[0]), column = random_below((int)D.nblocks[1]);
  X->iv[0] = UPC_STRIDE_ALL, X->iv[1] = UPC_STRIDE_ALL;
  switch (random_below(6)) {
    case 0: case 1: X->iv[0] = UPC_STRIDE_AT(row); break;
    case 2: case 3: X->iv[1] = UPC_STRIDE_AT(column); break;
    case 4: X->iv[0] = UPC_STRIDE_RANGE(0, row), X->iv[1] = UPC_STRIDE_STEP(column, -1, 0); break;
  }
  world_resolve(&D, X);
}

/* The data of a call contain the call's number. Each sender rewrites its blocks before every call. */
static unsigned salt(int call) { return (unsigned)call + 100; }

static void write_block(const world_array_t *W, int number, int call) {
  unsigned char *block;
  size_t at;
  if (world_owner(W, number) != MYTHREAD) return;
  block = (unsigned char *)world_block(W, number);
  for (at = 0; at < BYTES; at++) block[at] = (unsigned char)world_byte(salt(call), W, number, at);
}

static void broadcast(int call, upc_flag_t flags) {
  int source = random_below((int)S.blocks), i;
  size_t at;
  choose_section(&to);
  write_block(&S, source, call);
  if (call % 17 == MYTHREAD % 17) world_dawdle();
  upc_stride_broadcast(upc_stride_section(D.array, to.iv), (shared void *)world_block(&S, source), BYTES, flags);
  for (i = 0; i < to.k; i++) {
    const unsigned char *block;
    if (world_owner(&D, to.number[i]) != MYTHREAD) continue;
    block = (unsigned char *)world_block(&D, to.number[i]);
    for (at = 0; at < BYTES; at++) {
      unsigned wanted = world_byte(salt(call), &S, source, at);
      if (block[at] != wanted) world_fail("broadcast, block", to.number[i], at, wanted, block[at]);
    }
  }
}

static void exchange(int call, upc_flag_t flags) {
  size_t len, at;
  int i, j;
  choose_section(&to);
  do choose_section(&from); while (from.k != to.k && random_below(100) > 0);
  if (from.k != to.k) from = to;
  len = BYTES / (size_t)to.k;
  for (i = 0; i < from.k; i++) write_block(&S, from.number[i], call);
  upc_stride_exchange(upc_stride_section(D.array, to.iv), upc_stride_section(S.array, from.iv), len, flags);
  for (i = 0; i < to.k; i++) {
    const unsigned char *block;
    if (world_owner(&D, to.number[i]) != MYTHREAD) continue;
    block = (unsigned char *)world_block(&D, to.number[i]);
    for (j = 0; j < to.k; j++)
      for (at = 0; at < len; at++) {
        unsigned wanted = world_byte(salt(call), &S, from.number[j], (size_t)i * len + at);
        unsigned got = block[(size_t)j * len + at];
        if (got != wanted) world_fail("exchange, block", to.number[i], (size_t)j * len + at, wanted, got);
      }
  }
}

int main(int argc, char **argv) {
  int calls = world_start(argc, argv, 1000), call;
  make();
  for (call = 0; call < calls; call++) {
    upc_flag_t flags = random_below(2) ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : 0;
    world_round = call;
    if (random_below(3) > 0) broadcast(call, flags);
    else exchange(call, flags);
  }
  upc_barrier;
  upc_stride_all_free(D.array);
  upc_stride_all_free(S.array);
  return world_verdict();
}
