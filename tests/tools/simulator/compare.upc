// SPDX-License-Identifier: BSD-3-Clause
// `compare put`: thread 0 puts 10^7 bytes to thread 1. `compare broadcast`: thread 0's 8 bytes go to all, 100 times,
// each time after all have them: so the messages of the first call, which find out where the others are, count little.
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
  } else if (MYTHREAD == 0) {
    upc_memput(&large[BYTES], bytes, BYTES);
  }
  return 0;
}
