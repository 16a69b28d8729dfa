/* SPDX-License-Identifier: BSD-3-Clause
 * Many threads on smp: what a thread has mapped does not grow with the number of threads. Every fork copies these
 * mappings, so that otherwise the start would take time that grows with the square of the threads. */
#include <stdio.h>
#include "core/core.h"

enum { MOST = 250 }; /* those of the program, its libraries, and 64 segments with an inaccessible page */

static int mappings(void) {
  int lines = 0, c;
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && (c = getc(f)) != EOF) lines += c == '\n';
  if (f) fclose(f);
  return lines;
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  int n = mappings();
  urtk_meet();
  if (urt_mythread > 0) return 0;
  if (n == 0 || n > MOST) printf("%d mappings, must be at most %d\n", n, MOST);
  puts(n == 0 || n > MOST ? "FAIL" : "PASS");
  return n == 0 || n > MOST;
}
