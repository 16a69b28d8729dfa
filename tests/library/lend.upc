/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_lend: each owner reads the bytes where it is told to. Near to the root that is the root's memory; if all
 * are near, blocks keep what they had. Far from the root it is one of the caller's blocks. Lengths, sections, roots,
 * flags and forms are random; the place is outside of dst's array, or a block of dst.
 * usage: lend [rounds [seed]] */
#include "base/near.h"
#include "base/port.h"
#include "world.h"

enum { BLOCK = 40000, PER_THREAD = 3 };
static upc_stride_array_t A;
static shared char *places;             /* a block of BLOCK bytes on each thread */
static upc_stride_interval_t picked;
static long long lo, hi, step;
static int root, in_place;
static size_t len;

static char value(size_t at) { return (char)(at * 31 + (size_t)world_round); }

static shared void *block(long long number) {
  size_t index[1];
  index[0] = (size_t)number * BLOCK;
  return upc_stride_at(A, index);
}

static shared void *place(void) { return in_place ? block(lo) : (shared void *)(places + root); }

static void scene(void) {
  static const size_t some[] = {1, 16, 2000, 20000, BLOCK};
  const int all = PER_THREAD * THREADS;
  lo = random_below(all), hi = random_below(all);
  step = random_in(1, 2) * (hi < lo ? -1 : 1);
  picked = UPC_STRIDE_STEP(lo, step, hi);
  len = some[random_below(5)];
  in_place = random_below(3) == 0;
  root = in_place ? (int)(lo % THREADS) : random_below(THREADS);
}

/* Every block is poisoned; then the root writes the bytes. */
static void fill(void) {
  int b;
  for (b = 0; b < PER_THREAD; b++) memset((char *)block(MYTHREAD + b * THREADS), POISON, BLOCK);
  if (MYTHREAD == root) {
    char *bytes = (char *)place();
    size_t i;
    for (i = 0; i < len; i++) bytes[i] = value(i);
  }
  upc_barrier;
}

/* The bytes that the caller was lent, and its blocks: 1 if one of them has a copy, other than in place. */
static int check_bytes(const char *lent) {
  size_t i;
  int b, copies = 0;
  for (i = 0; i < len; i++)
    if (lent[i] != value(i)) {
      world_fail("byte", 0, (long long)i, value(i), lent[i]);
      break;
    }
  for (b = 0; b < PER_THREAD; b++) {
    const char *mine = (char *)block(MYTHREAD + b * THREADS);
    copies += (unsigned char)mine[BLOCK / 2 < len ? BLOCK / 2 : 0] != POISON;
    if (len < BLOCK && (unsigned char)mine[len] != POISON) world_fail("behind", 0, b, POISON, mine[len]);
  }
  return copies - (in_place && MYTHREAD == root) > 0;
}

static void check(const void *lent) {
  int owns = upc_haveaffinity(UPC_SECTION(A, picked)), copied;
  if (!owns && MYTHREAD != root) {
    if (lent != NULL) world_fail("address of no member", 0, 0, 0, 1);
    return;
  }
  if (lent == NULL) {
    world_fail("address", 0, 0, 1, 0);
    return;
  }
  copied = check_bytes(lent);
  if (upc_stride_near(root) && lent != upc_stride_address(place())) world_fail("address near to the root", 0, 0, 1, 0);
  if (copied && MYTHREAD != root && upc_stride_all_near()) world_fail("copies", 0, 0, 0, copied);
}

static void one(void) {
  static const upc_flag_t flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_NOSYNC | UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  const upc_flag_t f = flags[random_below(4)];
  const int form = random_below(3);
  const void *lent = NULL;
  upc_stride_handle_t handle;
  scene();
  fill();
  if (form == 0) upc_stride_lend(UPC_SECTION(A, picked), place(), len, &lent, f);
  if (form == 1) {
    handle = upc_stride_lend_nb(UPC_SECTION(A, picked), place(), len, &lent, f);
    upc_stride_wait(&handle);
  }
  if (form == 2) {
    handle = upc_stride_lend_init(UPC_SECTION(A, picked), place(), len, &lent, f);
    upc_stride_start_call(handle);
    upc_stride_wait(&handle);
    upc_stride_free_call(&handle);
  }
  check(lent);
  upc_barrier;
}

int main(int argc, char **argv) {
  size_t shape[1], size[1] = {BLOCK};
  int rounds = world_start(argc, argv, 60);
  shape[0] = (size_t)BLOCK * PER_THREAD * THREADS;
  A = upc_stride_all_alloc(1, shape, size, 1, 0, NULL);
  places = (shared char *)upc_all_alloc(THREADS, BLOCK);
  for (world_round = 0; world_round < rounds; world_round++) one();
  return world_verdict();
}
