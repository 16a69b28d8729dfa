// SPDX-License-Identifier: BSD-3-Clause
// Arrays of structs and unions of odd shapes and sizes.
#include "../check.h"

struct packed { char a; int b; char c; } __attribute__((packed));
struct nested { struct packed inner[3]; union { double d; long l; char s[11]; } u; };
struct aligned { int x; } __attribute__((aligned(32)));
union word { int i; float f; unsigned char byte[4]; };

shared struct packed P[3 * THREADS];
shared [2] struct nested N[5 * THREADS];
shared [3] struct aligned Q[4 * THREADS];
shared [4] union word W[7 * THREADS];
shared [] struct { int only; } one;

int main(void) {
  CHECK_EQ(sizeof(P[0]), 6);
  CHECK_EQ(sizeof(Q[0]), 32);
  for (int i = 0; i < 3 * THREADS; i++) CHECK_PLACE(&P[i], P, i, 1);
  for (int i = 0; i < 5 * THREADS; i++) CHECK_PLACE(&N[i], N, i, 2);
  for (int i = 0; i < 4 * THREADS; i++) {
    CHECK_PLACE(&Q[i], Q, i, 3);
    CHECK_EQ(upc_addrfield(&Q[i]) % 32, 0);
  }
  for (int i = 0; i < 7 * THREADS; i++) CHECK_PLACE(&W[i], W, i, 4);
  upc_barrier;
  for (int i = MYTHREAD; i < 3 * THREADS; i += THREADS) P[i].a = 1, P[i].b = i * 1000, P[i].c = (char)i;
  for (int i = THREADS - 1 - MYTHREAD; i < 5 * THREADS; i += THREADS) {
    for (int k = 0; k < 3; k++) N[i].inner[k].b = i * 10 + k;
    N[i].u.d = i + 0.5;
  }
  for (int i = MYTHREAD; i < 7 * THREADS; i += THREADS) W[i].i = 0x01020304 + i;
  if (MYTHREAD == THREADS - 1) one.only = 11;
  upc_barrier;
  for (int i = 0; i < 3 * THREADS; i++) CHECK_EQ(P[i].a * 1000000 + P[i].b + P[i].c, 1000000 + 1001 * i);
  for (int i = 0; i < 5 * THREADS; i++) {
    for (int k = 0; k < 3; k++) CHECK_EQ(N[i].inner[k].b, i * 10 + k);
    CHECK_D(N[i].u.d, i + 0.5);
    union { double d; long l; } same = {.d = i + 0.5};
    CHECK_EQ(N[i].u.l, same.l);
  }
  for (int i = 0; i < 7 * THREADS; i++) CHECK_EQ(W[i].byte[3] * 256 + W[i].byte[0],
      (0x01020304 + i) / 0x1000000 * 256 + (4 + i) % 256);
  CHECK_EQ(one.only, 11);
  return done();
}
