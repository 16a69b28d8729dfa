// SPDX-License-Identifier: BSD-3-Clause
// `compare put`: thread 0 puts 10^7 bytes to thread 1. `compare broadcast`: thread 0's 8 bytes go to all, 100 times,
// each time after all have them: so the messages of the first call, which find out where the others are, count little.
// `compare grid`: each thread puts 10^7 bytes to the other one of its pair, and 8 bytes 1,000 times to the thread half
// the job away.
#include <string.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { BYTES = 10000000 };
shared [BYTES] char large[BYTES * THREADS];
shared [8] char to[8 * THREADS];
shared [] char from[8];

int main(int argc, char **argv) {
  static char bytes[BYTES];
  if (argc == 2 && strcmp(argv[1], "broadcast") == 0) {
    for (int i = 0; i < 100; i++) {
      upc_all_broadcast(to, from, 8, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
      upc_barrier;
    }
  } else if (argc == 2 && strcmp(argv[1], "grid") == 0) {
    upc_memput(&large[(size_t)BYTES * (MYTHREAD ^ 1)], bytes, BYTES);
    for (int i = 0; i < 1000; i++) upc_memput(&to[8 * ((MYTHREAD + THREADS / 2) % THREADS)], bytes, 8);
  } else if (MYTHREAD == 0) {
    upc_memput(&large[BYTES], bytes, BYTES);
  }
  return 0;
}
