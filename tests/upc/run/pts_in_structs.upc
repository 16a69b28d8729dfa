// SPDX-License-Identifier: BSD-3-Clause
// Sizes, offsets and constants of types that hold pointers-to-shared, wherever C wants a constant.
#include <stdarg.h>
#include <stddef.h>
#include "../check.h"

struct mixed { char tag; shared int *p; char after; unsigned f : 5, g : 9; shared [] char *q[2]; short last; };
union either { shared int *p; int *q; char bytes[3]; };
enum { POINTER = sizeof(shared int *), MIXED = sizeof(struct mixed), OFFSET = offsetof(struct mixed, last) };
_Static_assert(sizeof(shared int *) == sizeof(shared void *), "all alike");
_Static_assert(sizeof(struct mixed) >= 3 * sizeof(shared int *) + 6, "holds three");
static char room[sizeof(struct mixed)], *end = room + sizeof(struct mixed);
static int table[offsetof(struct mixed, after) + 1];
shared [sizeof(struct mixed)] char bytes[sizeof(struct mixed) * THREADS];
shared [2] struct mixed S[4 * THREADS];
shared int A[THREADS];
static struct mixed still = {'s', &A[0], 'a', 3, 300, {NULL, NULL}, 7};
static const struct { const char *name; shared int *where; int n; }
named[] = {{"zero", A, 1}, {.name = "none", .n = 2}};
static shared int *const grid[2][2] = {{A, NULL}, {&A[0]}};
struct holder { struct mixed in[2]; shared int *(*f)(shared int *); };
static shared int *same(shared int *p) { return p; }
static int width(int n) {
  switch (n) {
  case sizeof(shared int *): return 1;
  case sizeof(struct mixed): return 2;
  default: return 0;
  }
}
static struct mixed change(struct mixed m) { m.g++; m.last *= 2; m.q[1] = m.q[0]; return m; }
static int last_of(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = 0;
  while (n--) { struct mixed m = va_arg(ap, struct mixed); x = x * 10 + m.last + (m.p == A); }
  va_end(ap);
  return x;
}

int main(void) {
  CHECK_EQ(POINTER, sizeof(shared int *)); CHECK_EQ(MIXED, sizeof(struct mixed)); CHECK_EQ(sizeof room, MIXED);
  CHECK_EQ(end - room, MIXED);
  struct mixed m = still;
  CHECK_EQ((char *)&m.last - (char *)&m, OFFSET);
  CHECK_EQ(sizeof table / sizeof *table, (char *)&m.after - (char *)&m + 1);
  CHECK_EQ(sizeof m.q, 2 * POINTER); CHECK_EQ(sizeof(union either), sizeof(shared int *));
  CHECK_EQ(offsetof(struct mixed, q[1]) - offsetof(struct mixed, q[0]), POINTER);
  CHECK_EQ(width(POINTER) * 10 + width(MIXED), 12);
  CHECK_EQ(upc_blocksizeof(bytes), MIXED); CHECK_EQ(upc_localsizeof(bytes), MIXED);
  CHECK_EQ(upc_threadof(&bytes[MIXED * (THREADS - 1)]), THREADS - 1);
  CHECK_EQ(upc_phaseof(&bytes[MIXED - 1]), MIXED - 1);
  for (int i = 0; i < 4 * THREADS; i++) CHECK_PLACE(&S[i], S, i, 2);
  CHECK_EQ(m.tag + m.after, 's' + 'a'); CHECK(m.p == A); CHECK_EQ(m.f * 1000 + m.g, 3300); CHECK_EQ(m.last, 7);
  CHECK(named[0].where == A && named[1].where == 0); CHECK_EQ(named[1].n, 2);
  CHECK(grid[0][0] == A && grid[0][1] == NULL && grid[1][0] == A && !grid[1][1]);
  m.f = 33; m.f += 2; CHECK_EQ(m.f, 3); m.g--; CHECK_EQ(m.g, 299); m.q[0] = (shared [] char *)&bytes[MIXED * MYTHREAD];
  *m.q[0] = 'm'; m.q[0][1] = 'n';
  m = change(m); CHECK_EQ(m.g, 300); CHECK_EQ(m.last, 14); CHECK_EQ(m.q[1][1], 'n');
  CHECK_EQ(last_of(2, still, still), 88);
  int i = 2 * MYTHREAD + 1;
  S[i] = m; S[i].f++; S[i].g |= 256; S[i].q[0]++; S[i].p += THREADS - 1; S[i].last--;
  struct mixed *own = (struct mixed *)&S[i];
  CHECK_EQ(own->f, 4); CHECK_EQ(own->g, 300 | 256); CHECK_EQ(*own->q[0], 'n'); CHECK(own->p == &A[THREADS - 1]);
  CHECK_EQ(own->last, 13); CHECK_EQ(own->tag, 's');
  own->f = 9; own->q[1] = own->q[0] + 2; *own->q[1] = 'z';
  upc_barrier;
  i = 2 * ((MYTHREAD + 1) % THREADS) + 1;
  CHECK_EQ(S[i].f, 9); CHECK_EQ(S[i].q[1][0], 'z'); CHECK_EQ(S[i].q[1] - S[i].q[0], 2);
  CHECK_EQ(bytes[MIXED * ((MYTHREAD + 1) % THREADS) + 3], 'z');
  struct holder hold = {.in[1] = still, .f = same}, *hp = &hold; CHECK(hp->f(hp->in[1].p) == A);
  CHECK(hp->in[0].p == NULL); hp->in[0].q[1] = m.q[0]; CHECK_EQ(hp->in[0].q[1][0], 'm');
  struct mixed *many = calloc(3, sizeof *many); many[2] = m; many++; CHECK_EQ(many[1].q[0][0], 'm'); many[0] = many[1];
  CHECK(many->p == A); free(many - 1);
  union either e = {.p = A}, e2 = e; CHECK(e2.p == A); e.q = &i; CHECK_EQ(*e.q, i);
  char image[sizeof(struct mixed)]; memcpy(image, &m, sizeof m); struct mixed back; memcpy(&back, image, sizeof back);
  CHECK(back.q[1] == m.q[1]); CHECK_EQ(back.g, m.g);
  static struct { int n; shared int *p; } local = {5, &A[0]}; CHECK(local.p == A); local.n++; CHECK_EQ(local.n, 6);
  return done();
}
