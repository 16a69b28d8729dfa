// SPDX-License-Identifier: BSD-3-Clause
// A shared heap that is full: each call returns null, on all threads alike where it is collective, and what was there
// stays as it is; freeing makes room again.
#include "../check.h"

enum { PIECE = 1 << 20, MOST = 64 };
shared void *shared seen[THREADS];

int main(void) {
  shared [] char *mine[MOST];
  int n = 0;
  while (n < MOST && (mine[n] = upc_alloc(PIECE)) != NULL) { mine[n][0] = (char)n; mine[n++][PIECE - 1] = (char)~n; }
  CHECK(n > 0); CHECK(n < MOST);
  CHECK(upc_alloc(PIECE) == NULL);
  for (int i = 0; i < n; i++) CHECK_EQ(mine[i][0], (char)i);
  upc_barrier;
  shared void *all = upc_all_alloc(THREADS, PIECE);
  CHECK(all == NULL);
  CHECK(upc_global_alloc(THREADS, PIECE) == NULL);
  CHECK(upc_global_alloc((size_t)1 << 62, (size_t)1 << 62) == NULL);
  CHECK(upc_alloc((size_t)-1) == NULL);
  upc_free(all); upc_all_free(all);
  upc_barrier;
  for (int i = 0; i < n; i++) upc_free(mine[i]);
  upc_barrier;
  all = seen[MYTHREAD] = upc_all_alloc(THREADS, PIECE);
  CHECK(all != NULL);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(seen[t] == all);
  upc_barrier;
  upc_all_free(all);
  return done();
}
