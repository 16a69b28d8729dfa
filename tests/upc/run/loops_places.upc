// SPDX-License-Identifier: BSD-3-Clause
// flags: -fno-upc-tables
// Elements at any places of arrays of several rows of blocks, which loops find by products: the first and the last ones
// of blocks of many sizes, from the array's start and from an element inside.
#include "../check.h"
#include <upc_relaxed.h>

enum { ROWS = 3, MOST_THREADS = 16 };

static unsigned char hash(long i) { return (unsigned char)((unsigned long)i * 0x9e3779b97f4a7c15u >> 56); }

static long col[3 * ROWS * MOST_THREADS];
static int n;

/* In each block the first element, the last one and one between. */
static void choose(long block) {
  n = 0;
  for (long b = 0; b < ROWS * THREADS; b++)
    col[n++] = b * block, col[n++] = b * block + block / 3, col[n++] = b * block + block - 1;
}

#define PLACES(B)                                                                                            \
  static shared [B] unsigned char block##B[(long)ROWS * B * THREADS];                                        \
  static void places_##B(void) {                                                                             \
    unsigned char *mine = (unsigned char *)(&block##B[0] + (long)B * MYTHREAD);                              \
    for (long i = 0; i < (long)ROWS * B; i++) mine[i] = hash((i / B * THREADS + MYTHREAD) * B + i % B);      \
    choose(B);                                                                                               \
    upc_barrier;                                                                                             \
    long wrong = 0, inside = col[n / 2];                                                                     \
    shared [B] unsigned char *p = &block##B[0] + inside;                                                     \
    for (int k = 0; k < n; k++) wrong += block##B[col[k]] != hash(col[k]);                                   \
    CHECK_EQ(wrong, 0);                                                                                      \
    for (int k = 0; k < n; k++) wrong += p[col[k] - inside] != hash(col[k]);                                 \
    CHECK_EQ(wrong, 0);                                                                                      \
  }
PLACES(1) PLACES(2) PLACES(3) PLACES(8) PLACES(12) PLACES(16) PLACES(100) PLACES(363) PLACES(1000) PLACES(3001)
PLACES(4096) PLACES(4097) PLACES(8192) PLACES(65535) PLACES(65536) PLACES(131072) PLACES(150001) PLACES(1030575)

/* An array of one row: its end is the next row's first element. */
static shared [20] int one_row[20 * THREADS];
static void end_of_row(void) {
  shared [20] int *end = one_row;
  for (int i = 0; i < 20 * THREADS; i++) end++;
  int at = 20 * THREADS;
  CHECK(&one_row[at] == end);
  CHECK_EQ(upc_threadof(&one_row[at]), 0);
  CHECK_EQ(&one_row[at] - &one_row[0], at);
}

int main(void) {
  places_1(), places_2(), places_3(), places_8(), places_12(), places_16(), places_100(), places_363(), places_1000();
  places_3001(), places_4096(), places_4097(), places_8192(), places_65535(), places_65536(), places_131072();
  places_150001(), places_1030575();
  end_of_row();
  return done();
}
