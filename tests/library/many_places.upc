/* SPDX-License-Identifier: BSD-3-Clause
 * Calls that differ in their place alone: broadcasts, scatters, gathers and reductions of several lengths, with places
 * on each thread in turn, blocking and with several in flight; pieces of any size, which lie at the place in another
 * order.
 * Some places are in the memory of the section's own array. Each result is checked. Their plans take no more memory
 * than those of a few calls.
 *   many_places          PASS
 *   many_places wrong    the last place lies too near to the end of its object, and is refused */
#include <upc.h>
#include <upc_stride_coll.h>
#include "base/port.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40000, PLACES = 400, STEP = 64, IN_FLIGHT = 12, MOST_GROWTH = 400 << 10 };
enum { MY = UPC_IN_MYSYNC | UPC_OUT_MYSYNC, ALL = 0 };

static upc_stride_array_t A;            /* two blocks of MOST bytes on each thread   */
static shared char *memory;             /* SIZE bytes on each thread: the places     */
static size_t size;
static int wrong;

static char value(int thread, size_t at) { return (char)(thread * 7 + at % 251); }

static size_t heap(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

static upc_stride_section_t blocks(void) { return UPC_SECTION(A, UPC_STRIDE_ALL); }

static shared void *block_at(int number) {
  size_t index[1];
  index[0] = (size_t)number * MOST;
  return upc_stride_at(A, index);
}

static char *own(int i) { return (char *)block_at(MYTHREAD + i * THREADS); }

/* Byte `at` of a thread's part of the memory. */
static shared char *place(int thread, size_t at) { return memory + at * THREADS + thread; }
static char *near_part(void) { return (char *)place(MYTHREAD, 0); }

static void complain(const char *what, size_t len, int turn, int got, int expected) {
  if (wrong++ == 0)
    printf("thread %d: %s of %zu bytes, turn %d: got %d, expected %d\n", (int)MYTHREAD, what, len, turn, got, expected);
}

static void poison(void) {
  memset(own(0), -1, MOST);
  memset(own(1), -1, MOST);
}

static void check_blocks(const char *what, size_t len, int turn, int root, size_t start, size_t step) {
  int b;
  size_t i;
  for (b = 0; b < 2; b++)
    for (i = 0; i < len; i += len / 7 + 1) {
      char expected = value(root, start + (size_t)(MYTHREAD + b * THREADS) * step + i);
      if (own(b)[i] != expected) complain(what, len, turn, own(b)[i], expected);
    }
  if (own(1)[len] != -1) complain("what follows", len, turn, own(1)[len], -1);
}

static void broadcasts(size_t len, upc_flag_t flags) {
  int turn;
  for (turn = 0; turn < PLACES; turn++) {
    int root = turn / 8 % THREADS;
    size_t start = (size_t)(turn * 37 % PLACES) * STEP;
    poison();
    upc_barrier;
    upc_stride_broadcast(blocks(), place(root, start), len, flags);
    check_blocks("broadcast", len, turn, root, start, 0);
    upc_barrier;
  }
}

static void scatters(size_t len, upc_flag_t flags) {
  int turn;
  for (turn = 0; turn < PLACES; turn++) {
    int root = turn / 8 % THREADS;
    size_t start = (size_t)(turn * 37 % PLACES) * STEP;
    poison();
    upc_barrier;
    upc_stride_scatter(blocks(), place(root, start), len, flags);
    check_blocks("scatter", len, turn, root, start, len);
    upc_barrier;
  }
}

/* The root's memory gets what the blocks have, and its own values back. */
static void gathers(size_t len, upc_flag_t flags) {
  int turn, b;
  size_t i, n = 2 * THREADS * len;
  for (b = 0; b < 2; b++)
    for (i = 0; i < len; i++) own(b)[i] = value(MYTHREAD + b * THREADS, 3 * i);
  for (turn = 0; turn < PLACES; turn++) {
    int root = turn / 8 % THREADS;
    size_t start = (size_t)(turn * 37 % PLACES) * STEP;
    upc_barrier;
    upc_stride_gather(place(root, start), blocks(), len, flags);
    if (MYTHREAD != root) continue;
    for (i = 0; i < n; i += n / 31 + 1) {
      char got = near_part()[start + i], expected = value((int)(i / len), 3 * (i % len));
      if (got != expected) complain("gather", len, turn, got, expected);
    }
    for (i = 0; i < n; i++) near_part()[start + i] = value(root, start + i);
    if (near_part()[start + n] != value(root, start + n)) complain("what follows a gather", len, turn, 0, 1);
  }
  upc_barrier;
}

/* Sums of n ints of all blocks. The root's memory gets its own values back. */
static void reductions(size_t n, upc_flag_t flags) {
  int turn, b;
  size_t i, len = n * sizeof(int);
  for (b = 0; b < 2; b++)
    for (i = 0; i < n; i++) ((int *)own(b))[i] = (int)(10 * i) + MYTHREAD + b * THREADS;
  for (turn = 0; turn < PLACES; turn++) {
    int root = turn / 8 % THREADS;
    size_t start = (size_t)(turn * 37 % PLACES) * STEP;
    const int *got = (const int *)(near_part() + start);
    upc_barrier;
    upc_stride_reduce(place(root, start), blocks(), n, UPC_ADD, UPC_INT, NULL, flags);
    if (MYTHREAD != root) continue;
    for (i = 0; i < n; i++) {
      int expected = 2 * THREADS * (int)(10 * i) + THREADS * (2 * THREADS - 1);
      if (got[i] != expected) complain("sums", len, turn, got[i], expected);
    }
    for (i = 0; i < len; i++) near_part()[start + i] = value(root, start + i);
    if (near_part()[start + len] != value(root, start + len)) complain("what follows sums", len, turn, 0, 1);
  }
  upc_barrier;
}

/* Piece b has 8 (b % 3) bytes. The last one lies first, with 16 bytes from the start of a piece to that of the next. */
static void list_pieces(size_t *counts, size_t *displs) {
  int b;
  for (b = 0; b < 2 * THREADS; b++) counts[b] = (size_t)(b % 3) * 8, displs[b] = (size_t)(2 * THREADS - 1 - b) * 16;
}

static void any_pieces(upc_flag_t flags) {
  size_t *counts = malloc(2 * THREADS * sizeof *counts), *displs = malloc(2 * THREADS * sizeof *displs), i;
  int turn, b;
  list_pieces(counts, displs);
  for (turn = 0; turn < PLACES; turn++) {
    int root = turn / 8 % THREADS;
    size_t start = (size_t)(turn * 37 % PLACES) * STEP;
    poison();
    upc_barrier;
    upc_stride_scatterv(blocks(), place(root, start), counts, displs, flags);
    for (b = MYTHREAD; b < 2 * THREADS; b += THREADS)
      for (i = 0; i < 16; i++) {
        char expected = i < counts[b] ? value(root, start + displs[b] + i) : -1;
        if (own(b / THREADS)[i] != expected) complain("scatterv", counts[b], turn, own(b / THREADS)[i], expected);
      }
    for (b = 0; b < 2; b++)
      for (i = 0; i < 16; i++) own(b)[i] = value(MYTHREAD + b * THREADS, 9 * i + (size_t)turn);
    upc_barrier;
    upc_stride_gatherv(place(root, start), blocks(), counts, displs, flags);
    for (b = 0; b < 2 * THREADS && MYTHREAD == root; b++)
      for (i = 0; i < 16; i++) {
        char *got = near_part() + start + displs[b] + i, old = value(root, start + displs[b] + i);
        char expected = i < counts[b] ? value(b, 9 * i + (size_t)turn) : old;
        if (*got != expected) complain("gatherv", counts[b], turn, *got, expected);
        *got = old;
      }
    upc_barrier;
  }
  free(counts);
  free(displs);
}

/* Gathers from all blocks to places of thread 0, several at a time. */
static void in_flight(size_t len) {
  upc_stride_handle_t handle[IN_FLIGHT];
  size_t n = 2 * THREADS * len, i;
  int turn, f, b;
  for (b = 0; b < 2; b++)
    for (i = 0; i < len; i++) own(b)[i] = value(MYTHREAD + b * THREADS, 5 * i);
  for (turn = 0; turn < PLACES / IN_FLIGHT; turn++) {
    upc_barrier;
    for (f = 0; f < IN_FLIGHT; f++) handle[f] = upc_stride_gather_nb(place(0, (size_t)f * n), blocks(), len, MY);
    for (f = IN_FLIGHT; f-- > 0;) upc_stride_wait(&handle[f]);
    for (i = 0; i < IN_FLIGHT * n && MYTHREAD == 0; i += 13) {
      char expected = value((int)(i % n / len), 5 * (i % len));
      if (near_part()[i] != expected) complain("gather in flight", len, turn, near_part()[i], expected);
      near_part()[i] = -1;
    }
  }
  for (i = 0; i < size; i++) near_part()[i] = value(MYTHREAD, i);
  upc_barrier;
}

/* From outside of the array, from the first block of thread 0, which stays as it is, and from outside again. */
static void own_array(size_t len) {
  int turn;
  size_t i;
  for (turn = 0; turn < 9; turn++) {
    int inside = turn % 3 == 1;
    size_t start = (size_t)turn * STEP;
    poison();
    for (i = 0; i < len && inside && MYTHREAD == 0; i++) own(0)[i] = value(0, start + i);
    upc_barrier;
    upc_stride_broadcast(blocks(), inside ? block_at(0) : (shared void *)place(0, start), len, ALL);
    check_blocks(inside ? "broadcast in place" : "broadcast", len, turn, 0, start, 0);
    upc_barrier;
  }
}

int main(int argc, char **argv) {
  static const size_t lengths[] = {8, 600, 3000, MOST - 8};
  size_t shape[1], block[1], i, before;
  (void)argv;
  shape[0] = 2 * THREADS * (size_t)MOST, block[0] = MOST;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  size = (size_t)PLACES * STEP + 2 * THREADS * 3000 + 64;
  if (size < (size_t)PLACES * STEP + MOST) size = (size_t)PLACES * STEP + MOST;
  memory = (shared char *)upc_all_alloc(THREADS, size);
  for (i = 0; i < size; i++) near_part()[i] = value(MYTHREAD, i);
  upc_barrier;
  for (i = 0; i < 4; i++) own_array(lengths[i]);
  if (argc > 1 && upc_stride_object_rest((shared const void *)memory) == (size_t)-1) {
    puts("this compiler does not tell where a shared object ends");
    return 77;
  }
  before = heap();
  for (i = 0; i < 4; i++) broadcasts(lengths[i], i % 2 ? ALL : MY);
  for (i = 0; i < 3; i++) scatters(lengths[i], i % 2 ? MY : ALL);
  for (i = 0; i < 3; i++) gathers(lengths[i], i % 2 ? ALL : MY);
  for (i = 0; i < 4; i++) reductions(lengths[i] / sizeof(int), i % 2 ? MY : ALL);
  any_pieces(MY);
  any_pieces(ALL);
  if (heap() > before + MOST_GROWTH * (size_t)THREADS)
    complain("memory for plans", heap() - before, PLACES, 0, MOST_GROWTH);
  in_flight(8);
  if (argc > 1) {
    for (i = 0; i < 4; i++) broadcasts(8, MY);
    upc_stride_broadcast(blocks(), place(0, size - 4), 8, MY);
  }
  if (wrong != 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
