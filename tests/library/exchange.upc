/* SPDX-License-Identifier: BSD-3-Clause
 * Exchanges between random sections of two arrays, or of one team in one array's rows, with every synchronisation, used
 * to its limit as in broadcast.upc.
 * usage: exchange [rounds [seed]] */
#include "world.h"

static world_array_t D, S;
static world_section_t to, from;
static size_t len;
static int member[64], members;

static void add_member(int thread) {
  int m;
  for (m = 0; m < members && member[m] != thread; m++) {}
  if (m == members) member[members++] = thread;
}

/* One interval per dimension. They pick `want` blocks in all, or fewer if the array has no such section. */
static void section_of(const world_array_t *W, world_section_t *X, int want) {
  int d, tries;
  for (tries = 0; tries < 200; tries++) {
    world_section(W, X);
    if (X->k == want) return;
  }
  for (d = 0; d < W->ndims; d++) {
    X->iv[d] = UPC_STRIDE_AT(0);
    if (want > 1 && (int)W->nblocks[d] >= want) {
      X->iv[d] = random_below(2) ? UPC_STRIDE_RANGE(0, want - 1) : UPC_STRIDE_STEP(want - 1, -1, 0);
      want = 1;
    }
  }
  world_resolve(W, X);
}

static void scene(void) {
  int i, tries;
  for (tries = 0;; tries++) {
    world_array(&D, 3);
    if (random_below(3) == 0) {
      S = D;
      world_alloc(&S);
    } else {
      world_array(&S, 3);
    }
    world_section(&D, &to);
    section_of(&S, &from, to.k);
    if (to.k == from.k && (to.k > 0 || random_below(10) == 0)) break;
    upc_stride_all_free(D.array);
    upc_stride_all_free(S.array);
  }
  len = to.k == 0 ? 3 : (D.blockbytes < S.blockbytes ? D.blockbytes : S.blockbytes) / (size_t)to.k;
  if (len > 1) len -= (size_t)random_below((int)(len + 1) / 2);
  members = 0;
  for (i = 0; i < to.k; i++) add_member(world_owner(&D, to.number[i])), add_member(world_owner(&S, from.number[i]));
}

static void compare(int number, const unsigned char *block) {
  int i = to.position[number];
  size_t at;
  for (at = 0; at < D.blockbytes; at++) {
    unsigned wanted = POISON;
    if (i >= 0 && at < (size_t)to.k * len)
      wanted = world_byte(9, &S, from.number[at / len], (size_t)i * len + at % len);
    if (block[at] != wanted) world_fail("block", number, at, wanted, block[at]);
  }
}

static void compare_blocks_of(int thread) {
  static unsigned char copy[3 * 3 * 3 * 3 * 4];
  int number;
  for (number = 0; number < (int)D.blocks; number++) {
    if (world_owner(&D, number) != thread) continue;
    upc_memget(copy, (shared void *)world_block(&D, number), D.blockbytes);
    compare(number, copy);
  }
}

static void play(int mode) {
  int in, out, i, me = -1, moves = to.k > 0 && len > 0;
  upc_flag_t flags = world_sync(mode, &in, &out);
  for (i = 0; i < members; i++)
    if (member[i] == MYTHREAD) me = i;
  world_fill(&D, 0);
  if (in == 2 && moves && me >= 0 && members > 1) {
    /* another member writes my source: block by block, so that each is written once */
    int other = member[(me + 1) % members], number;
    for (number = 0; number < (int)S.blocks; number++) {
      static unsigned char copy[3 * 3 * 3 * 3 * 4];
      size_t at;
      if (world_owner(&S, number) != other) continue;
      for (at = 0; at < S.blockbytes; at++) copy[at] = (unsigned char)world_byte(9, &S, number, at);
      upc_memput((shared void *)world_block(&S, number), copy, S.blockbytes);
    }
  } else {
    world_fill(&S, 9);
  }
  if (in == 0 || !moves) upc_barrier;
  world_dawdle();
  upc_stride_exchange(upc_stride_section(D.array, to.iv), upc_stride_section(S.array, from.iv), len, flags);
  if (out == 0 || !moves) upc_barrier;
  if (out < 2 || me < 0) compare_blocks_of(MYTHREAD);
  else compare_blocks_of(member[(me + 1) % members]);
  if (out == 1 && moves) world_fill(&S, 4), world_fill(&D, 5);
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 130);
  for (world_round = 0; world_round < rounds; world_round++) {
    scene();
    play(world_round % 13);
    upc_stride_all_free(D.array);
    upc_stride_all_free(S.array);
  }
  return world_verdict();
}
