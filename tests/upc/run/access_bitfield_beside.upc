// Bit-fields of shared structs: an assignment leaves alone what its own value writes, and what other threads write
// beside the field's bytes, in structs with pointers-to-shared too.
#include "../check.h"
#include <upc_relaxed.h>

struct fields { unsigned a : 4, b : 4, c : 24; long w : 40; _Bool on : 1; };
shared struct fields F[THREADS];
strict shared struct fields S[THREADS];

static unsigned writesB(shared struct fields *s, unsigned value) { s->b = value; return 2; }

// Pointers-to-shared in front of bit-fields, and behind them.
struct ends { shared int *p; unsigned a : 3; unsigned b : 3 __attribute__((aligned(4))); int n; shared int *q; };
struct begins {
  unsigned a : 5, b : 30; char c; shared [4] int *p; unsigned long w : 50;
  struct { unsigned x : 9, y : 9; };
};
struct packed { unsigned char c; unsigned a : 20; shared int *p; unsigned b : 30; } __attribute__((packed));
union either { shared int *p; struct { unsigned a : 12, b : 12; } in; unsigned first : 7; };
shared struct ends E[THREADS];
shared struct begins B[THREADS];
shared struct packed K[THREADS];
shared union either U[THREADS];
shared int X[4 * THREADS];

static void inOrder(shared struct fields *s) {
  s->a = s->b = 5;
  CHECK_EQ(s->a * 16 + s->b, 5 * 16 + 5);
  s->a = writesB(s, 7);
  CHECK_EQ(s->a * 16 + s->b, 2 * 16 + 7);
  s->a += writesB(s, 9);
  CHECK_EQ(s->a * 16 + s->b, 4 * 16 + 9);
  s->a = s->b++;
  CHECK_EQ(s->a * 16 + s->b, 9 * 16 + 10);
  s->c |= s->on = s->a -= 2;
  CHECK_EQ(s->c * 1000 + s->a * 16 + s->b + s->on, 1000 + 7 * 16 + 10 + 1);
  CHECK_EQ((s->w = s->c = 1 << 23), 1 << 23);
  CHECK_EQ(s->w + s->c, 1 << 24);
  s->w *= 0.5;
  CHECK_EQ(s->w, 1 << 22);
}

// Each field that is written alone is what a copy of the whole has.
static void withPointers(void) {
  int me = MYTHREAD;
  E[me] = (struct ends){&X[1], 1, 2, 3, &X[2]}, E[me].a = 6, E[me].b = 5, E[me].n++;
  struct ends e = E[me];
  CHECK(e.p == &X[1] && e.q == &X[2]);
  CHECK_EQ(e.a * 100 + e.b * 10 + e.n, 654);
  B[me] = (struct begins){.p = (shared [4] int *)&X[3]};
  B[me].a = 17, B[me].b = 1 << 29, B[me].c = 'c', B[me].w = 1L << 49, B[me].x = 500, B[me].y = B[me].x + 1;
  struct begins b = B[me];
  CHECK(b.p == (shared [4] int *)&X[3]);
  CHECK_EQ(b.a, 17); CHECK_EQ(b.b, 1 << 29); CHECK_EQ(b.c, 'c'); CHECK_EQ(b.w, 1L << 49);
  CHECK_EQ(b.x * 1000 + b.y, 500501);
  K[me].p = &X[4 * THREADS - 1], K[me].a = 0xabcde, K[me].b = 0x12345678, K[me].c = 'k';
  struct packed k = K[me];
  CHECK(k.p == &X[4 * THREADS - 1]);
  CHECK_EQ(k.a, 0xabcde); CHECK_EQ(k.b, 0x12345678); CHECK_EQ(k.c, 'k');
  U[me].p = 0, U[me].in.a = 0xfff, U[me].in.b = 0xabc, U[me].first = 3;
  union either u = U[me];
  CHECK_EQ(u.in.a * 4096 + u.in.b, 0xf83 * 4096 + 0xabc);
}

// Thread 0 writes a bit-field of a struct, the last thread a member of it.
static __attribute__((noinline)) void writeField(int i) { E[0].a = i; }
static __attribute__((noinline)) void writeMember(int i) { E[0].n = i; }
static __attribute__((noinline)) int member(void) { return E[0].n; }
static void beside(void) {
  enum { TURNS = 3000000 };
  int lost = 0;
  upc_barrier;
  for (int i = 0; i < TURNS && lost == 0; i++)
    if (MYTHREAD == 0) {
      writeField(i);
    } else if (MYTHREAD == THREADS - 1) {
      writeMember(i);
      lost = i - member();
    }
  CHECK_EQ(lost, 0);
  upc_barrier;
}

int main(void) {
  inOrder(&F[(MYTHREAD + 1) % THREADS]);
  int next = (MYTHREAD + 1) % THREADS;
  S[next].a = S[next].b = 6;
  CHECK_EQ(S[next].a * 16 + S[next].b, 6 * 16 + 6);
  S[next].a += S[next].b = 3;
  CHECK_EQ(S[next].a * 16 + S[next].b, 9 * 16 + 3);
  withPointers();
  beside();
  return done();
}
