// SPDX-License-Identifier: BSD-3-Clause
// race: 19 21
// race: 25 26
// race: 28 30
// says: by upc_stride_write_nb
// A file is written from the start of a call to its wait. UPC's own calls go by their flags.
#include <upc_relaxed.h>
#include <upc_io.h>
#include <upc_stride_file.h>

#define IO_FLAGS (FLAGS ? UPC_IN_NOSYNC | UPC_OUT_NOSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
#pragma processors line(THREADS)
shared [4] (line) int A[4 * THREADS];
shared [4] int B[4 * THREADS];

int main(void) {
  B[4 * MYTHREAD] = A[4 * MYTHREAD] = 1;
  upc_barrier;
  upc_stride_handle_t h = upc_stride_write_nb("a.npy", A<:>, "i4", NULL);
  ORDER(upc_stride_wait(&h));
  A[4 * ((MYTHREAD + 1) % THREADS)] = 2;
  UNORDERED(upc_stride_wait(&h));
  upc_file_t *f = upc_all_fopen("b", UPC_WRONLY | UPC_COMMON_FP | UPC_CREATE, 0, NULL);
  // thread 0 is not the only one that reads B
  upc_all_fwrite_shared(f, B, 4, sizeof(int), 4 * THREADS, IO_FLAGS);
  B[4 * ((MYTHREAD + 1) % THREADS)] = 3;
  upc_barrier;
  upc_all_fwrite_shared_async(f, B, 4, sizeof(int), 4 * THREADS, 0);
  ORDER(upc_all_fwait_async(f));
  B[4 * MYTHREAD + 1] = 4;
  UNORDERED(upc_all_fwait_async(f));
  upc_all_fclose(f);
  return 0;
}
