/* SPDX-License-Identifier: BSD-3-Clause
 * Layouts, compared with their definition element by element. */
#include "layout/places.h"
#include "layout/section.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, size_t got, size_t wanted) {
  if (got == wanted) return;
  printf("%s: expected %zu, got %zu\n", what, wanted, got);
  failures++;
}

/* Counts the blocks in row-major order, gives each the next position on its owner, and compares all elements. */
static void compare(const upc_stride_layout_t *L, const int *grid, int ngrid, const int *list) {
  size_t *next = calloc(L->threads, sizeof *next), number, c[8], i[8], slot;
  int k;
  for (number = 0; number < L->blocks; number++) {
    size_t rest = number, owner = (number + L->first) % L->threads;
    for (k = L->ndims - 1; k >= 0; k--) c[k] = rest % L->nblocks[k], rest /= L->nblocks[k];
    if (ngrid > 0)
      for (owner = 0, k = 0; k < ngrid; k++) owner = owner * (size_t)grid[k] + c[k] % (size_t)grid[k];
    if (list != NULL) owner = (size_t)list[number];
    expect("owner of a block", upc_stride_layout_block(L, c, &slot), owner);
    if (ngrid > 0 || L->first == 0) expect("place of a block", slot, next[owner]);
    size_t of_thread[8];
    if (L->first == 0) {
      expect("place of a thread's block", upc_stride_layout_owned_block(L, owner, next[owner], of_thread), slot);
      for (k = 0; k < L->ndims; k++) expect("a thread's block", of_thread[k], c[k]);
    }
    next[owner]++;
    for (k = 0; k < L->ndims; k++) {
      i[k] = c[k] * L->block[k] + (size_t)random_below((int)L->block[k]);
      if (i[k] >= L->shape[k]) i[k] = L->shape[k] - 1;
    }
    size_t within = 0, offset;
    for (k = 0; k < L->ndims; k++) within = within * L->block[k] + i[k] % L->block[k];
    expect("owner of an element", (size_t)upc_stride_layout_place(L, i, &offset), owner);
    expect("offset of an element", offset, (slot * L->blockelems + within) * L->elemsize);
    size_t back[8];
    expect("an element at the offset", (size_t)upc_stride_layout_element(L, (int)owner, offset + 1, back), 1);
    for (k = 0; k < L->ndims; k++) expect("index of the element there", back[k], i[k]);
    expect("nothing behind the array",
           (size_t)upc_stride_layout_element(L, (int)owner, upc_stride_layout_bytes(L), back), 0);
  }
  for (number = 0; number < L->threads; number++)
    expect("blocks of a thread", upc_stride_layout_owned(L, number), next[number]);
  for (number = 0; number < L->threads; number++)
    if ((next[number] + (L->first > 0)) * L->blockbytes > upc_stride_layout_bytes(L) && L->first == 0)
      expect("bytes a thread", upc_stride_layout_bytes(L), next[number] * L->blockbytes);
  free(next);
}

static void listed(int ndims, const size_t *shape, const size_t *block, int threads) {
  upc_stride_layout_t L;
  int list[12 * 12 * 12 * 12], some = random_in(1, threads), in_turn = random_below(3) == 0, round = 1;
  size_t n;
  upc_stride_layout_init(&L, ndims, shape, block, 4, 0, NULL, threads, 0);
  for (n = 0; n < L.blocks; n++) {
    list[n] = in_turn && (random_below(400) || n + 1 < L.blocks) ? (int)n % threads : random_below(some);
    round = round && list[n] == (int)n % threads;
  }
  upc_stride_owners_begin(&L, list);
  expect("the need of a list", L.owners != NULL, !round);
  compare(&L, NULL, 0, list);
  upc_stride_owners_end(&L);
}

static void random_layouts(void) {
  int round;
  for (round = 0; round < 2000; round++) {
    size_t shape[4], block[4];
    int grid[4] = {1, 1, 1, 1}, ndims = random_in(1, 4), ngrid = random_in(0, ndims), threads = 1, k;
    upc_stride_layout_t L;
    for (k = 0; k < ndims; k++) {
      shape[k] = (size_t)random_in(1, 12);
      block[k] = (size_t)random_in(1, 5);
      if (k < ngrid) threads *= grid[k] = random_in(1, 3);
      else if (ngrid > 0) block[k] = shape[k];
    }
    if (ngrid == 0) threads = random_in(1, 9);
    upc_stride_layout_init(&L, ndims, shape, block, 4, ngrid, grid, threads, ngrid > 0 ? 0 : random_below(threads));
    compare(&L, grid, ngrid, NULL);
    if (ngrid == 0) listed(ndims, shape, block, threads);
  }
}

/* The example of the header. */
static void example(void) {
  size_t shape[2] = {10, 8}, block[2] = {4, 3}, at[2] = {9, 7}, offset;
  int grid[2] = {2, 2};
  upc_stride_layout_t L;
  upc_stride_layout_init(&L, 2, shape, block, sizeof(double), 2, grid, 4, 0);
  expect("the example's owner", (size_t)upc_stride_layout_place(&L, at, &offset), 0);
  expect("the example's offset", offset, 320);
}

static void ordinary(size_t ublock, int keeps, size_t b0, size_t b1, size_t b2) {
  size_t shape[3] = {6, 4, 10};
  upc_stride_layout_t L;
  printf("shared [%zu] A[6][4][10]\n", ublock);
  expect("keeps its dimensions", (size_t)upc_stride_layout_init_ordinary(&L, 3, shape, ublock, 8, 5), (size_t)keeps);
  expect("dimensions", (size_t)L.ndims, keeps ? 3 : 1);
  expect("block 0", L.block[0], b0);
  if (keeps) expect("block 1", L.block[1], b1), expect("block 2", L.block[2], b2);
  expect("padded", (size_t)L.padded, 0);
}

static void declared(void) {
  static const size_t shape[2] = {10, 9}, block[2] = {UPC_STRIDE_STAR, UPC_STRIDE_WHOLE};
  static const int grid[1] = {4};
  upc_stride_declared_t D;
  memset(&D, 0, sizeof D);
  D.name = "A", D.file = "test.upc", D.line = 1, D.ndims = 2, D.shape = shape, D.block = block, D.elemsize = 8;
  D.multiblocked = 1, D.gridname = "g", D.ngrid = 1, D.grid = grid;
  expect("bytes of [*][ ] (4)", upc_stride_declared_bytes(&D, 4), 3 * 9 * 8);
  expect("its grid is in force", (size_t)D.mapped, 1);
  expect("its blocks", D.layout.nblocks[0], 4);
  expect("bytes where the grid is ignored", upc_stride_declared_bytes(&D, 3), 2 * 3 * 9 * 8);
  expect("its grid is not in force", (size_t)D.mapped, 0);
}

/* A layout in memory that held something else before. */
static upc_stride_layout_t in_used_memory(int byte, size_t rows, size_t block_rows, size_t size, int gridded,
                                          int first) {
  const size_t shape[2] = {rows, 8}, block[2] = {block_rows, 8};
  const int grid[2] = {4, 1};
  upc_stride_layout_t L;
  memset(&L, byte, sizeof L);
  upc_stride_layout_init(&L, 2, shape, block, size, gridded ? 2 : 0, grid, 4, first);
  return L;
}

static void same_layouts(void) {
  const upc_stride_layout_t L = in_used_memory(0, 10, 2, 8, 0, 0);
  upc_stride_layout_t other[8];
  int i;
  other[0] = in_used_memory(255, 10, 2, 8, 0, 0);
  other[1] = in_used_memory(0, 12, 2, 8, 0, 0), other[2] = in_used_memory(0, 10, 3, 8, 0, 0);
  other[3] = in_used_memory(0, 10, 2, 4, 0, 0), other[4] = in_used_memory(0, 10, 2, 8, 1, 0);
  other[5] = in_used_memory(0, 10, 2, 8, 0, 1);
  other[6] = other[7] = L;
  other[6].padded = !L.padded, other[7].copies = 4;
  for (i = 0; i < 8; i++) expect("the same layout", (size_t)upc_stride_layout_same(&L, &other[i]), i == 0);
}

int main(int argc, char **argv) {
  random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  printf("seed %llu\n", random_state);
  example();
  random_layouts();
  ordinary(1, 1, 1, 1, 1);
  ordinary(5, 1, 1, 1, 5);
  ordinary(10, 1, 1, 1, 10);
  ordinary(20, 1, 1, 2, 10);
  ordinary(40, 1, 1, 4, 10);
  ordinary(120, 1, 3, 4, 10);
  ordinary(0, 1, 6, 4, 10);
  ordinary(240, 1, 6, 4, 10);
  ordinary(4, 0, 4, 0, 0);
  ordinary(30, 0, 30, 0, 0);
  ordinary(160, 0, 160, 0, 0);
  declared();
  same_layouts();
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
