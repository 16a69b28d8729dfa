/* SPDX-License-Identifier: BSD-3-Clause
 * A program writes over the bookkeeping of the shared heap. The call that finds this ends the job with a line.
 *   above: beyond the end of a block, which is then freed before the block above it
 *   below: the same, but the block above it is freed first; two: the second block above it
 *   global: the same on the heap for all threads
 *   link:  into a freed block, which is then allocated again
 *   count: into a freed block, whose neighbour is then freed
 * Nothing is damaged where a program frees the middle of a block (inside), or a block for a second time (freed). */
#include <stdio.h>
#include <string.h>
#include <upc.h>

enum { BYTES = 1000 };

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  shared [] char *block[4];
  int global = strcmp(how, "global") == 0;
  for (int i = 0; i < 4 && MYTHREAD == THREADS - 1; i++)
    block[i] = (shared [] char *)(global ? upc_global_alloc(1, BYTES) : upc_alloc(BYTES));
  if (MYTHREAD == THREADS - 1) {
    if (strcmp(how, "above") == 0) {
      upc_memset(block[1], 0x55, BYTES + 100);
      upc_free(block[1]);
    } else if (strcmp(how, "below") == 0 || strcmp(how, "two") == 0) {
      upc_memset(block[1], 0x55, BYTES + 100);
      upc_free(block[how[0] == 't' ? 3 : 2]);
    } else if (global) {
      upc_memset(block[2], 0x55, BYTES + 100); /* these blocks grow downwards */
      upc_free(block[1]);
    } else if (strcmp(how, "inside") == 0) {
      upc_free(block[1] + 64);
    } else if (strcmp(how, "freed") == 0) {
      upc_free(block[1]);
      upc_free(block[1]);
    } else {
      upc_free(block[1]);
      upc_memset(block[1], 0x55, 64);
      if (strcmp(how, "link") == 0) block[1] = (shared [] char *)upc_alloc(BYTES);
      else upc_free(block[2]);
    }
    printf("not noticed\n");
  }
  upc_barrier;
  return 0;
}
