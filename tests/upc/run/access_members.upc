// SPDX-License-Identifier: BSD-3-Clause
// Members: &s.m is shared [] T *, arrays inside shared structs, 2-D members, pointers walked inside one struct.
#include <stddef.h>
#include "../check.h"

struct line { char name[6]; int len; };
struct page { int number; struct line lines[4]; double grid[3][5]; shared int *link; };
shared [2] struct page P[5 * THREADS];
shared int X[THREADS];

static int total(shared [] int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static void label(shared [] char *to, const char *from) { while ((*to++ = *from++)) {} }
shared struct { int v[10]; } vec[THREADS];

int main(void) {
  int k = 5 * ((MYTHREAD + 1) % THREADS) + 4;
  shared [2] struct page *p = &P[k];
  shared [] int *number = &p->number, *len = &P[k].lines[2].len;
  shared [] struct line *line = p->lines;
  shared [] char *name = p->lines[1].name;
  shared [] double *row = p->grid[2];
  shared [] double (*rows)[5] = p->grid;
  CHECK_EQ(upc_phaseof(number), 0); CHECK_EQ(upc_threadof(name), upc_threadof(p));
  CHECK_EQ(upc_addrfield(len) - upc_addrfield(p), offsetof(struct page, lines[2].len));
  CHECK_EQ(upc_addrfield(row + 3) - upc_addrfield(p), offsetof(struct page, grid[2][3]));
  CHECK_EQ(upc_elemsizeof(p->grid), sizeof(double)); CHECK_EQ(sizeof(p->grid), 120);
  CHECK_EQ(sizeof(p->lines[0].name), 6); CHECK_EQ(sizeof(P[0]), sizeof(struct page));
  *number = k; *len = 9; label(name, "hello"); label(line[3].name, "x");
  line++; CHECK_EQ(line - p->lines, 1); line->len = 5; line[2].len = 7; (line + 1)->name[0] = '2';
  for (int i = 0; i < 3; i++) for (int j = 0; j < 5; j++) p->grid[i][j] = i + j / 10.0;
  CHECK_D(*row, 2); CHECK_D(row[4], 2.4); CHECK_D(row[-1], 1.4); CHECK_D(rows[1][3], 1.3); CHECK_D((*++rows)[0], 1);
  CHECK_D(*(*(rows + 1) + 2), 2.2);
  row += 2; *row += 10; --row; CHECK_D(*row++, 2.1); CHECK_D(p->grid[2][2], 12.2);
  CHECK_EQ(&p->grid[2][2] - &p->grid[0][0], 12);
  p->link = &X[MYTHREAD]; *p->link = 31 + MYTHREAD;
  upc_barrier;
  CHECK_EQ(P[k].number, k); CHECK_EQ(P[k].lines[2].len, 9); CHECK_EQ(P[k].lines[1].name[4], 'o');
  CHECK_EQ(P[k].lines[1].name[5], 0);
  CHECK_EQ(P[k].lines[3].name[0], 'x'); CHECK_EQ(P[k].lines[1].len * 10 + P[k].lines[3].len, 57);
  CHECK_EQ(P[k].lines[2].name[0], '2');
  for (int t = 0; t < THREADS; t++) CHECK_EQ(*P[5 * ((t + 1) % THREADS) + 4].link, 31 + t);
  for (int i = 0; i < 10; i++) vec[(MYTHREAD + 1) % THREADS].v[i] = i * i;
  upc_barrier;
  CHECK_EQ(total(vec[MYTHREAD].v, 10), 285); CHECK_EQ(total(&vec[MYTHREAD].v[5], 2), 61);
  CHECK_EQ(total(vec[0].v + 8, 1), 64);
  CHECK_EQ(*vec[0].v, 0); CHECK_EQ(*(vec[0].v + 3), 9); CHECK_EQ(3 [vec[0].v], 9); CHECK_EQ((*&vec[0]).v[4], 16);
  CHECK_EQ((&vec[0])->v[4], 16);
  shared [] int (*all)[10] = &vec[MYTHREAD].v; CHECK_EQ((*all)[9], 81); CHECK_EQ(sizeof *all, 10 * sizeof(int));
  int *local = (int *)vec[MYTHREAD].v; CHECK_EQ(local[7], 49);
  shared [2] struct page *q = (shared [2] struct page *)((shared [] char *)number - offsetof(struct page, number));
  CHECK(q == p); CHECK_EQ(q->number, k);
  return done();
}
