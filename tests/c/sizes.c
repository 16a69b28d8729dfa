/* SPDX-License-Identifier: BSD-3-Clause
 * Sizes of which sums and products wrap: each size_t argument in turn is near 2^61, 2^63 and 2^64. A call
 * either fails with a line, or moves what fits. Then what lies around its buffers is as it was. */
#include "tests/c/check.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, GUARD = 4096, BUFFER = 1 << 16 };

static upc_stride_array_t A;              /* a block of 64 bytes on each thread */
static upc_stride_section_t all, first;
static upc_stride_pointer_t memory;       /* GUARD bytes, a block for each thread, GUARD bytes */
static unsigned char buffer[GUARD + BUFFER + GUARD];
static int threads;

static void fill(void) {
  memset(buffer, 77, sizeof buffer);
  CHECK_IS(upc_stride_put(memory, buffer, GUARD), 0);
  CHECK_IS(upc_stride_put(upc_stride_plus(memory, GUARD + BLOCK * threads), buffer, GUARD), 0);
}

static void check_guard(const unsigned char *guard) {
  for (int i = 0; i < GUARD; i++) CHECK(guard[i] == 77);
}

static void check_guards(void) {
  unsigned char copy[GUARD];
  check_guard(buffer);
  check_guard(buffer + GUARD + BUFFER);
  CHECK_IS(upc_stride_get(copy, memory, GUARD), 0);
  check_guard(copy);
  CHECK_IS(upc_stride_get(copy, upc_stride_plus(memory, GUARD + BLOCK * threads), GUARD), 0);
  check_guard(copy);
}

/* A call that fails says why. */
static void made(int status) { CHECK(status == 0 || (status == -1 && upc_stride_last_error()[0] != 0)); }

static void new_array(upc_stride_array_t new) {
  CHECK(new != NULL || upc_stride_last_error()[0] != 0);
  if (new != NULL) CHECK_IS(upc_stride_all_free(new), 0);
}

/* Calls of all threads. */
static void lists(size_t x) {
  upc_stride_pointer_t place = upc_stride_plus(memory, GUARD);
  size_t counts[64], displs[64], far[64], zero[64] = {0};
  for (int i = 0; i < threads * threads; i++) counts[i] = 8, displs[i] = i == 0 ? x : 8, far[i] = i == 0 ? x : 0;
  made(upc_stride_gatherv(place, &all, counts, displs, 0));
  made(upc_stride_scatterv(&all, place, counts, displs, 0));
  made(upc_stride_gatherv(place, &all, far, zero, 0));
  made(upc_stride_gatherv(place, &all, far, displs, 0));
  made(upc_stride_scatterv(&all, place, far, NULL, 0));
  made(upc_stride_gather_allv(&all, &all, counts, displs, 0));
  made(upc_stride_gather_allv(&all, &all, far, NULL, 0));
  made(upc_stride_exchangev(&all, &all, counts, displs, zero, 0));
  made(upc_stride_exchangev(&all, &all, counts, zero, displs, 0));
  made(upc_stride_exchangev(&all, &all, far, NULL, NULL, 0));
}

static void lengths(size_t x) {
  upc_stride_pointer_t place = upc_stride_plus(memory, GUARD);
  int perm[8];
  for (int i = 0; i < threads; i++) perm[i] = i;
  made(upc_stride_broadcast(&all, place, x, 0));
  made(upc_stride_scatter(&all, place, x, 0));
  made(upc_stride_gather(place, &all, x, 0));
  made(upc_stride_gather_all(&all, &all, x, 0));
  made(upc_stride_exchange(&all, &all, x, 0));
  made(upc_stride_permute(&all, &all, perm, x, 0));
  made(upc_stride_reduce(place, &all, x, UPC_ADD, UPC_DOUBLE, NULL, 0));
  made(upc_stride_reduce_all(&all, &all, x, UPC_ADD, UPC_DOUBLE, NULL, 0));
  made(upc_stride_prefix_reduce(&all, &all, x, UPC_ADD, UPC_DOUBLE, NULL, 0));
  made(upc_stride_reduce_scatter(&all, &all, x, UPC_ADD, UPC_DOUBLE, NULL, 0));
  made(upc_stride_halo(buffer + GUARD, &all, x, 0, 0));
}

static void shapes(size_t x) {
  size_t one[] = {x}, two[] = {x, 3}, turned[] = {3, x}, block[] = {2, 2}, large[] = {x, x};
  new_array(upc_stride_all_alloc(2, two, large, 8, 0, NULL));
  new_array(upc_stride_all_alloc(2, turned, block, x, 0, NULL));
  if (x < BLOCK || x > (size_t)1 << 40) { /* others may be had, and are large */
    new_array(upc_stride_all_alloc(1, one, block, 8, 0, NULL));
    new_array(upc_stride_all_alloc_replicated(1, one, 8));
  }
}

/* Calls of one thread. */
static void alone(size_t x) {
  upc_stride_pointer_t place = upc_stride_plus(memory, GUARD);
  size_t extents[] = {1, x}, index[] = {x, 0};
  if (x <= BLOCK || x > (size_t)1 << 40) {
    made(upc_stride_get(buffer + GUARD, place, x));
    made(upc_stride_put(place, buffer + GUARD, x));
  }
  if (x < 8 || x > (size_t)1 << 61) { /* fewer may be in memory */
    made(upc_stride_get_elements(buffer + GUARD, A, index + 1, x == 0 ? 0 : x > 8 ? x : 1));
    made(upc_stride_put_elements(A, index + 1, x > 8 ? x : 0, buffer + GUARD));
    made(upc_stride_acc_elements(A, index + 1, x > 8 ? x : 0, UPC_ADD, UPC_DOUBLE, buffer + GUARD));
  }
  made(upc_stride_get_elements(buffer + GUARD, A, index, 1));
  made(upc_stride_put_elements(A, index, 1, buffer + GUARD));
  if (x > (size_t)1 << 60 || x < 16) { /* a buffer with such rows; others are larger than this one */
    made(upc_stride_get_patch(buffer + GUARD, extents, &first));
    made(upc_stride_put_patch(&first, buffer + GUARD, extents));
    made(upc_stride_acc_patch(&first, UPC_ADD, UPC_DOUBLE, buffer + GUARD, extents));
  }
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .check = 1};
  const size_t near[] = {0, (size_t)1 << 61, (size_t)1 << 63};
  const int off[] = {0, 1, 7, 8, 16, 64, -1, -7, -8, -16, -64};
  START(&options);
  threads = upc_stride_threads();
  size_t shape[] = {2, 4 * (size_t)threads}, block[] = {2, 4};
  A = upc_stride_all_alloc(2, shape, block, 8, 0, NULL);
  memory = upc_stride_all_memory(GUARD + BLOCK * threads + GUARD);
  all = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  first = UPC_SECTION(A, UPC_STRIDE_RANGE(0, 1), UPC_STRIDE_RANGE(0, 3));
  for (size_t i = 0; i < sizeof near / sizeof *near; i++)
    for (size_t j = 0; j < sizeof off / sizeof *off; j++) {
      size_t x = near[i] + (size_t)off[j];
      if (x < (size_t)1 << 60) continue;
      if (upc_stride_mythread() == 0) fill();
      upc_stride_barrier_all();
      lists(x);
      lengths(x);
      shapes(x);
      upc_stride_barrier_all();
      if (upc_stride_mythread() == 0) alone(x), check_guards();
      upc_stride_barrier_all();
    }
  upc_stride_finalize();
  return passed();
}
