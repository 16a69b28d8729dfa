/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays by descriptor. Allocated arrays are zeroed and laid out as promised. Views show the memory of other arrays,
 * from bases on any thread, and a broadcast into a view writes that memory. */
#include "world.h"

static void expect(const char *what, long long got, long long wanted) {
  if (got == wanted) return;
  if (world_failures[MYTHREAD]++ < 5) printf("thread %d, %s: expected %lld, got %lld\n", MYTHREAD, what, wanted, got);
}

/* All threads agree on the owner of each element. The owner's blocks lie one after another and are zeroed. */
static void allocated(void) {
  world_array_t W;
  size_t at[WORLD_DIMS], b, n = 0;
  char *part = NULL;
  int k;
  world_array(&W, 4);
  for (k = 0; k < W.ndims; k++) expect("nblocks", (long long)upc_stride_nblocks(W.array, k), (long long)W.nblocks[k]);
  expect("mapped", upc_stride_mapped(W.array), W.ngrid > 0);
  for (b = 0; b < W.blocks; b++) {
    char *here;
    world_coordinates(&W, (int)b, at);
    for (k = 0; k < W.ndims; k++) at[k] *= W.block[k];
    expect("owner", (long long)upc_threadof(upc_stride_at(W.array, at)), world_owner(&W, (int)b));
    if (world_owner(&W, (int)b) != MYTHREAD) continue;
    here = (char *)world_block(&W, (int)b);
    if (part == NULL) part = here;
    expect("place of a block", here - part, (long long)(n++ * W.blockbytes));
    for (size_t i = 0; i < W.blockbytes; i++) expect("a byte at the start", here[i], 0);
  }
  upc_stride_all_free(W.array);
}

/* A view of rows of an ordinary array, from block `first` on. */
static void viewed(int first) {
  shared [5] int *base = (shared [5] int *)upc_all_alloc((size_t)THREADS * 3, 5 * sizeof(int));
  size_t shape[1], block[1] = {5}, index[1], i, n = (size_t)THREADS * 3 - (size_t)first;
  upc_stride_array_t V;
  shape[0] = n * 5;
  upc_forall (int j = 0; j < THREADS * 15; j++; base + j) base[j] = j;
  upc_barrier;
  V = upc_stride_view((shared void *)(base + first * 5), 1, shape, block, sizeof(int), 0, NULL);
  for (i = 0; i < shape[0]; i++) {
    shared void *p;
    index[0] = i;
    p = upc_stride_at(V, index);
    expect("view's owner", (long long)upc_threadof(p), (long long)upc_threadof((shared void *)(base + first * 5 + i)));
    expect("view's element", *(shared [] int *)p, (long long)(first * 5) + (long long)i);
  }
  upc_barrier;
  upc_stride_broadcast(UPC_SECTION(V, UPC_STRIDE_STEP(0, 2, n - 1)), (shared void *)(base + first * 5),
                       5 * sizeof(int), 0);
  upc_barrier;
  upc_forall (int j = 0; j < THREADS * 15; j++; base + j) {
    int b = j / 5 - first;
    expect("broadcast into a view", base[j], b >= 0 && b % 2 == 0 ? first * 5 + j % 5 : j);
  }
  upc_stride_all_free(V);
  upc_barrier;
  upc_all_free((shared void *)base);
}

/* A view of the same memory as a checkerboard. */
static void viewed_in_grid(void) {
  int grid[2];
  size_t shape[2], block[2] = {2, 2}, index[2];
  shared void *base = upc_all_alloc(THREADS, 4 * 4 * sizeof(int));
  upc_stride_array_t V;
  int *mine = (int *)((shared [] int *)((shared char *)base + MYTHREAD)), i;
  grid[0] = world_factor(THREADS), grid[1] = THREADS / grid[0];
  shape[0] = (size_t)grid[0] * 4, shape[1] = (size_t)grid[1] * 4;
  for (i = 0; i < 16; i++) mine[i] = MYTHREAD * 16 + i;
  V = upc_stride_view(base, 2, shape, block, sizeof(int), 2, grid);
  upc_barrier;
  for (index[0] = 0; index[0] < shape[0]; index[0]++)
    for (index[1] = 0; index[1] < shape[1]; index[1]++) {
      size_t r = index[0] / 2, c = index[1] / 2, P = (size_t)grid[0], Q = (size_t)grid[1];
      size_t owner = r % P * Q + c % Q, block = r / P * 2 + c / Q, within = index[0] % 2 * 2 + index[1] % 2;
      long long wanted = (long long)(owner * 16 + block * 4 + within);
      expect("element of a checkerboard", *(shared [] int *)upc_stride_at(V, index), wanted);
    }
  upc_barrier;
  upc_stride_all_free(V);
  upc_all_free(base);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 40), first;
  for (world_round = 0; world_round < rounds; world_round++) allocated();
  for (first = 0; first < THREADS + 2; first++) viewed(first);
  viewed_in_grid();
  upc_stride_all_free(NULL);
  return world_verdict();
}
