// SPDX-License-Identifier: BSD-3-Clause
// Sizes that no array can have, for the number of threads that the program was started with.
#include <stdio.h>
#include <upc.h>
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    int divided[12 / (THREADS - 2)];
    printf("%zu\n", sizeof divided);
  } else {
    int negative[1 - THREADS];
    printf("%zu\n", sizeof negative);
  }
  return 0;
}
