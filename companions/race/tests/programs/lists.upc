// SPDX-License-Identifier: BSD-3-Clause
// race: 16 22
// race: 19 23
// says: by bupc_memput_vlist
// Berkeley's copies of lists and sections touch their pieces, and nothing between them.
#include <upc_relaxed.h>
#include <bupc_extensions.h>

shared [16] int A[16 * THREADS];

int main(void) {
  int two[2] = {1, 2}, to = (MYTHREAD + 1) % THREADS;
  bupc_pmemvec_t from = {two, sizeof two};
  bupc_smemvec_t pieces[] = {{&A[16 * to], sizeof(int)}, {&A[16 * to + 2], sizeof(int)}};
  upc_barrier;
  bupc_memput_vlist(2, pieces, 1, &from);
  // elements 8 and 12
  size_t far = 4 * sizeof(int), near = sizeof(int), count[2] = {sizeof(int), 2};
  bupc_memput_strided(&A[16 * to + 8], &far, two, &near, count, 1);
  ORDER(upc_barrier);
  A[16 * MYTHREAD + 1] = A[16 * MYTHREAD + 9] = 3; // between
  A[16 * MYTHREAD + 2] = 3;
  A[16 * MYTHREAD + 12] = 3;
  return 0;
}
