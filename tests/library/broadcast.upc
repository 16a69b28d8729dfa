/* SPDX-License-Identifier: BSD-3-Clause
 * Broadcasts over random arrays, sections and roots, with every synchronisation. Each mode is used to its limit: with
 * IN_MYSYNC the owner writes the source just before the call, with IN_ALLSYNC another member does. With OUT_MYSYNC the
 * caller destroys its own data right after the call, with OUT_ALLSYNC it reads another member's data.
 * usage: broadcast [rounds [seed]] */
#include "world.h"

static world_array_t D, S;
static world_section_t sec;
static int root_block, in_place;     /* the source: a block of D (in_place) or of S */
static size_t start, len;            /* bytes into that block; bytes sent           */
static int member[64], members, root;

static void add_member(int thread) {
  int m;
  for (m = 0; m < members && member[m] != thread; m++) {}
  if (m == members) member[members++] = thread;
}

static void scene(void) {
  int i;
  world_array(&D, 5);
  world_section(&D, &sec);
  in_place = sec.k > 0 && random_below(3) == 0;
  world_array(&S, 7);
  len = (size_t)random_below((int)D.blockbytes + 1);
  if (!in_place && len > S.blockbytes) len = S.blockbytes;
  root_block = in_place ? sec.number[random_below(sec.k)] : random_below((int)S.blocks);
  start = in_place ? 0 : (size_t)random_below((int)(S.blockbytes - len) + 1);
  root = world_owner(in_place ? &D : &S, root_block);
  members = 0;
  for (i = 0; i < sec.k; i++) add_member(world_owner(&D, sec.number[i]));
  add_member(root);
}

static unsigned sent(size_t at) { return world_byte(7, in_place ? &D : &S, root_block, start + at); }

/* What a block of D must contain afterwards. */
static void compare(int number, const unsigned char *block) {
  size_t at;
  for (at = 0; at < D.blockbytes; at++) {
    unsigned wanted = POISON;
    if (in_place && number == root_block) wanted = world_byte(7, &D, number, at);
    if (sec.position[number] >= 0 && at < len) wanted = sent(at);
    if (block[at] != wanted) world_fail("block", number, at, wanted, block[at]);
  }
}

static void compare_blocks_of(int thread) {
  static unsigned char copy[5 * 5 * 5 * 5 * 4];
  int number;
  for (number = 0; number < (int)D.blocks; number++) {
    if (world_owner(&D, number) != thread) continue;
    upc_memget(copy, (shared void *)world_block(&D, number), D.blockbytes);
    compare(number, copy);
  }
}

static void write_source(void) {
  const world_array_t *W = in_place ? &D : &S;
  static unsigned char copy[7 * 7 * 7 * 7 * 4];
  size_t at;
  for (at = 0; at < W->blockbytes; at++) copy[at] = (unsigned char)world_byte(7, W, root_block, at);
  upc_memput((shared void *)world_block(W, root_block), copy, W->blockbytes);
}

static void play(int mode) {
  int in, out, i, me = -1;
  upc_flag_t flags = world_sync(mode, &in, &out);
  upc_stride_section_t dst = upc_stride_section(D.array, sec.iv);
  shared void *src = (shared void *)(world_block(in_place ? &D : &S, root_block) + start);
  int moves = sec.k > 0 && len > 0;
  for (i = 0; i < members; i++)
    if (member[i] == MYTHREAD) me = i;
  world_fill(&D, 0);
  if (in_place || moves == 0) upc_barrier; /* the source is poisoned first */
  if (MYTHREAD == (in == 2 ? member[0] : root)) write_source();
  if (in == 0 || moves == 0) upc_barrier;
  world_dawdle();
  upc_stride_broadcast(dst, src, len, flags);
  if (out == 0 || moves == 0) upc_barrier;
  if (out < 2 || me < 0) compare_blocks_of(MYTHREAD);
  else compare_blocks_of(member[(me + 1) % members]);
  if (out == 1 && moves) {
    if (MYTHREAD == root) memset((char *)src, 0x11, len);
    world_fill(&D, 3);
  }
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 130), i;
  for (world_round = 0; world_round < rounds; world_round++) {
    scene();
    play(world_round % 13);
    if (upc_haveaffinity(upc_stride_section(D.array, sec.iv))) {
      for (i = 0; i < sec.k && world_owner(&D, sec.number[i]) != MYTHREAD; i++) {}
      if (i == sec.k) world_fail("upc_haveaffinity", 1, 0, 0, 1);
    }
    upc_stride_all_free(D.array);
    upc_stride_all_free(S.array);
  }
  return world_verdict();
}
