/* SPDX-License-Identifier: BSD-3-Clause
 * Halos of random arrays and sections, of any width, with every combination of parts and every synchronisation,
 * blocking, split-phase and prepared, against a model that looks at each element of the buffer.
 * usage: halo [rounds [seed]] */
#include "base/near.h"
#include "world.h"

static world_array_t W;
static upc_stride_interval_t iv[WORLD_DIMS];
static int lo[WORLD_DIMS], hi[WORLD_DIMS], parts;      /* blocks, both included */
static size_t width, per_block;                        /* elements of a block's part of the buffer */
static unsigned *buffer;
static int mine;                                       /* blocks of this thread in the section */

static unsigned value_of(const size_t *index) {
  size_t n = (size_t)world_round;
  int k;
  for (k = 0; k < W.ndims; k++) n = n * 1000 + index[k];
  return (unsigned)(n * 2654435761u) | 1;
}

/* Elements of the buffer before the block in dimension k, and all of them. */
static size_t before(int k) {
  return (parts & UPC_STRIDE_PADDED) && k == W.ndims - 1 ? UPC_STRIDE_PADDED_LENGTH(width, W.elem) : width;
}
static size_t side(int k) {
  const size_t n = before(k) + W.block[k] + width;
  return (parts & UPC_STRIDE_PADDED) && k == W.ndims - 1 ? UPC_STRIDE_PADDED_LENGTH(n, W.elem) : n;
}

static void scene(void) {
  static const int most[WORLD_DIMS + 1] = {0, 12, 5, 3};
  int k;
  W.kind = WORLD_ALLOCATED, W.first = 0, W.elem = sizeof(unsigned);
  W.ndims = random_in(1, 3);
  world_grid(&W);
  world_kind(&W);
  world_size(&W, most[W.ndims], 5);
  world_alloc(&W);
  width = (size_t)random_below(4) == 0 ? (size_t)random_below(14) : (size_t)random_below(3);
  parts = random_below(8);
  if (random_below(4) == 0) parts |= UPC_STRIDE_FAR_ONLY;
  if (random_below(3) == 0) parts |= UPC_STRIDE_PADDED;
  per_block = 1;
  for (k = 0; k < W.ndims; k++) {
    const int a = random_below((int)W.nblocks[k]), b = random_below((int)W.nblocks[k]);
    const int whole = random_below(2);
    lo[k] = whole ? 0 : a < b ? a : b;
    hi[k] = whole ? (int)W.nblocks[k] - 1 : a < b ? b : a;
    iv[k] = UPC_STRIDE_RANGE(lo[k], hi[k]);
    per_block *= side(k);
  }
}

/* upc_stride_halo_tile: as the model has it. */
static void check_tile(void) {
  const upc_stride_halo_tile_t t = upc_stride_halo_tile(W.array, width, parts);
  size_t stride = 1, first = 0;
  int k;
  for (k = W.ndims - 1; k >= 0; k--) {
    if (t.stride[k] != stride) world_fail("the tile's stride", k, 0, (unsigned)stride, (unsigned)t.stride[k]);
    first += before(k) * stride, stride *= side(k);
  }
  if (t.first != first) world_fail("the tile's first element", 0, 0, (unsigned)first, (unsigned)t.first);
  if (t.elements != per_block) world_fail("the tile's elements", 0, 0, (unsigned)per_block, (unsigned)t.elements);
}

/* Gives every element of the caller its value. */
static void fill(int poison) {
  size_t elements = 1, i;
  int k;
  for (k = 0; k < W.ndims; k++) elements *= W.shape[k];
  for (i = 0; i < elements; i++) {
    size_t index[WORLD_DIMS], rest = i;
    shared [] char *place;
    unsigned value;
    for (k = W.ndims - 1; k >= 0; k--) index[k] = rest % W.shape[k], rest /= W.shape[k];
    place = (shared [] char *)upc_stride_at(W.array, index);
    value = poison ? POISON : value_of(index);
    if (upc_threadof((shared void *)place) == MYTHREAD) memcpy((char *)place, &value, sizeof value);
  }
}

/* What element `at` of the buffer of the block with coordinates c must be. */
static unsigned expected(const size_t *c, size_t at) {
  size_t index[WORLD_DIMS];
  int k, outside = 0;
  for (k = W.ndims - 1; k >= 0; k--) {
    const long long start = (long long)(c[k] * W.block[k]);
    const long long low = (long long)lo[k] * (long long)W.block[k];
    long long high = (long long)(hi[k] + 1) * (long long)W.block[k], end, e;
    if (high > (long long)W.shape[k]) high = (long long)W.shape[k];
    end = start + (long long)W.block[k] < high ? start + (long long)W.block[k] : high;
    e = start - (long long)before(k) + (long long)(at % side(k));
    at /= side(k);
    if (e < start - (long long)width || e >= end + (long long)width) return POISON;
    outside += e < start || e >= end;
    while ((parts & UPC_STRIDE_PERIODIC) && e < low) e += high - low;
    while ((parts & UPC_STRIDE_PERIODIC) && e >= high) e -= high - low;
    if (e < low || e >= high) return POISON;
    index[k] = (size_t)e;
  }
  if (outside > 1 && !(parts & UPC_STRIDE_CORNERS)) return POISON;
  if (outside == 0 && (parts & UPC_STRIDE_HALO_ONLY)) return POISON;
  if ((parts & UPC_STRIDE_FAR_ONLY) && upc_stride_near((int)upc_threadof(upc_stride_at(W.array, index)))) return POISON;
  return value_of(index);
}

/* The blocks of near owners can be read in place. */
static void read_in_place(void) {
  int number;
  size_t c[WORLD_DIMS], first[WORLD_DIMS];
  for (number = 0; number < (int)W.blocks; number++) {
    const unsigned *block;
    int k;
    world_coordinates(&W, number, c);
    for (k = 0; k < W.ndims; k++) first[k] = c[k] * W.block[k];
    block = upc_stride_near_block(W.array, c);
    if ((block != NULL) != upc_stride_near(world_owner(&W, number))) world_fail("near block", number, 0, 0, 1);
    else if (block != NULL && *block != value_of(first)) world_fail("near block", number, 0, value_of(first), *block);
  }
}

static int in_section(const size_t *c) {
  int k, in = 1;
  for (k = 0; k < W.ndims; k++) in &= (int)c[k] >= lo[k] && (int)c[k] <= hi[k];
  return in;
}

/* Visits the caller's blocks of the section in their order: counts them, or compares their buffers. */
static void each_block(int compare) {
  int number, n = 0;
  size_t c[WORLD_DIMS], at;
  for (number = 0; number < (int)W.blocks; number++) {
    world_coordinates(&W, number, c);
    if (!in_section(c) || world_owner(&W, number) != MYTHREAD) continue;
    for (at = 0; compare && at < per_block; at++) {
      const unsigned got = buffer[(size_t)n * per_block + at], wanted = expected(c, at);
      if (got != wanted) world_fail("block", number, at, wanted, got);
    }
    n++;
  }
  mine = n;
}

static void round_of_halos(void) {
  int in, out;
  upc_flag_t flags = world_sync(world_round % 13, &in, &out);
  upc_stride_section_t S;
  size_t i;
  scene();
  check_tile();
  S = upc_stride_section_here(__FILE__, __LINE__, W.array, W.ndims, iv);
  each_block(0);
  buffer = malloc((size_t)(mine + 1) * per_block * sizeof *buffer);
  for (i = 0; i < (size_t)(mine + 1) * per_block; i++) buffer[i] = POISON;
  if (parts & UPC_STRIDE_FAR_ONLY) flags = 0, in = out = 2;
  fill(in > 0);
  upc_barrier;
  if (in == 1 || in == 2) fill(0);
  world_dawdle();
  if (world_round % 3 == 0) {
    upc_stride_halo(buffer, S, width, parts, flags);
  } else {
    upc_stride_handle_t h = world_round % 3 == 1 ? upc_stride_halo_nb(buffer, S, width, parts, flags)
                                                 : upc_stride_halo_init(buffer, S, width, parts, flags);
    if (world_round % 3 == 2) upc_stride_start_call(h), upc_stride_wait(&h), upc_stride_start_call(h);
    upc_stride_wait(&h);
    if (world_round % 3 == 2) upc_stride_free_call(&h);
  }
  if (parts & UPC_STRIDE_FAR_ONLY) {
    upc_barrier; /* owners outside the section are no members of the call */
    read_in_place();
    upc_barrier;
  }
  if (out > 0) fill(1); /* what is the caller's own has been read */
  each_block(1);
  for (i = 0; i < per_block; i++)
    if (buffer[(size_t)mine * per_block + i] != POISON) world_fail("after the last block", mine, i, POISON, 0);
  upc_barrier;
  free(buffer);
  world_free(&W);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 78);
  for (world_round = 0; world_round < rounds; world_round++) round_of_halos();
  return world_verdict();
}
