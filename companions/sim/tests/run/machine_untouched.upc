// SPDX-License-Identifier: BSD-3-Clause
// No call of the library touches memory without data (upc_machine.h): here each access to it ends the program. What a
// call packs, passes on and combines there takes no memory of this host either.
#include <sys/mman.h>
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include "../../../../tests/upc/check.h"

enum { LONGEST = 1 << 18 };              // bytes of a piece; a block has one for each thread

static upc_stride_array_t from, to, cut; // `cut` has blocks of another size

static long resident_kb(void) {
  long pages = 0, unused;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%ld %ld", &unused, &pages) != 2) return -1;
  fclose(f);
  return pages * 4;
}

static upc_stride_array_t doubles(size_t block) {
  const size_t shape[1] = {THREADS * (size_t)THREADS * LONGEST / sizeof(double)};
  return upc_stride_all_alloc(1, shape, &block, sizeof(double), 0, NULL);
}

static upc_stride_section_t all(upc_stride_array_t a) { return UPC_SECTION(a, UPC_STRIDE_ALL); }

static shared void *block_of(upc_stride_array_t a, int thread) { // its first one
  const size_t index[1] = {(size_t)thread * LONGEST / sizeof(double) * THREADS / (a == cut ? 2 : 1)};
  return upc_stride_at(a, index);
}

// What the caller has of an array can be neither read nor written any more.
static void close_memory(upc_stride_array_t a) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *here = (char *)block_of(a, MYTHREAD);
  char *first = here - (size_t)here % page;
  const size_t bytes = (size_t)(here - first) + (size_t)THREADS * LONGEST;
  CHECK(mprotect(first, (bytes + page - 1) / page * page, PROT_NONE) == 0);
}

static void values(size_t n, upc_op_t op) {
  upc_stride_reduce(block_of(to, 1), all(from), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_reduce_all(all(to), all(from), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_reduce_all(all(to), all(to), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_prefix_reduce(all(to), all(from), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_prefix_reduce_exclusive(all(to), all(from), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_prefix_reduce_exclusive(all(to), all(to), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_reduce_scatter(all(to), all(from), n, op, UPC_DOUBLE, NULL, 0);
  upc_stride_reduce_scatter(all(to), all(to), n, op, UPC_DOUBLE, NULL, 0);
}

static void pieces(size_t len) {
  int perm[THREADS];
  for (int i = 0; i < THREADS; i++) perm[i] = (i + 1) % THREADS;
  upc_stride_broadcast(all(to), block_of(from, 1), len, 0);
  upc_stride_scatter(all(to), block_of(from, 1), len, 0);
  upc_stride_gather(block_of(to, 1), all(from), len, 0);
  upc_stride_gather_all(all(to), all(from), len, 0);
  upc_stride_exchange(all(to), all(from), len, 0);
  upc_stride_exchange(all(to), all(to), len, 0);
  upc_stride_permute(all(to), all(from), perm, len, 0);
  upc_stride_permute(all(to), all(to), perm, len, 0);
}

static void own_pieces(size_t len) {
  size_t counts[THREADS], received[THREADS];
  for (int i = 0; i < THREADS; i++) counts[i] = len;
  upc_stride_exchange_own(all(to), all(from), counts, NULL, NULL, received, 0);
  upc_stride_gather_all_own(all(to), all(from), counts, NULL, received, 0);
  CHECK_EQ(received[THREADS - 1], len);
}

static void lend(size_t len) {
  const void *lent = NULL;
  upc_stride_handle_t h = upc_stride_lend_nb(all(to), block_of(from, 0), len, &lent, 0);
  upc_stride_wait(&h);
  CHECK(lent != NULL);
}

static void elements(void) {
  const double two = 2, three = 3;
  upc_stride_copy(all(cut), all(from), 0);
  upc_stride_transform(all(to), all(cut), NULL, &two, &three, UPC_DOUBLE, 0);
}

int main(void) {
  const size_t block = (size_t)THREADS * LONGEST / sizeof(double);
  upc_machine_without_data(1);
  from = doubles(block), to = doubles(block), cut = doubles(block / 2);
  close_memory(from), close_memory(to), close_memory(cut);
  upc_barrier;
  const long before = resident_kb();
  for (size_t len = 512; len <= LONGEST; len *= LONGEST / 512) {
    values(len / sizeof(double), UPC_ADD);
    pieces(len);
    own_pieces(len);
    lend(len);
  }
  elements();
  upc_barrier;
  if (getenv("TELL") != NULL && MYTHREAD == 0) printf("%ld KB\n", resident_kb() - before);
  CHECK(before > 0);
  CHECK(resident_kb() - before < 8192);
  upc_barrier;
  return done();
}
