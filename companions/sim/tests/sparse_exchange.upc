/* SPDX-License-Identifier: BSD-3-Clause
 * An exchange_own in which each thread has pieces for a few others takes at most so many times what the pieces take
 * alone: as puts to partners that are known, between two barriers. Every byte that arrives is checked.
 * usage: sparse_exchange [PARTNERS [BYTES [TIMES [CALLS [exchange|puts]]]]]
 *   TIMES 0: prints how many, and does not compare. With a name only these calls are made: bench/sparse counts their
 *   bytes. */
#include <upc_stride_coll.h>
#include <upc_nb.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int partners = 5, calls = 3, failures;
static size_t bytes = 1024, most;     /* of a piece; pieces that come to a thread, at most */
static int *to;                       /* of all threads: `partners` each */
static size_t *counts, *received, *at; /* at: of the caller's partners, where its piece lies there */
static upc_stride_array_t S, D;
static shared char *places;           /* what the puts write to: `most` pieces on each thread */

static double now(void) { return 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now()); }

/* Partners that differ, drawn alike by all threads. */
static void draw(void) {
  int *come = calloc(THREADS, sizeof *come), t, i, j;
  unsigned random = 1;
  to = calloc((size_t)THREADS * partners, sizeof *to);
  for (t = 0; t < THREADS; t++)
    for (i = 0; i < partners; i++) {
      int *mine = &to[t * partners], again = 1;
      while (again) {
        mine[i] = (int)((random = random * 1664525u + 1013904223u) >> 8) % THREADS;
        again = mine[i] == t;
        for (j = 0; j < i; j++) again |= mine[i] == mine[j];
      }
      if (t == MYTHREAD) at[i] = (size_t)come[mine[i]];
      if (++come[mine[i]] > (int)most) most = (size_t)come[mine[i]];
    }
  free(come);
}

static int sends(int t, int other) {
  int i;
  for (i = 0; i < partners && to[t * partners + i] != other; i++) {}
  return i < partners;
}

static char byte_of(int from, int other, size_t i) { return (char)(from * 7 + other * 3 + (int)i + 1); }

static upc_stride_array_t blocks(size_t each) {
  const size_t shape = (size_t)THREADS * each;
  return upc_stride_all_alloc(1, &shape, &each, 1, 0, NULL);
}

static void fill(void) {
  char *own = upc_stride_own_block(S, 0, NULL);
  size_t i;
  int t;
  for (t = 0; t < THREADS; t++)
    if ((counts[t] = sends(MYTHREAD, t) ? bytes : 0) > 0)
      for (i = 0; i < bytes; i++) *own++ = byte_of(MYTHREAD, t, i);
}

static void check(const char *by, char *own) {
  const size_t all = most * bytes;
  char *from = own;
  size_t i;
  int t;
  for (t = 0; t < THREADS; t++)
    for (i = 0; i < bytes && sends(t, MYTHREAD); i++)
      if (*own++ != byte_of(t, MYTHREAD, i) && failures++ == 0)
        printf("thread %d: %s: byte %zu of thread %d's piece is wrong\n", MYTHREAD, by, i, t);
  memset(from, 0, all);
}

static void exchange(void) {
  upc_stride_exchange_own(UPC_SECTION(D, UPC_STRIDE_ALL), UPC_SECTION(S, UPC_STRIDE_ALL), counts, NULL, NULL, received,
                          0);
}

/* A put for each piece: its place among the caller's pieces follows from the partners with lower numbers. */
static void puts_alone(void) {
  const char *own = upc_stride_own_block(S, 0, NULL);
  upc_handle_t *h = calloc(partners, sizeof *h);
  int i, j;
  upc_barrier;
  for (i = 0; i < partners; i++) {
    const int other = to[MYTHREAD * partners + i];
    size_t before = 0;
    for (j = 0; j < partners; j++) before += to[MYTHREAD * partners + j] < other;
    h[i] = upc_memput_nb((shared [] char *)(places + other) + at[i] * bytes, own + before * bytes, bytes);
  }
  for (i = 0; i < partners; i++) upc_sync(h[i]);
  upc_barrier;
  free(h);
}

static double time_of(void (*call)(void), const char *name, char *own) {
  double began;
  int i;
  call();
  check(name, own);
  upc_barrier;
  began = now();
  for (i = 0; i < calls; i++) call();
  return (now() - began) / calls;
}

int main(int argc, char **argv) {
  double times = 2, exchanged = 0, put = 0;
  const char *only = argc > 5 ? argv[5] : "";
  if (argc > 1) partners = atoi(argv[1]);
  if (argc > 2) bytes = (size_t)atoi(argv[2]);
  if (argc > 3) times = atof(argv[3]);
  if (argc > 4) calls = atoi(argv[4]);
  at = calloc(partners, sizeof *at);
  counts = calloc(THREADS, sizeof *counts), received = calloc(THREADS, sizeof *received);
  draw();
  S = blocks(partners * bytes), D = blocks(most * bytes);
  places = upc_all_alloc(THREADS, most * bytes);
  fill();
  if (strcmp(only, "exchange") != 0) put = time_of(puts_alone, "puts", (char *)(places + MYTHREAD));
  if (strcmp(only, "puts") != 0) exchanged = time_of(exchange, "exchange_own", upc_stride_own_block(D, 0, NULL));
  if (MYTHREAD == 0 && (times == 0 || exchanged > times * put))
    printf("%d threads, %d partners, %zu bytes: exchange_own %.2f us, puts %.2f us: %.2f times\n", THREADS, partners,
           bytes, exchanged, put, exchanged / put);
  if (times > 0 && exchanged > times * put) failures++;
  if (failures > 0) printf("thread %d: %d failures\n", MYTHREAD, failures);
  upc_barrier;
  if (MYTHREAD == 0 && failures == 0) puts("PASS");
  return failures > 0;
}
