// SPDX-License-Identifier: BSD-3-Clause
// The last thread's stack overflows: by a recursion without end, or by an automatic array larger than the stack.
#include <upc.h>
#include <string.h>

static int deeper(volatile char *above) {
  volatile char here[4096];
  here[0] = above[0];
  return deeper(here) + here[0];
}

static __attribute__((noinline)) int wide(int from) {
  volatile char here[32 << 20];
  for (int i = 0; i < (int)sizeof here; i += 4096) here[i] = (char)from;
  return here[4096 * 5];
}

int main(int argc, char **argv) {
  volatile char start = (char)argc;
  upc_barrier;
  if (MYTHREAD == THREADS - 1) return argc > 1 && !strcmp(argv[1], "array") ? wide(argc) : deeper(&start);
  upc_barrier;
  return 0;
}
