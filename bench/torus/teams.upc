/* SPDX-License-Identifier: BSD-3-Clause
 * A row of the grid as a team on a simulated machine, and what making a communicator for the row would take:
 *   teams RxC
 * All rows broadcast 8 bytes at once. The program prints the seconds of the slowest thread:
 *   first      the first call: the members compute the team and the schedule, and open the channels between them
 *   root       the first call with another root: other members are neighbours
 *   later      a call with the arguments of an earlier one, the median of several
 *   split      MPI_Comm_split as MPICH does it: all threads gather the colours and keys of all. Each picks and sorts
 *              the members of its own colour. All agree on a context id by a reduction of a mask of 256 bytes
 * Computing takes this host's time, times the machine's host-factor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
#include "measure/median.h"

typedef struct { int colour, key; } entry_t;
typedef struct { int key, rank; } member_t;
enum { LATER = 9, MASK = 64 };

static size_t rows, cols, myrow, mycol;
static upc_stride_array_t from, to, entry, entries, mask, masks;
static shared double seconds[THREADS];
static int *rank_of_member; /* the list that a communicator keeps */

static upc_stride_array_t matrix(size_t width, size_t size) {
  const size_t shape[] = {rows, cols * width}, block[] = {1, width};
  const int grid[] = {(int)rows, (int)cols};
  return upc_stride_all_alloc(2, shape, block, size, 2, grid);
}

static void *mine(upc_stride_array_t X, size_t width) {
  const size_t index[] = {myrow, mycol * width};
  return (void *)upc_stride_at(X, index);
}

static size_t root;
static void row(void) {
  const size_t index[] = {myrow, root};
  upc_stride_broadcast(UPC_SECTION(to, UPC_STRIDE_AT(myrow), UPC_STRIDE_ALL), upc_stride_at(from, index), 8,
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static int by_key(const void *a, const void *b) {
  const member_t *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->rank > y->rank) - (x->rank < y->rank);
}

static void split(void) {
  entry_t *e = mine(entry, 1), *all = mine(entries, (size_t)THREADS);
  member_t *member = malloc((size_t)THREADS * sizeof *member);
  int n = 0;
  e->colour = (int)myrow;
  e->key = (int)mycol;
  upc_stride_gather_all(UPC_SECTION(entries, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                        UPC_SECTION(entry, UPC_STRIDE_ALL, UPC_STRIDE_ALL), sizeof *e, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  for (int t = 0; t < THREADS; t++)
    if (all[t].colour == (int)myrow) member[n].key = all[t].key, member[n++].rank = t;
  qsort(member, (size_t)n, sizeof *member, by_key);
  rank_of_member = malloc((size_t)n * sizeof *rank_of_member);
  for (int i = 0; i < n; i++) rank_of_member[i] = member[i].rank;
  free(member);
  upc_stride_reduce_all(UPC_SECTION(masks, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                        UPC_SECTION(mask, UPC_STRIDE_ALL, UPC_STRIDE_ALL), MASK, UPC_AND, UPC_UINT, NULL,
                        UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* The seconds of the slowest thread. */
static double timed(void (*part)(void)) {
  double most = 0;
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  part();
  seconds[MYTHREAD] = 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - start);
  upc_barrier;
  if (MYTHREAD == 0)
    for (int t = 0; t < THREADS; t++)
      if (seconds[t] > most) most = seconds[t];
  upc_barrier;
  return most;
}

static double median_of(void (*part)(void)) {
  double t[LATER];
  for (int i = 0; i < LATER; i++) t[i] = timed(part);
  return median(t, LATER);
}

static void print(const char *name, double time) {
  if (MYTHREAD == 0) printf("%s %.9f\n", name, time), fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 2 || sscanf(argv[1], "%zux%zu", &rows, &cols) != 2 || rows * cols != (size_t)THREADS) {
    if (MYTHREAD == 0) fputs("usage: teams RxC, as many as there are threads\n", stderr);
    return 2;
  }
  myrow = (size_t)MYTHREAD / cols;
  mycol = (size_t)MYTHREAD % cols;
  from = matrix(1, 8), to = matrix(1, 8);
  entry = matrix(1, sizeof(entry_t)), entries = matrix((size_t)THREADS, sizeof(entry_t));
  mask = matrix(MASK, sizeof(unsigned)), masks = matrix(MASK, sizeof(unsigned));
  memset(mine(mask, MASK), 255, MASK * sizeof(unsigned));
  print("first", timed(row));
  root = cols / 2;
  print("root", timed(row));
  print("later", median_of(row));
  split(); /* opens channels */
  print("split", median_of(split));
  return 0;
}
