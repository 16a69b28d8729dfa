// SPDX-License-Identifier: BSD-3-Clause
// Transposes: element by element between two layouts, and block by block through memget and private work.
#include "../check.h"
#define B 3
#define N (B * THREADS)

shared [5] int tall[3 * THREADS][7];
shared [2] int wide[7][3 * THREADS];

int main(void) {
  upc_forall (int i = 0; i < N * 7; i++; i) tall[i / 7][i % 7] = i;
  upc_barrier;
  for (int j = 0; j < 7; j++) {
    upc_forall (int i = 0; i < N; i++; &wide[j][i]) wide[j][i] = tall[i][j];
  }
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 7; j++) CHECK_EQ(wide[j][i], i * 7 + j);
  /* THREADS x THREADS blocks of B x B; thread t owns block column t of one and block row t of the other */
  shared [B * B] int *from = upc_all_alloc(THREADS * THREADS, B * B * sizeof(int));
  shared [B * B] int *to = upc_all_alloc(THREADS * THREADS, B * B * sizeof(int));
  upc_forall (int i = 0; i < THREADS * THREADS * B * B; i++; &from[i]) {
    int block = i / (B * B), row = block / THREADS * B + i % (B * B) / B, col = block % THREADS * B + i % B;
    from[i] = row * N + col;
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    int tile[B][B], *mine = (int *)&to[(t * THREADS + MYTHREAD) * B * B];
    upc_memget(tile, &from[(MYTHREAD * THREADS + t) * B * B], sizeof tile);
    for (int i = 0; i < B; i++)
      for (int j = 0; j < B; j++) mine[j * B + i] = tile[i][j];
  }
  upc_barrier;
  for (int i = 0; i < THREADS * THREADS * B * B; i++) {
    int block = i / (B * B), row = block / THREADS * B + i % (B * B) / B, col = block % THREADS * B + i % B;
    CHECK_EQ(to[i], col * N + row);
  }
  upc_barrier;
  upc_all_free(from);
  upc_all_free(to);
  return done();
}
