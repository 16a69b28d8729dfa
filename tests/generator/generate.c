// SPDX-License-Identifier: BSD-3-Clause
// Prints a random UPC 1.3 program that checks itself: layouts, walks of pointers-to-shared, upc_forall, copies. What it
// must find was worked out here, by the model of model.h, for that number of threads.
//   generate THREADS static|dynamic FIRST COUNT     one function for each of COUNT seeds; run it with THREADS threads
#include "generate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int static_threads;
unsigned long seed;

int main(int argc, char **argv) {
  if (argc != 5 || (threads = atoi(argv[1])) < 1 || threads > MAX_THREADS) {
    fprintf(stderr, "usage: generate THREADS(1..%d) static|dynamic FIRST COUNT\n", MAX_THREADS);
    return 2;
  }
  static_threads = !strcmp(argv[2], "static");
  unsigned long first = strtoul(argv[3], NULL, 10), count = strtoul(argv[4], NULL, 10);
  puts("#include \"check.h\"\nstatic volatile long zero;");
  for (seed = first; seed < first + count; seed++) {
    random_seed(seed);
    printf("\n/* seed %lu */\n", seed);
    if (random_below(6) == 0) puts("#pragma upc strict");
    declare_arrays();
    printf("static void seed_%lu(void) {\n", seed);
    fill_arrays();
    for (int k = 0; k < 6; k++) {
      unsigned what = random_below(6);
      if (what < 3) walk();
      else if (what < 5) loop();
      else copy();
    }
    verify_arrays();
    puts("  upc_barrier;\n}\n#pragma upc relaxed");
    for (int k = 0; k < narrays; k++) forget(&arrays[k]);
  }
  printf("\nint main(void) {\n  if (THREADS != %d) return 2;\n", threads);
  for (seed = first; seed < first + count; seed++)
    printf("  seed_%lu();\n  if (check_failures) printf(\"seed %lu fails\\n\"), exit(1);\n", seed, seed);
  puts("  return done();\n}");
  return 0;
}
