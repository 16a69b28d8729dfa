// SPDX-License-Identifier: BSD-3-Clause
// A section is a value: in initialisers, assignments, calls, returns, members and `?:`. What is C stays C.
#include <upc_stride_coll.h>
#include "../check.h"

shared [2][3] int A[10][12]; /* 5 x 4 blocks */
shared [4] int L[40 * THREADS];
struct rows {
  upc_stride_section_t first, last;
};
typeof(A<0, :>) kept; /* the digraphs of sections in the brackets of a declaration, and of an assertion */
struct kept_row {
  typeof(A<:, 0>) row;
  int n;
};
_Static_assert(sizeof(A<0, :>) == sizeof(struct rows) / 2, "a section");

static int same(upc_stride_section_t a, upc_stride_section_t b) {
  if (a.array != b.array || a.intervals != b.intervals) return 0;
  for (int k = 0; k < a.intervals; k++)
    if (a.interval[k].kind != b.interval[k].kind || a.interval[k].lo != b.interval[k].lo ||
        a.interval[k].step != b.interval[k].step || a.interval[k].hi != b.interval[k].hi)
      return 0;
  return 1;
}
static upc_stride_section_t row(int i) { return A<i, :>; }
static upc_stride_section_t column(int j) { return A<:, j>; }
static upc_stride_section_t either(int yes, int i) { return yes ? A<i, :> : A<:, i>; }
static upc_stride_section_t given(upc_stride_section_t s, int n) { return n ? s : (A<0, 0>); }
static int counted(upc_stride_section_t s, const int *n) { return s.intervals + *n; }
static int pair(int a, int b) { return 2 * a + b; }
static int sum(int x) { return x; }

#define ROW(i) UPC_SECTION(A, UPC_STRIDE_AT(i), UPC_STRIDE_ALL)
#define COLUMN(j) UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_AT(j))

int main(void) {
  int i = 2, j = 3, a = 1, b = 2, c = 3, d = 4;
  upc_stride_section_t s = A<i, :>, t;
  CHECK(same(s, ROW(2)));
  struct kept_row written = {kept = A<1, :>, 5};
  CHECK(same(written.row, ROW(1)) && same(kept, ROW(1)) && written.n == 5);
  _Static_assert(sizeof(typeof(A<:, 0>)) == sizeof(upc_stride_section_t), "its type");
  t = A<:, j>;
  CHECK(same(t, COLUMN(3)));
  t = A<0:2:4, 3:-1:0>;
  CHECK(same(t, UPC_SECTION(A, UPC_STRIDE_STEP(0, 2, 4), UPC_STRIDE_STEP(3, -1, 0))));
  t = A<i + 1:i + 2, (j > 2)>;
  CHECK(same(t, UPC_SECTION(A, UPC_STRIDE_RANGE(3, 4), UPC_STRIDE_AT(1))));
  t = L<1:2:9>;
  CHECK_EQ(upc_haveaffinity(t), upc_haveaffinity(UPC_SECTION(L, UPC_STRIDE_STEP(1, 2, 9))));
  CHECK(same(row(1), ROW(1)));
  CHECK(same(column(1), COLUMN(1)));
  CHECK(same(either(1, 3), ROW(3)));
  CHECK(same(either(0, 3), COLUMN(3)));
  CHECK(same(given(A<4, :>, 1), ROW(4)));
  CHECK(same(given(A<4, :>, a < b), ROW(4))); /* a comparison beside a section */
  CHECK(same(given(A<4, 1>, b < a), UPC_SECTION(A, UPC_STRIDE_AT(0), UPC_STRIDE_AT(0))));
  CHECK(same(a < b ? A<1, :> : A<:, 1>, ROW(1)));
  CHECK(same(a > b ? A<1, :> : A<:, 1>, COLUMN(1)));
  struct rows r = {A<0, :>, A<4, :>}, q = {.last = A<:>};
  CHECK(same(r.first, ROW(0)));
  CHECK(same(r.last, ROW(4)));
  r.last = A<3, :>;
  CHECK(same(r.last, ROW(3)));
  CHECK(same(q.last, UPC_SECTION(A, UPC_STRIDE_ALL)));
  upc_stride_section_t list[] = {A<0, 0>, [2] = A<2, :>};
  list[1] = (upc_stride_section_t[]){A<1, :>}[0];
  for (int k = 1; k < 3; k++) CHECK(same(list[k], ROW(k)));
  CHECK(upc_haveaffinity(i ? A<0, 0> : A<0, 1>) == (MYTHREAD == 0)); /* in a call of the library */
  int one[3] = {0, 1, 2};
  CHECK(one[upc_haveaffinity(given(A<0, :>, 1)) <= 1] == 1);
  upc_forall (int k = 0; k < 2 && !same(row(k), A<:, 0>); k++; k) CHECK(k < 2);
  CHECK_EQ(counted(A<0, :>, &one[2]), 4); /* a private address beside a section */
  size_t shape[2] = {10, 12}, block[2] = {2, 3};
  struct { upc_stride_array_t array; } h = {upc_stride_all_alloc(2, shape, block, sizeof(int), 0, NULL)}, *p = &h;
  t = h.array<1, :>;
  CHECK(same(t, UPC_SECTION(h.array, UPC_STRIDE_AT(1), UPC_STRIDE_ALL)));
  CHECK(same(p->array<:, 1>, UPC_SECTION(h.array, UPC_STRIDE_ALL, UPC_STRIDE_AT(1))));
  upc_barrier;
  upc_stride_all_free(h.array);

  /* C: comparisons, their lists, digraphs */
  CHECK(pair(a < b, c > (d)) == 2);
  CHECK(pair(a < b, c >(1)) == 3);
  CHECK(pair(sum(a) < b, c > -d) == 3);
  CHECK((a < b ? c : d > 1) == 3);
  CHECK((a < b) + (c > d) == 1);
  int list2<:3:> = <%a < b, c > d, one<:a < b:>%>;
  CHECK(list2[0] == 1 && list2[1] == 0 && list2[2] == 1);
  CHECK(one[a < b:> == 1 && one<:0 < a] == 1);
  return done();
}
