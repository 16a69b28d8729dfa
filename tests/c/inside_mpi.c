/* SPDX-License-Identifier: BSD-3-Clause
 * A rank waits inside MPI's own calls while another one puts to third ranks and to it, gets, and makes calls among
 * others. The puts and gets must be complete without it: it waits for a message that comes after them. */
#include "tests/c/check.h"

enum { SHORT = 1, MIDDLE = 3000, LONG = 60000, TURNS = 20 };

int main(void) {
  const upc_stride_options_t options = {.heap = 32 << 20};
  static int mine[LONG];
  START(&options);
  int me = upc_stride_mythread(), threads = upc_stride_threads(), last = threads - 1, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm by_thread;
  MPI_Comm_split(MPI_COMM_WORLD, 0, me, &by_thread);
  upc_stride_pointer_t memory = upc_stride_all_memory(sizeof mine);
  int *here = upc_stride_address_of(upc_stride_on_thread(memory, me));
  size_t shape[] = {(size_t)threads, LONG}, block[] = {1, LONG}, sizes[] = {SHORT, MIDDLE, LONG};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(int), 0, NULL);
  upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  for (int turn = 0; turn < TURNS; turn++) {
    size_t n = sizes[turn % 3];
    upc_stride_pointer_t source = upc_stride_all_memory(sizeof mine);
    if (me == 0)
      for (size_t i = 0; i < n; i++) mine[i] = turn * 1000 + (int)i;
    /* messages to all that may still be under way when thread 0 has left the call */
    CHECK(upc_stride_broadcast(&all, source, 8 * sizeof(int), 0) == 0);
    if (me == 0) {
      for (int t = 1; t < threads; t++) {
        int got = -1;
        CHECK(upc_stride_put(upc_stride_on_thread(memory, t), mine, n * sizeof(int)) == 0);
        CHECK(upc_stride_get(&got, upc_stride_plus(upc_stride_on_thread(memory, t), (n - 1) * sizeof(int)),
                             sizeof got) == 0);
        CHECK_IS(got, mine[n - 1]);
      }
      for (int t = 1; t < threads; t++) MPI_Send(&turn, 1, MPI_INT, t, 0, by_thread);
    } else {
      int said = -1;
      MPI_Recv(&said, 1, MPI_INT, 0, 0, by_thread, MPI_STATUS_IGNORE);
      CHECK_IS(said, turn);
      CHECK_IS(here[0], turn * 1000);
      CHECK_IS(here[n - 1], turn * 1000 + (int)n - 1);
    }
    if (me == last) MPI_Barrier(by_thread); /* the same inside a collective of MPI */
    else {
      int got = 0;
      CHECK(upc_stride_put(upc_stride_on_thread(memory, last), &rank, 0) == 0);
      CHECK(upc_stride_get(&got, upc_stride_on_thread(memory, last), sizeof got) == 0);
      MPI_Barrier(by_thread);
    }
    CHECK(upc_stride_barrier_all() == 0);
    CHECK(upc_stride_all_free_memory(source) == 0);
  }
  MPI_Comm_free(&by_thread);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
