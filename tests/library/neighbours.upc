/* SPDX-License-Identifier: BSD-3-Clause
 * Jobs of many threads: a thread has memory for messages from the threads in its calls only. Rows of a grid exchange
 * and broadcast within themselves; then all threads do. Pieces that go as streams need no such memory.
 * usage: neighbours [bytes [streams]] */
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>
#include "transport/directory.h"

enum { COLUMNS = 8 };
static int len = 24;

static void wrong(const char *what, int got, int expected) {
  fprintf(stderr, "thread %d: %s: %d, expected %d\n", (int)MYTHREAD, what, got, expected);
  upc_global_exit(1);
}

static unsigned char byte_of(int from, int to, int at) { return (unsigned char)(from * 37 + to * 11 + at); }

/* Each member j of n, from thread `first` on, has received the right piece of thread i. */
static void exchange(upc_stride_section_t dst, upc_stride_section_t src, unsigned char *to, unsigned char *from,
                     int first, int n) {
  int j, at;
  for (j = 0; j < n; j++)
    for (at = 0; at < len; at++) from[j * len + at] = byte_of(MYTHREAD, first + j, at), to[j * len + at] = 0;
  upc_stride_exchange(dst, src, len, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  for (j = 0; j < n; j++)
    for (at = 0; at < len; at++)
      if (to[j * len + at] != byte_of(first + j, MYTHREAD, at))
        wrong("exchanged byte", to[j * len + at], byte_of(first + j, MYTHREAD, at));
}

/* Later rings lie in memory that the program has used: it may hold what looks like the number of a message. */
static void use_memory(void) {
  enum { WORDS = 1 << 18 };
  shared [] int *memory = upc_alloc(WORDS * sizeof *memory);
  int *words = (int *)memory, i;
  for (i = 0; i < WORDS; i++) words[i] = 1;
  upc_free(memory);
}

int main(int argc, char **argv) {
  int rows = THREADS / COLUMNS, row = MYTHREAD / COLUMNS, column = MYTHREAD % COLUMNS, turn;
  size_t shape[2], block[2], at[2], few, all, most;
  int grid[2];
  upc_stride_array_t A, B;
  upc_stride_section_t to_row, from_row;
  unsigned char *to, *from;
  if (THREADS % COLUMNS != 0 || THREADS <= 32) {
    printf("wants a multiple of %d threads above 32\n", COLUMNS);
    return 77;
  }
  if (argc > 1) len = atoi(argv[1]);
  grid[0] = rows, grid[1] = COLUMNS;
  block[0] = 1, block[1] = (size_t)(THREADS * len);
  shape[0] = (size_t)rows, shape[1] = COLUMNS * block[1];
  A = upc_stride_all_alloc(2, shape, block, 1, 2, grid), B = upc_stride_all_alloc(2, shape, block, 1, 2, grid);
  at[0] = (size_t)row, at[1] = (size_t)column * block[1];
  to = (unsigned char *)upc_stride_at(A, at), from = (unsigned char *)upc_stride_at(B, at);
  to_row = UPC_SECTION(A, UPC_STRIDE_AT(row), UPC_STRIDE_ALL),
      from_row = UPC_SECTION(B, UPC_STRIDE_AT(row), UPC_STRIDE_ALL);
  exchange(to_row, from_row, to, from, row * COLUMNS, COLUMNS); /* far threads make a row's rings now */
  few = upc_stride_directory_bytes();
  for (turn = 0; turn < COLUMNS; turn++) {
    exchange(to_row, from_row, to, from, row * COLUMNS, COLUMNS);
    at[1] = (size_t)turn * block[1];
    if (column == turn) from[0] = (unsigned char)turn + 1;
    upc_stride_broadcast(to_row, upc_stride_at(B, at), 1, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (to[0] != turn + 1) wrong("broadcast byte", to[0], turn + 1);
  }
  if (upc_stride_directory_bytes() != few)
    wrong("bytes of rings for a row", (int)upc_stride_directory_bytes(), (int)few);
  use_memory();
  for (turn = 0; turn < 3; turn++)
    exchange(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL), UPC_SECTION(B, UPC_STRIDE_ALL, UPC_STRIDE_ALL), to, from,
             0, THREADS);
  all = upc_stride_directory_bytes();
  most = argc > 2 ? few : few * (size_t)(rows + 1); /* a row's rings are for COLUMNS threads */
  if ((argc <= 2 && all <= few) || all > most) wrong("bytes of rings for all", (int)all, (int)most);
  upc_barrier;
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
