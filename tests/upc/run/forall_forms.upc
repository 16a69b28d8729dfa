// SPDX-License-Identifier: BSD-3-Clause
// The shape of the statement: clauses evaluated on every thread as in `for`, commas, empty clauses, `continue`, else.
#include "../check.h"

shared int A[10 * THREADS];
shared int bound;
static int a, b, c, d;
static int tests(int ok) { b++; return ok; }
static int affinity(int i) { d++; return i; }

static int my_iterations(void) { /* of 10 */
  int n = 0;
  for (int k = 0; k < 10; k++) n += k % THREADS == MYTHREAD;
  return n;
}

static int my_sum_below(int end) {
  int sum = 0;
  for (int k = 0; k < end; k++) sum += k % THREADS == MYTHREAD ? k : 0;
  return sum;
}

/* Example 2 of UPC 1.3, 6.6.2, and with calls. */
static void clauses_are_evaluated_on_every_thread(void) {
  int i, n = 0, mine = my_iterations();
  upc_forall ((a++, i = 0); (b++, i < 10); (c++, i++); i) n++;
  CHECK_EQ(a, 1); CHECK_EQ(b, 11); CHECK_EQ(c, 10); CHECK_EQ(n, mine); CHECK_EQ(i, 10);
  b = n = 0;
  upc_forall (i = 0; tests(i < 10); i++; affinity(i)) n++;
  CHECK_EQ(b, 11); CHECK_EQ(d, 10); CHECK_EQ(n, mine);
}

static void two_counters(void) {
  int i, j, n = 0;
  upc_forall (i = 0, j = 20; i < j; i++, j--; i) { CHECK_EQ(i + j, 20); n++; }
  CHECK_EQ(n, my_iterations()); CHECK_EQ(i, 10); CHECK_EQ(j, 10);
}

static void empty_first_clause(void) {
  int i = 0, n = 0;
  upc_forall (; i < 10; i++; i) n++;
  CHECK_EQ(n, my_iterations());
}

static void continue_in_the_body(void) {
  int i, n = 0, even = 0;
  upc_forall (i = 0; i < 10; i++; i) { if (i % 2) continue; n += 1; }
  for (int k = 0; k < 10; k += 2) even += k % THREADS == MYTHREAD;
  CHECK_EQ(n, even);
}

static void inside_if_without_braces(void) {
  int i, n = 0, want = 0;
  if (my_iterations() >= 0)
    upc_forall (i = 0; i < 10; i++; i)
      if (i < 5) n++;
      else n += 100;
  else
    n = -1;
  for (int k = 0; k < 10; k++) want += k % THREADS == MYTHREAD ? (k < 5 ? 1 : 100) : 0;
  CHECK_EQ(n, want);
}

static void inside_loops_without_braces(void) {
  int i, n = 0, mine = my_iterations();
  for (int r = 0; r < 3; r++) upc_forall (i = 0; i < 10; i++; i) n++;
  CHECK_EQ(n, 3 * mine);
  do upc_forall (i = 0; i < 10; i++; i) n--; while (0);
  CHECK_EQ(n, 2 * mine);
}

static void empty_body(void) {
  int i;
  upc_forall (i = 0; i < 10; i++; i);
  CHECK_EQ(i, 10);
}

/* The body leaves only by its end. */
static void break_and_continue_of_inner_statements(void) {
  int i, n = 0;
  upc_forall (i = 0; i < 10; i++; i) {
    for (int k = 0; k < 10; k++) { if (k == 2) continue; if (k == 5) break; n++; }
    switch (i) { case 3: n += 1000; break; default: continue; }
    n += 10000;
  }
  CHECK_EQ(n, 4 * my_iterations() + (3 % THREADS == MYTHREAD ? 11000 : 0));
}

static void shared_bound(void) {
  int i, n = 0;
  if (MYTHREAD == 0) bound = 10;
  upc_barrier;
  upc_forall (i = 0; i < bound; i++; i) n++;
  CHECK_EQ(n, my_iterations());
  n = 0;
  upc_forall (i = 0; i < bound && i * i < 50; i++; &A[i]) n += i;
  CHECK_EQ(n, my_sum_below(8));
}

static void labels_and_a_declaration_that_shadows_the_counter(void) {
  int i, n = 0;
  upc_forall (i = 0; i < 10; i++; i) {
    int k = 0;
  again:
    if (k++ < 2) goto again;
    int i = 7;
    n += i + k;
  }
  CHECK_EQ(n, 10 * my_iterations());
}

static void address_of_the_counter(void) {
  int n = 0;
  upc_forall (int k = 0; k < 10; k++; k) { int *at = &k; n += *at; }
  CHECK_EQ(n, my_sum_below(10));
}

static void counter_that_is_static_a_member_or_an_element(void) {
  static int s; struct { int x; } m; int v[1], n = 0;
  upc_forall (s = 0; s < 10; s++; s) n += s;
  upc_forall (m.x = 0; m.x < 10; m.x++; m.x) n += m.x;
  upc_forall (v[0] = 0; v[0] < 10; v[0]++; v[0]) n += v[0];
  CHECK_EQ(n, 3 * my_sum_below(10)); CHECK_EQ(s + m.x + v[0], 30);
}

int main(void) {
  clauses_are_evaluated_on_every_thread();
  two_counters();
  empty_first_clause();
  continue_in_the_body();
  inside_if_without_braces();
  inside_loops_without_braces();
  empty_body();
  break_and_continue_of_inner_statements();
  shared_bound();
  labels_and_a_declaration_that_shadows_the_counter();
  address_of_the_counter();
  counter_that_is_static_a_member_or_an_element();
  upc_barrier;
  return done();
}
