// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2 -fcheck-bounds
// Every shared access is checked with -fcheck-bounds. `A:9:11` makes the access of case 'A' with these subscripts. An
// access that is not made, and an address, are not checked.
#include <upc.h>
#include <stdio.h>
shared [2][3] int A[10][12];
shared [4] int L[40 * THREADS];
shared int C[5][THREADS];
shared [] double G[20][30];
struct s { int v[4]; int w; };
shared struct s T[8 * THREADS];
int main(int argc, char **argv) {
  char which = 0;
  int i = 0, j = 0, x = 0;
  sscanf(argc > 1 ? argv[1] : "", "%c:%d:%d", &which, &i, &j);
  switch (which) {
    case 'A': x = A[i][j]; break;
    case 'a': A[i][j] = 1; break;
    case 'L': L[i] = 2; break;
    case 'C': C[i][j] += 2; break;
    case 'G': G[i][j]++; break;
    case 'T': T[i].w = 3; break;
    case 't': T[0].v[i] = 3; break;
    case 'p': { shared [] double(*p)[30] = &G[1]; p[i][j] = 2; break; }
    case 'l': for (int k = 0; k < i; k++) L[k] = k; break;
    case 'm': for (int k = 0; k < 20; k++) for (int l = 0; l < i; l++) G[k][l] = l; break;
    case 'w': { int k = 0; while (k < i) { L[k] = k; k++; } break; }
    case 'f': upc_forall (int k = 0; k < i; k++; &L[k]) L[k] = k; break;
    case 'c': for (int k = 0; k < i; k++) if (k < 40) L[k] = k; break;
    case '&': { shared void *p = &A[i][j], *q = &L[i]; x = p == q; break; }
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("PASS\n");
  return x < 0;
}
