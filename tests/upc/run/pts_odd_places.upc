// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared in less usual places: VLAs, register, volatile, thread-local, static, commas, chains, asm-free
// corners.
#include "../check.h"

shared [3] int A[9 * THREADS];
shared struct rec { int v; shared [] struct rec *kid[2]; char text[4]; } R[4 * THREADS];
static _Thread_local shared [3] int *of_thread;
extern shared [3] int *const fixed;
shared [3] int *const fixed = &A[2];
static shared [] int *cast_static = (shared [] int *)&A[1];
static shared void *generic = &A[4];
static shared [3] int **pointer_to_static = (shared [3] int **)&fixed;
inline int inline_read(int i) { return A[i]; }
extern int inline_read(int i);
static inline shared [3] int *inline_at(int i) { static shared [3] int *kept = A; return kept + i; }
static long sum(int n, shared [3] int *v[n]) { long s = 0; for (int i = 0; i < n; i++) s += *v[i]; return s; }
static void unnamed(shared int *, shared [] char *[3], int (*)(shared void *));
static void unnamed(shared int *p, shared [] char *q[3], int (*f)(shared void *)) { (void)p; (void)q; (void)f; }
static int depth(shared [] struct rec *r) { return r ? 1 + depth(r->kid[0]) + depth(r->kid[1]) : 0; }

int main(int argc, char **argv, char **environment) {
  CHECK(argc == 1 && argv[0] && environment);
  for (int i = MYTHREAD; i < 9 * THREADS; i += THREADS) A[i] = i;
  upc_barrier;
  int n = 5, i = 0;
  shared [3] int *v[n], *(*pv)[n] = &v;
  for (i = 0; i < n; i++) v[i] = &A[i];
  CHECK_EQ(sum(n, v), 10); CHECK_EQ(*(*pv)[3], 3); CHECK_EQ(sizeof v, n * sizeof(shared int *));
  register shared [3] int *r = A; volatile shared [3] int *vp = A + 1; shared [3] int *volatile pv2 = A + 2;
  shared [3] int *restrict rp = A + 3;
  CHECK_EQ(*r * 1000 + *vp * 100 + *pv2 * 10 + *rp, 123); r++; pv2++; CHECK_EQ(*r * 10 + *pv2, 13);
  of_thread = A + 4; CHECK_EQ(*of_thread++, 4); CHECK_EQ(*of_thread, 5); CHECK_EQ(*fixed, 2);
  CHECK_EQ(cast_static[1], 2); CHECK(generic == &A[4]); CHECK_EQ(**pointer_to_static, 2);
  CHECK_EQ(upc_phaseof(cast_static), 0); CHECK_EQ(upc_phaseof(generic), 1);
  CHECK_EQ(inline_read(3) * 10 + *inline_at(4), 34);
  shared [3] int *p, *q, *s; shared [3] int *shared *none = 0;
  p = (q = (s = A + 3)) + 1; CHECK_EQ(*p + *q + *s, 10); p = q = s; p += (q -= 1, 2); CHECK_EQ(*p * 10 + *q, 52);
  CHECK(none == NULL);
  upc_barrier;
  if (MYTHREAD == 0) { *(shared [3] int *)generic = 40; CHECK_EQ(A[4], 40); }
  upc_barrier;
  if (MYTHREAD == 0) ((shared [3] int *)generic)[0] -= 36; upc_barrier; CHECK_EQ(A[4], 4);
  p = A; i = 0; v[i++] += 3; v[i++]++; CHECK_EQ(*v[0] * 10 + *v[1], 32); CHECK_EQ(i, 2);
  CHECK_EQ(A[({ int k = 3; k + 1; })], 4); CHECK_EQ(*(p + (q - p)) + p[s - q], 3);
  CHECK_EQ((i ? A : fixed)[3], 3); CHECK_EQ(*(i > 5 ? v[0] : i > 1 ? v[1] : p), 2); CHECK((p < q) + (q < p) == 1);
  CHECK_EQ(-(p - q) * (q - p), (q - p) * (q - p));
  for (shared [3] int *a = A, *b = A + 8; a < b; a++, b--) CHECK_EQ(*a + *b, 8);
  unnamed(0, (shared [] char *[3]){0}, NULL);
  /* a small tree of records in one thread's part */
  int base = MYTHREAD; shared struct rec *root = &R[base];
  root->kid[0] = (shared [] struct rec *)&R[base + THREADS]; root->kid[1] = root->kid[0] + 1;
  root->kid[1]->kid[0] = &root->kid[1][1];
  root->kid[0]->v = 7; root->kid[1]->kid[0]->v = 9; (*root).kid[1]->v = root->kid[0]->v++ + root->kid[1]->kid[0]->v--;
  root->kid[1]->text[2] = 'k'; root->kid[1][0].text[3]++;
  CHECK_EQ(root->kid[1]->v, 16); CHECK_EQ(R[base + THREADS].v * 10 + R[base + 3 * THREADS].v, 88);
  CHECK_EQ(R[base + 2 * THREADS].text[2] + R[base + 2 * THREADS].text[3], 'k' + 1);
  CHECK_EQ(depth((shared [] struct rec *)root), 4); CHECK_EQ(root->kid[1]->kid[0] - root->kid[0], 2);
  CHECK(!root->kid[0]->kid[1] && root->kid[1]->kid[0]);
  goto over;
over:;
  shared [3] int *after = A + 6; CHECK_EQ(*after, 6);
  return done();
}
