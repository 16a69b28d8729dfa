// SPDX-License-Identifier: BSD-3-Clause
// Faults by private pointers in calls of C's library, which Clang's AddressSanitizer alone sees; `none` has none. The
// last thread, THREAD, makes them. The comment below is a part of the report (companions/address/tests/clang.sh).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

shared [100] char S[100 * THREADS];
static char text[400];

#define CASE(name) if (!strcmp(what, #name) && MYTHREAD == THREADS - 1)

// Objects of all sizes come and go, each written by C's library from end to end.
static void use(unsigned long state) {
  shared [] char *kept[16] = {0};
  char line[200];
  for (int i = 0; i < 500; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    unsigned k = state >> 33 & 15, bytes = 1 + (state >> 40) % 199;
    if (kept[k]) upc_free(kept[k]);
    kept[k] = upc_alloc(bytes);
    snprintf((char *)kept[k], bytes, "%*d", (int)bytes - 1, i);
    snprintf(line, bytes, "%*d", (int)bytes - 1, i);
    if (strcmp((char *)kept[k], line)) printf("another text\n"), exit(3);
  }
  for (int k = 0; k < 16; k++)
    if (kept[k]) upc_free(kept[k]);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "none";
  shared [] char *p = upc_alloc(100), *q = upc_alloc(64);
  shared [] char *all = (shared [] char *)((shared [40] char *)upc_all_alloc(THREADS, 40) + 40 * MYTHREAD);
  char *mine = (char *)p, *freed = (char *)q, *part = (char *)all;
  upc_free(q);
  snprintf((char *)&S[100 * MYTHREAD], 100, "%099d", 1);
  snprintf(part, 40, "%039d", 1);
  upc_barrier;
  use(MYTHREAD);
  snprintf(text, 100 + argc, "%0150d", 1);
  upc_barrier;
  CASE(printed) snprintf(mine, 200, "%0150d", 1);
  // says: THREAD writes 151 bytes, 0 bytes beyond the end of an object of 100 bytes on THREAD
  CASE(joined) sprintf(mine, "%d%s", 5, text);
  // says: THREAD writes 103 bytes, 0 bytes beyond the end of an object of 100 bytes on THREAD
  CASE(array) sprintf((char *)&S[100 * MYTHREAD], "%d%s", 5, text);
  // says: 0 bytes beyond the end of S, which has 100 bytes on THREAD
  CASE(part) snprintf(part, 80, "%060d", 1);
  // says: 0 bytes beyond the end of an object of 40 bytes on THREAD
  CASE(freed) snprintf(freed, 10, "%05d", 1);
  // says: THREAD writes 6 bytes, byte 0 of an object of 64 bytes on THREAD that was freed
  upc_barrier;
  upc_free(p);
  if (MYTHREAD == 0) puts("end");
  return 0;
}
