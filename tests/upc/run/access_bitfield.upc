// SPDX-License-Identifier: BSD-3-Clause
// Bit-fields of shared structs: read, write, compound, ++/--, signed, across words, _Bool, in arrays and nested.
#include "../check.h"

struct flags {
  unsigned a : 3, b : 5, c : 24;
  int s : 4; int t : 12; unsigned : 0; unsigned long w : 40; _Bool on : 1; unsigned char x : 7, y : 2;
  struct { signed low : 2; unsigned rest : 30; } in[2];
};
shared [2] struct flags F[3 * THREADS];
shared struct { unsigned only : 9; } one;
shared struct { char before; int bit : 1; char after; } P[THREADS];
static shared struct flags started = {.a = 5, .s = -3, .w = 0xabcdef0123, .in = {[1] = {-1, 77}}};
enum e { RED, GREEN, BLUE };
shared struct { enum e colour : 3; long long big : 50; } C[THREADS];

int main(void) {
  CHECK_EQ(started.a * 100 + started.s, 497); CHECK_EQ(started.w, 0xabcdef0123);
  CHECK_EQ(started.in[1].rest + started.in[1].low, 76);
  int t = (MYTHREAD + 1) % THREADS + THREADS;
  shared [2] struct flags *p = &F[t];
  CHECK_EQ(F[t].a, 0);
  F[t].a = 9; F[t].b = 31; F[t].c = 0x123456;
  CHECK_EQ(F[t].a, 1); CHECK_EQ(F[t].b, 31); CHECK_EQ(F[t].c, 0x123456);
  F[t].s = 7; CHECK_EQ(F[t].s, 7); F[t].s = 8; CHECK_EQ(F[t].s, -8); F[t].t = -2000; CHECK_EQ(F[t].t, -2000);
  CHECK_EQ(F[t].s, -8);
  F[t].w = ~0ul; CHECK_EQ(F[t].w, (1ul << 40) - 1); CHECK_EQ(F[t].c, 0x123456); F[t].w -= 255;
  CHECK_EQ(F[t].w, (1ul << 40) - 256);
  F[t].on = 2; CHECK_EQ(F[t].on, 1); F[t].x = 127; F[t].y = 2; CHECK_EQ(F[t].x * 10 + F[t].y, 1272);
  CHECK_EQ(p->a++, 1); CHECK_EQ(++p->a, 3); CHECK_EQ(p->a--, 3); CHECK_EQ(--p->a, 1);
  CHECK_EQ(p->a += 6, 7); CHECK_EQ(p->a += 1, 0); CHECK_EQ(p->a -= 1, 7); CHECK_EQ(p->b <<= 1, 30);
  CHECK_EQ(p->b ^= 31, 1); CHECK_EQ(p->b |= 6, 7);
  CHECK_EQ((p->b = 100), 4); CHECK_EQ(p->c /= 2, 0x91a2b); CHECK_EQ(p->c %= 1000, 0x91a2b % 1000); CHECK_EQ(p->s++, -8);
  CHECK_EQ(p->s -= 7, 2);
  p->in[1].low = -2; p->in[1].rest = 1u << 29; p->in[0].low = 1; CHECK_EQ(p->in[1].low, -2);
  CHECK_EQ(p->in[1].rest, 1u << 29); CHECK_EQ(p->in[0].low, 1);
  CHECK_EQ(p->in[1].low--, -2); CHECK_EQ(p->in[1].low, 1); CHECK_EQ(p->in[0].rest, 0);
  CHECK_EQ(p->a, 7); CHECK_EQ(p->x, 127); CHECK_EQ(p->on, 1); p->on ^= 1; CHECK_EQ(p->on, 0); CHECK_EQ(p->y, 2);
  struct flags copy = *p; CHECK_EQ(copy.a * 100 + copy.b * 10 + copy.y, 742); copy.a = 2; copy.t = 5; *p = copy;
  CHECK_EQ(p->a, 2); CHECK_EQ(p->t, 5);
  int v[8] = {0, 10, 20, 30}; CHECK_EQ(v[p->a], 20); CHECK_EQ(p->a ? p->b : 0, 4); CHECK_EQ(-p->a, -2);
  CHECK_EQ(p->a - 3 < 0, 1);
  if (p->on) CHECK(0);
  if (!p->on && p->a) p->on = 1;
  CHECK_EQ(p->on, 1);
  P[MYTHREAD].before = 'b'; P[MYTHREAD].after = 'a'; P[MYTHREAD].bit = 1; CHECK_EQ(P[MYTHREAD].bit, -1);
  CHECK_EQ(P[MYTHREAD].before, 'b'); CHECK_EQ(P[MYTHREAD].after, 'a');
  C[MYTHREAD].colour = BLUE; C[MYTHREAD].big = -(1LL << 48); CHECK_EQ(C[MYTHREAD].colour, BLUE);
  CHECK_EQ(C[MYTHREAD].big, -(1LL << 48));
  if (C[MYTHREAD].colour == BLUE) C[MYTHREAD].colour = RED;
  CHECK_EQ(C[MYTHREAD].colour, RED);
  if (MYTHREAD == THREADS - 1) one.only = 300;
  upc_barrier;
  CHECK_EQ(one.only, 300);
  for (int i = 0; i < THREADS; i++) CHECK_EQ(F[i].a + F[i].x + F[i + 2 * THREADS].w, 0);
  return done();
}
