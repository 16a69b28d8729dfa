// SPDX-License-Identifier: BSD-3-Clause
// Whole structs to and from shared space: assignment, initialisers, arguments, results, members of copies, unions.
#include "../check.h"

struct inner { short a[3]; char tag; };
struct outer { int id; struct inner in[2]; union { float f; unsigned u; } v; double d; struct outer *self; };
shared [3] struct outer S[7 * THREADS];
shared struct outer lone;
shared struct { char c[37]; } odd[2 * THREADS];
shared struct inner I[THREADS];
shared union mix { int i[4]; struct inner in; double d; } M[THREADS];

static struct outer make(int id) {
  struct outer o = {.id = id, .in = {{{1, 2, 3}, 'a'}, {{id, id + 1, id + 2}, 'b'}}, .v.f = id / 2.f, .d = -id};
  return o;
}
static int weigh(struct outer o) { return o.id + o.in[1].a[2] + (int)o.d; }
static struct outer fetch(int i) { return S[i]; }
static int same(struct outer a, struct outer b) {
  for (int k = 0; k < 2; k++)
    if (memcmp(a.in[k].a, b.in[k].a, sizeof a.in[k].a) || a.in[k].tag != b.in[k].tag) return 0;
  return a.id == b.id && a.v.u == b.v.u && a.d == b.d;
}

int main(void) {
  int n = 7 * THREADS;
  for (int i = MYTHREAD; i < n; i += THREADS) S[i] = make(i);
  upc_barrier;
  for (int i = 0; i < n; i++) {
    struct outer o = S[i], p;
    p = S[n - 1 - i];
    CHECK(same(o, make(i))); CHECK(same(p, make(n - 1 - i))); CHECK(same(fetch(i), o));
    CHECK_EQ(weigh(S[i]), i + i + 2 - i);
    CHECK_EQ(S[i].in[1].a[1], i + 1); CHECK_EQ(fetch(i).in[0].tag, 'a');
    struct inner in = S[i].in[1], all[2] = {S[i].in[0], S[i].in[1]};
    CHECK_EQ(in.a[0] + all[0].a[2] * 1000 + all[1].tag, i + 3000 + 'b');
    CHECK(S[i].v.f == i / 2.f);
  }
  upc_barrier;
  int t = (MYTHREAD + 1) % THREADS;
  S[t] = S[t + THREADS]; /* shared to shared */
  S[t].in[0] = S[t].in[1];
  I[t] = S[t].in[0];
  S[t].in[1] = (struct inner){{7, 8, 9}, 'z'};
  struct outer mine = make(50), *pm = &mine;
  S[t + 2 * THREADS] = *pm;
  S[t + 3 * THREADS] = S[t + 4 * THREADS] = mine;
  S[t + 5 * THREADS].self = pm;
  upc_barrier;
  t = MYTHREAD;
  CHECK_EQ(S[t].id, t + THREADS); CHECK_EQ(S[t].in[0].a[0], t + THREADS); CHECK_EQ(S[t].in[0].tag, 'b');
  CHECK_EQ(S[t].in[1].a[2], 9);
  CHECK_EQ(I[t].a[1], t + THREADS + 1); CHECK(same(S[t + 2 * THREADS], mine));
  CHECK(same(S[t + 3 * THREADS], S[t + 4 * THREADS]));
  CHECK_EQ(weigh(THREADS > 0 ? S[t + 3 * THREADS] : lone), 50 + 52 - 50);
  CHECK_EQ(({ struct outer o = S[t + 4 * THREADS]; o.id; }), 50); CHECK_EQ((0, S[t + 4 * THREADS]).id, 50);
  CHECK_EQ((mine = S[t]).id, t + THREADS); CHECK_EQ(mine.in[1].tag, 'z');
  for (int k = 0; k < 37; k++) odd[t].c[k] = (char)(k + t);
  odd[t + THREADS] = odd[t];
  upc_barrier;
  for (int k = 0; k < 37; k++) CHECK_EQ(odd[(t + 1) % THREADS + THREADS].c[k], (char)(k + (t + 1) % THREADS));
  M[t].in = (struct inner){{1, 2, 3}, 4}; CHECK_EQ(M[t].i[0], 0x20001);
  union mix m = M[t]; m.i[1] = 0; M[t] = m; CHECK_EQ(M[t].in.a[2], 0); CHECK_EQ(M[t].in.a[1], 2);
  if (t == 0) lone = make(3);
  upc_barrier;
  struct outer a[2] = {lone, make(4)}; CHECK_EQ(a[0].id * 10 + a[1].id, 34); CHECK(lone.self == NULL);
  return done();
}
