// SPDX-License-Identifier: BSD-3-Clause
// In how many ways can n queens stand on a board of n x n, so that none attacks another? A task for each place of the
// queens in the first two rows: thread 0 begins them, and all threads of its node take some.
//   nqueens [N]        N from 4 to 16, 10 by default
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static const long known[] = {0, 0, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

// One bit for each column: those that are taken, and those attacked along both diagonals, in the next row.
static long solutions(unsigned all, unsigned taken, unsigned left, unsigned right) {
  if (taken == all) return 1;
  long count = 0;
  for (unsigned free = all & ~(taken | left | right); free; free &= free - 1) {
    unsigned here = free & -free;
    count += solutions(all, taken | here, (left | here) << 1, (right | here) >> 1);
  }
  return count;
}

static long in_tasks(int n) {
  unsigned all = (1u << n) - 1;
  shared [] long *part = upc_alloc((size_t)(n * n) * sizeof *part);
  for (int i = 0; i < n * n; i++) part[i] = 0;
  upc_coforall (int i = 0; i < n; i++) {
    unsigned first = 1u << i;
    for (int j = 0; j < n; j++) {
      unsigned second = 1u << j;
      if (second & (first | first << 1 | first >> 1)) continue;
      unsigned left = (first << 1 | second) << 1, right = (first >> 1 | second) >> 1;
      upc_begin { part[i * n + j] = solutions(all, first | second, left, right); }
    }
  }
  long count = 0;
  for (int i = 0; i < n * n; i++) count += part[i];
  upc_free(part);
  return count;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10, wrong = 0;
  if (n < 4 || n > 16) {
    if (MYTHREAD == 0) fprintf(stderr, "nqueens: N must be from 4 to 16\n");
    return 2;
  }
  if (MYTHREAD == 0) {
    long count = in_tasks(n);
    wrong = count != known[n];
    printf("%d queens: %ld ways, must be %ld\n%s\n", n, count, known[n], wrong ? "FAIL" : "PASS");
  }
  upc_barrier; // the other threads run tasks here
  return wrong;
}
