// SPDX-License-Identifier: BSD-3-Clause
// All-pairs shortest paths on a cyclic-row matrix, with a shared minimum and a path rebuilt through shared
// predecessors.
#include "../check.h"
#define N (5 * THREADS)
enum { FAR = 1000000 };

shared [] int *shared dist[5 * THREADS], *shared via[5 * THREADS];
static int weight(int i, int j) { return i == j ? 0 : (i * 7 + j * 3) % 5 == 0 ||
    j == (i + 1) % N ? (i + 2 * j) % 9 + 1 : FAR; }

int main(void) {
  upc_forall (int i = 0; i < N; i++; &dist[i]) {
    dist[i] = upc_alloc(N * sizeof(int));
    via[i] = upc_alloc(N * sizeof(int));
    for (int j = 0; j < N; j++) dist[i][j] = weight(i, j), via[i][j] = -1;
  }
  upc_barrier;
  for (int k = 0; k < N; k++) {
    upc_forall (int i = 0; i < N; i++; dist[i]) {
      int *row = (int *)dist[i], ik = row[k];
      shared [] int *other = dist[k];
      for (int j = 0; j < N; j++, other++)
        if (ik + *other < row[j]) row[j] = ik + *other, via[i][j] = k;
    }
    upc_barrier k;
  }
  int *d = malloc(N * N * sizeof *d);
  for (int i = 0; i < N * N; i++) d[i] = weight(i / N, i % N);
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        if (d[i * N + k] + d[k * N + j] < d[i * N + j]) d[i * N + j] = d[i * N + k] + d[k * N + j];
  for (int i = 0; i < N * N; i++) CHECK_EQ(dist[i / N][i % N], d[i]);
  for (int i = 0; i < N * N; i++) {
    int k = via[i / N][i % N];
    if (k >= 0) CHECK_EQ(dist[i / N][k] + dist[k][i % N], d[i]);
  }
  free(d);
  return done();
}
