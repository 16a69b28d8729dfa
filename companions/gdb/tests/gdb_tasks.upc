// SPDX-License-Identifier: BSD-3-Clause
// A task, on a stack of its own and on that of a function which waits for it; gdb_tasks.sh looks at its frames.
#include <upc.h>

shared int got[THREADS];

static int deeper(int n) {
  got[MYTHREAD] += n; // here
  return got[MYTHREAD];
}

int main(void) {
  upc_syncvar int first, second;
  if (MYTHREAD == 0)
    upc_sync {
      upc_begin { first = deeper(1); second; }
      first; // the task runs on another stack
      second = 1;
      upc_begin { deeper(2); }
    }
  upc_barrier;
  return 0;
}
