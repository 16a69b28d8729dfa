/* SPDX-License-Identifier: BSD-3-Clause
 * KB of large pages of shared memory that this process has mapped, by Linux's /proc. */
#include <stdio.h>

static long large_pages_kb(void) {
  char line[256];
  long all = 0, kb;
  FILE *f = fopen("/proc/self/smaps", "r");
  while (f != NULL && fgets(line, sizeof line, f) != NULL)
    if (sscanf(line, "ShmemPmdMapped: %ld", &kb) == 1) all += kb;
  if (f != NULL) fclose(f);
  return all;
}
