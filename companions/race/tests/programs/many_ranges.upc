// SPDX-License-Identifier: BSD-3-Clause
// race: 28 30
// What a collective reads and writes may be more pieces than the detector keeps of all calls: here two of each plane of
// an array. It tells of no race that is none.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

enum { PLANES = 150000, SIDE = 3, BYTES = PLANES * SIDE * SIDE };
shared [BYTES] char A[BYTES * THREADS], B[BYTES * THREADS];
shared int x[THREADS];

static upc_stride_array_t planes(shared void *base) {
  const size_t shape[] = {(size_t)PLANES * THREADS, SIDE, SIDE}, block[] = {PLANES, SIDE, SIDE};
  return upc_stride_view(base, 3, shape, block, 1, 0, NULL);
}

static upc_stride_section_t corners(upc_stride_array_t array) {
  return UPC_SECTION(array, UPC_STRIDE_ALL, UPC_STRIDE_RANGE(0, 1), UPC_STRIDE_RANGE(0, 1));
}

int main(void) {
  upc_stride_array_t a = planes(A), b = planes(B);
  upc_barrier;
  upc_stride_copy(corners(b), corners(a), 0);
  upc_stride_copy(corners(a), corners(b), 0);
  upc_barrier;
  int seen = 0;
  x[MYTHREAD] = 1;
  ORDER(upc_barrier);
  seen = x[(MYTHREAD + 1) % THREADS];
  return seen > 1;
}
