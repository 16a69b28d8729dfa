// SPDX-License-Identifier: BSD-3-Clause
// The shadow of large memory on far threads is written and read in few messages. Linked so that each one of the
// runtime's is counted.
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { BYTES = 8 << 20, MOST = 300 };          /* a message for each 27 KB of memory, and more */

typedef struct { unsigned long a, b; } pointer_t;
static int messages;

#define COUNTED(name, to, from) \
  void __real_##name(to dst, from src, unsigned long bytes); \
  void __wrap_##name(to dst, from src, unsigned long bytes) { messages++, __real_##name(dst, src, bytes); }
COUNTED(urtc_put, pointer_t, const void *)
COUNTED(urtc_get, void *, pointer_t)

static void check(const char *what) {
  if (messages > MOST) printf("%s: %d messages, expected at most %d\n", what, messages, MOST), exit(1);
  messages = 0;
}

int main(void) {
  static char room[BYTES];
  const int next = (MYTHREAD + 1) % THREADS;
  messages = 0;
  shared [BYTES] char *p = upc_all_alloc(THREADS, BYTES);
  check("upc_all_alloc");
  upc_memput(&p[(size_t)next * BYTES], room, BYTES);
  check("upc_memput");
  upc_barrier;
  messages = 0;
  if (MYTHREAD == 0) upc_free(p);
  check("upc_free");
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
