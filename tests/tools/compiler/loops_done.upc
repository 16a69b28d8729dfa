// SPDX-License-Identifier: BSD-3-Clause
// Loops for loops_done.sh: a comment in front of each function says what becomes of it.
#include <assert.h>
#include <math.h>
#include <string.h>
#include <upc_relaxed.h>
shared [64] double A[64 * THREADS];
shared [64] float B[64 * THREADS];
shared [4] double D[64 * THREADS];
shared [2000] double W[2000 * THREADS];
shared double C[100 * THREADS];
shared [4] struct pair { int a, b[3]; double d; } S[40 * THREADS];
struct large { double d[3]; };
shared struct large L[40 * THREADS];
shared int T[100 * THREADS], U[100 * THREADS];
shared [] double *F;
shared char bytes[100 * THREADS];
shared short shorts[100 * THREADS];
shared long longs[100 * THREADS];
shared float floats[100 * THREADS];
strict shared int flag;
static int col[1000];
static double v[1000];
volatile int seen;
int next(int);

// ---- addresses that move
// smp moving1, strips
// sim near1 pieces, ask_pieces
double even(long n) { double s = 0; for (long i = 0; i < n; i++) s += A[i]; return s; }
// smp moving1, strips
// sim ahead near1, ask
double down(long n) { double s = 0; for (long i = n; i-- > 0;) s += A[i]; return s; }
// smp moving1, strips
// sim ahead near1, ask
double by3(long n) { double s = 0; for (long i = 0; i < n; i++) s += A[3 * i]; return s; }
// smp table,
// sim ahead computed-leaves, any_far ask
double by64(long n) { double s = 0; for (long i = 0; i < n; i++) s += A[64 * i]; return s; }
// smp moving1, strips
// sim near1 pieces, ask_pieces
double one_row(long n) { double s = 0; for (long i = 0; i < n; i++) s += W[i]; return s; }
// smp moving2, strips
// sim near2 pieces, ask_pieces
double two(long n) { double s = 0; for (long i = 1; i < n; i++) s += A[i] * B[i - 1]; return s; }
// smp table, strips
// sim ahead computed-leaves, any_far ask
double cyclic(long n) { double s = 0; for (long i = 0; i < n; i++) s += C[i]; return s; }
// smp moving1,
// sim ahead near1, ask
double own(long n) { double s = 0; for (long i = MYTHREAD; i < n; i += THREADS) s += C[i]; return s; }
// smp moving1,
// sim ahead near1, ask
double rows(long n) { double s = 0; for (long i = 0; i < n; i++) s += D[i * 8 * THREADS + 1]; return s; }
// smp moving1,
// sim ahead near1, ask
double rows_by(long n) { double s = 0; for (long i = 0; i < n; i += 2000u * THREADS) s += C[i]; return s; }
// smp table,
// sim ahead computed-leaves, any_far ask
double rows_wrap(long n) { double s = 0; for (long i = 0; i < n; i += 5000u * THREADS) s += C[i]; return s; }
// smp table,
// sim ahead computed-leaves, any_far ask
double no_rows(long n) { double s = 0; for (long i = 0; i < n; i++) s += D[i * 2 * THREADS + 1]; return s; }
// smp table,
// sim ahead computed-uneven, any_far ask
double wraps(int n) { double s = 0; unsigned char u = 9; for (int i = 0; i < n; i++, u++) s += A[u]; return s; }
// smp moving1, strips
// sim near1 pieces, ask_pieces
double walks(shared [64] double *p, int n) { double s = 0; for (; n-- > 0; p++) s += *p; return s; }
// smp,
// sim near1 pieces, ask_pieces
double walks_rows(shared double *p, int n) { double s = 0; for (; n-- > 0; p += THREADS) s += *p; return s; }
// smp,
// sim ahead, any_far ask
double walks_odd(shared [64] double *p, int n) { double s = 0; for (; n-- > 0; p += col[n]) s += *p; return s; }
// smp moving1, strips
// sim ahead near1, ask
double member(int n) { double s = 0; for (int i = 0; i < n; i++) s += S[i].d; return s; }
// smp moving1, strips
// sim ahead near1, ask
double inside(int n) { double s = 0; for (int i = 0; i < n; i++) s += S[i].b[col[i]]; return s; }
// smp table,
// sim near1 pieces, ask_pieces
double of_one(int n) { double s = 0; for (int j = 0; j < n; j++) s += S[7].b[j]; return s; }
// smp,
// sim near1 pieces, ask_pieces
double thread(long n) { double s = 0; for (long i = 0; i < n; i++) s += F[i]; return s; }
// smp,
// sim ahead near1, ask
double thread2(long n) { double s = 0; for (long i = 0; i < n; i++) s += F[2 * i]; return s; }
// smp moving1, strips
// sim alone-unknown near1, read_unasked
long found(long n) { for (long i = 0; i < n; i++) if (A[i] < 0) return i; return n; }
// smp moving1, many_turns strips
// sim alone-ordered near1, many_turns may_stop_looking read_unasked
double without_end(void) { double s = 0; for (long i = 0;; i++) { if (!(s += A[i])) break; } return s; }
// smp moving1, window_of
// sim near1 pieces, ask_pieces
double matrix(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += A[i * n + j];
  return s;
}

// ---- elements by subscripts
// smp table,
// sim ahead computed-uneven, any_far ask
double gather(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[col[i]]; return s; }
// smp moving1 table, strips
// sim ahead computed-uneven near1 pieces, any_far ask ask_pieces
double gathers_two(int n) { double s = 0; for (int i = 0; i < n; i++) s += A[i] * C[col[i]]; return s; }
// smp table, strips
// sim ahead computed-leaves computed-uneven, any_far ask
double gathers_there(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[T[i]]; return s; }
// smp table, strips
// sim ahead computed-leaves computed-uneven, any_far ask
double gathers_deep(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[T[T[T[i]]]]; return s; }
// smp table, strips
// sim ahead alone-unknown computed-leaves computed-uneven, any_far ask read_unasked
double gathers_deeper(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[T[T[T[T[i]]]]]; return s; }
// smp table,
// sim alone-unknown, read_unasked
double of_list(int n) { int k = 0; double s = 0; for (int i = 0; i < n; i++) k = T[k], s += v[k]; return s; }
// smp table, strips
// sim ahead computed-leaves, any_far ask read_unasked
double some(int n) { double s = 0; for (int i = 0; i < n; i++) if (col[i] > 3) s += C[i]; return s; }
// smp table, strips
// sim ahead computed-leaves computed-uneven, any_far ask read_unasked
double some_there(int n) { double s = 0; for (int i = 0; i < n; i++) if (T[i] > 3) s += C[col[i]]; return s; }
// smp table, strips
// sim ahead computed-leaves computed-uneven, any_far ask
double chosen(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[T[i] > 3 ? i : col[i]]; return s; }
// smp moving1 table, strips
// sim ahead computed-leaves near1, any_far ask read_unasked window_of
double cases(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) switch (col[i]) { case 1: s += C[i]; break; case 2: s += D[i]; break; case 7: s -= 3; }
  return s;
}
// smp table,
// sim alone-unknown, read_unasked
double until(int n) { double s = 0; for (int i = 0; i < n && s < 100; i++) s += C[col[i]]; return s; }
// smp computed-calls,
// sim alone-calls, read_unasked
double by_call(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[next(i)]; return s; }
// smp computed-calls,
// sim alone-unknown, read_unasked
double reads_call(int n, const char *t) { double s = 0; for (int i = 0; i < n; i++) s += C[strlen(t + i)]; return s; }
// smp table,
// sim ahead computed-uneven, any_far ask read_unasked
double of_rows(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) for (int k = col[i]; k < col[i + 1]; k++) s += v[k] * C[col[k]];
  return s;
}
// smp computed-leaves moving1 table, window_of
// sim ahead computed-leaves computed-uneven moving1, any_far ask read_unasked window_of
double rows_there(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) for (int k = T[i]; k < T[i + 1]; k++) s += A[k] * C[U[k]];
  return s;
}
// smp table,
// sim ahead computed-uneven, any_far ask
double rows_call(int n) {
  double s = 0;
  for (int i = next(1); i < n; i += next(i)) for (int k = 0; k < n; k++) s += C[col[k]];
  return s;
}
// smp table,
// sim ahead computed-uneven, any_far ask read_unasked
double deep_nest(int n) {
  double s = 0;
  for (int h = 0; h < n; h++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) s += C[col[h + i + j + k]];
  return s;
}
// smp computed-long,
// sim ahead alone-places computed-uneven, any_far ask read_unasked
double nine(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int k = col[i];
    s += C[k] + C[k + 1] + C[k + 2] + C[k + 3] + C[k + 4] + C[k + 5] + C[k + 6] + C[k + 7] + C[k + 8];
  }
  return s;
}
// smp computed-pointer,
// sim ahead computed-pointer, any_far ask
double pointers(shared double *const *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i][3]; return s; }
// smp table,
// sim, get_far
double of_struct(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { struct large l = L[col[i]]; s += l.d[0] + l.d[1] + l.d[2]; }
  return s;
}
// smp table,
// sim ahead computed-uneven, any_far ask
double copies(int n, double *to) {
  double s = 0;
  for (int i = 0; i < n; i++) { memcpy(to + 8 * i, v + i, 64); s += C[col[i]]; }
  return s;
}
// smp table,
// sim alone-ordered, read_unasked
double noted(int n) { double s = 0; for (int i = 0; i < n; i++) { seen = i; s += C[col[i]]; } return s; }
// smp table,
// sim alone-ordered, read_unasked
double atomically(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { __atomic_store_n(&col[5], i, __ATOMIC_RELAXED); s += C[i % 7]; }
  return s;
}
// smp computed-calls, fence
// sim alone-ordered, fence read_unasked
double fenced(int n) { double s = 0; for (int i = 0; i < n; i++) { s += C[i]; upc_fence; } return s; }
// smp computed-calls, progress
// sim alone-ordered, get_far looks_at looks_far progress read_unasked
double strictly(int n) { double s = 0; for (int i = 0; i < n; i++) s += C[i] * flag; return s; }

// ---- writes
// smp table,
// sim together, loop_ends update_far
void sets(int n) { for (int i = 0; i < n; i++) T[col[i]] = i; }
// smp moving1, strips
// sim near1 together, loop_ends update_far
void sets_even(int n) { for (int i = 0; i < n; i++) A[i] = i; }
// smp table,
// sim together, loop_ends update_far
void adds(int n) { for (int i = 0; i < n; i++) T[col[i]] += i; }
// smp table,
// sim together, loop_ends update_far
void multiplies(int n) { for (int i = 0; i < n; i++) C[col[i]] *= 3; }
// smp table,
// sim together, loop_ends update_far
void doubles_all(int n) { for (int i = 0; i < n; i++) T[col[i]] *= 2; }
// smp table,
// sim ahead computed-uneven together, any_far ask loop_ends read_unasked update_far
void from(int n) { for (int i = 0; i < n; i++) T[col[i]] = i - T[col[i]]; }
// smp table,
// sim together, loop_ends update_far
void kinds(int n) {
  for (int i = 0; i < n; i++) bytes[col[i]] |= 3, shorts[col[i]] &= 5, longs[col[i]] ^= i, floats[col[i]] -= i;
}
// smp table,
// sim ahead computed-uneven together, any_far ask loop_ends read_unasked update_far
int counts(int n) { int s = 0; for (int i = 0; i < n; i++) s += ++T[col[i]]; return s; }
// smp table, strips
// sim ahead computed-leaves together, any_far ask loop_ends read_unasked update_far
void doubles(int n) { for (int i = 0; i < n; i++) if (T[i] > 5) T[i] = 2 * col[i]; }
// smp table, strips
// sim ahead computed-leaves computed-uneven together, any_far ask loop_ends update_far
void other(int n) { for (int i = 0; i < n; i++) T[i] = U[col[i]]; }
// smp table, strips
// sim ahead computed-leaves computed-uneven together, any_far ask loop_ends read_unasked update_far
void same(int n) { for (int i = 0; i < n; i++) T[i] = T[col[i]]; }
// smp table, strips
// sim ahead computed-leaves computed-uneven together, any_far ask loop_ends read_unasked update_far
void may_be(shared int *p, shared int *q, int n) { for (int i = 0; i < n; i++) p[i] = q[col[i]]; }
// smp table, strips
// sim alone-unknown together, loop_ends read_unasked update_far
void subscripts(const int *c, int n) { for (int i = 0; i < n; i++) T[i] = U[c[i]]; }
// smp table,
// sim ahead computed-uneven, any_far ask
void writes_private(double *to, int n) { for (int i = 0; i < n; i++) to[i] = C[col[i]]; }
// smp table,
// sim alone-unknown, read_unasked
void next_private(int *to, int n) { for (int i = 0; i < n; i++) to[i + 1] = T[to[i]]; }
// smp computed-leaves table,
// sim ahead alone-ordered computed-uneven together, any_far ask loop_ends put_far update_far
void rows_set(int n) {
  for (int i = 0; i < n; i++) { T[i] = 0; for (int k = 0; k < n; k++) T[i] += U[col[k]]; next(i); }
}
// smp table,
// sim, get_far put_far
void pieces_set(int n) { for (int i = 0; i < n; i++) L[i] = L[col[i]]; }

// ---- upc_forall
// smp moving1 own, own_strips
// sim near1 own together, loop_ends update_far
void own_blocks(int n) { upc_forall (int i = 0; i < n; i++; &A[i]) A[i] = i; }
// smp moving1 own,
// sim near1 own together, loop_ends update_far
void own_ones(int n) { upc_forall (int i = 0; i < n; i++; &C[i]) C[i] = i; }
// smp own table,
// sim own together, loop_ends update_far
void own_down(int n) { upc_forall (int i = n; i > 0; i--; &C[i]) C[i] = i; }
// smp table tested-rounds,
// sim tested-rounds together, loop_ends update_far
void tested_by(int n, int k) { upc_forall (int i = 0; i < n; i += k; &C[i]) C[i] = i; }
// smp own,
// sim own,
void own_numbers(int n) { upc_forall (int i = 0; i < n; i++; i) v[i] = i; }
// smp own,
// sim own,
void own_parts(int n) { upc_forall (int i = 0; i < n; i++; i / 8) v[i] = i; }
// smp own,
// sim own,
void own_shares(int n) { upc_forall (int i = 0; i < n; i++; i * THREADS / n) v[i] = i; }
// smp own,
// sim own,
void own_rests(int n) { upc_forall (int i = 0; i < n; i++; i % THREADS) v[i] = i; }
// smp own,
// sim own,
void own_unsigned(size_t n) { upc_forall (size_t i = 0; i < n; i++; i) v[i] = i; }
// smp moving2 own, own_strips
// sim near2 own pieces, ask_pieces
void own_neighbours(int n) { upc_forall (int i = 1; i < n; i++; &A[i]) v[i] = A[i + 1] - A[i - 1]; }
// smp moving1 own, own_strips
// sim near1 own together, loop_ends update_far
void own_member(int n) { upc_forall (int i = 0; i < n; i++; &S[i].d) S[i].d = i; }
// smp moving1 own, own_strips
// sim near1 own together, loop_ends update_far
void own_pointer(shared [8] int *p, int n) { upc_forall (int i = 0; i < n; i++; p + i) p[i] = i; }
// smp moving1 tested-number, strips
// sim near1 tested-number together, loop_ends update_far
void own_walk(shared [8] int *p, int n) { upc_forall (int i = 0; i < n; i++, p++; p) *p = i; }
// smp moving1 own,
// sim ahead near1 own, ask
int own_sum(int n) { int s = 0; upc_forall (int i = 0; i < n; i++; &T[i]) s += T[i]; return s; }
// smp moving1 own,
// sim near1 own together, loop_ends update_far
int own_end(int n) { int i; upc_forall (i = 0; i < n; i++; &T[i]) T[i] = 1; return i; }
// smp own,
// sim own,
double own_first(int n) {
  double r = -1;
  upc_forall (int i = 0; i < n; i++; i) if (v[i] > 3) { r = v[i]; break; }
  return r;
}
// smp own,
// sim own,
void own_calls(int n) { upc_forall (int i = 0; i < n; i++; i) next(i); }
// smp tested-step,
// sim tested-step,
void tested_step(int n) { upc_forall (int i = 0; i < n; next(i++); i) v[i] = i; }
// smp tested-step,
// sim tested-step,
void tested_end(void) { upc_forall (int i = 0; next(i); i++; i) v[i] = i; }
// smp tested-number,
// sim tested-number,
void tested_square(int n) { upc_forall (int i = 0; i < n; i++; i * i) v[i] = i; }
// smp tested-number,
// sim tested-number,
void tested_pointer(shared int *p, shared int *q, int n) {
  upc_forall (int i = 0; i < n; i++; (i & 1 ? p : q) + i) v[i] = i;
}
// smp tested-number,
// sim tested-number,
void tested_size(int n) { int b = 9; upc_forall (int i = 0; i < n; i++, b ^= 5; i / b) v[i] = i; }
// smp tested-value,
// sim tested-value,
int tested_value(int n) { int last = 0; upc_forall (int i = 0; i < n; last = col[i++]; i) v[i] = last; return last; }

// ---- pointers-to-shared in memory, which writes of doubles do not change
static shared [64] double *row[4];
struct heat { shared [64] double *u, *v; };
// smp moving3, strips
// sim ahead near3 together, ask loop_ends read_unasked strips update_far
void in_rows(int k, long n) { for (long j = 1; j < n; j++) row[k][j] = row[0][j - 1] + row[0][j + 1]; }
// smp moving3, strips
// sim ahead near3 together, ask loop_ends read_unasked strips update_far
void members(struct heat *h, long n) { for (long j = 1; j < n; j++) h->v[j] = h->u[j - 1] + h->u[j + 1]; }
// smp computed-pointer,
// sim alone-unknown, read_unasked
double changed_row(long n) {
  double s = 0;
  shared [64] double **p = row;
  for (long j = 0; j < n; j++) s += (*p)[j], p += (long)s & 1;
  return s;
}

// ---- Why a far access is left alone

shared long double wide[10 * THREADS];
shared double s1[9 * THREADS], s2[9 * THREADS], s3[9 * THREADS], s4[9 * THREADS], s5[9 * THREADS], s6[9 * THREADS],
    s7[9 * THREADS], s8[9 * THREADS], s9[9 * THREADS];
// smp table, strips
// sim alone-large, loop_ends put_far
void alone_large(int n, long double v) { for (int i = 0; i < n; i++) wide[i] = v; }
// smp table, strips
// sim ahead alone-places computed-leaves, any_far ask read_unasked
double alone_places(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += s1[3 * i] * s2[3 * i] * s3[3 * i] * s4[3 * i] * s5[3 * i] * s6[3 * i] * s7[3 * i] * s8[3 * i] * s9[3 * i];
  return s;
}
// smp computed-leaves table,
// sim ahead alone-levels computed-uneven, any_far ask read_unasked
double alone_levels(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += s1[i];
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        for (int l = 0; l < k; l++) s = s / 2 + s2[col[l]];
  }
  return s;
}
// smp moving1, strips window_of
// sim alone-outer near1 pieces, ask_pieces read_unasked
double alone_outer(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += A[i];
    for (int j = 0; j < i; j++) s = s / 2 + A[j];
  }
  return s;
}

// ---- Why an address is computed in each round

extern int jumps[1000];
// smp computed-switch, many_turns
// sim alone-switch, many_turns may_stop_looking read_unasked
double ends_by_switch(void) {
  double s = 0;
  for (int i = 0;;) {
    s += A[i++];
    switch (next(i)) {
    case 1: case 4: case 9: continue;
    case 7: return s;
    case 3: return -s;
    case 12: return 2;
    default: continue;
    }
  }
}
// smp computed-goto, many_turns
// sim alone-goto, many_turns read_unasked
double ends_by_goto(int n) {
  static void *const to[] = {&&up, &&down, &&end};
  double s = 0;
  int i = 0;
  goto *to[jumps[0]];
up:
  do s += A[i++]; while (i < n && jumps[i]);
  goto *to[jumps[i]];
down:
  for (; i < n; i++) { s -= A[i]; if (jumps[i] == 3) goto *to[n]; }
end:
  return s;
}
void sees(double *);
// smp computed-used,
// sim
void address_used(int n) { for (int i = 0; i < n; i++) sees((double *)&A[i]); }

// ---- assertions, and functions of the mathematics
// smp table, strips
// sim ahead computed-leaves, any_far ask
double asserted(int n) { double s = 0; for (int i = 0; i < n; i++) { int t = T[i]; assert(t >= 0); s += t; } return s; }
// smp table, strips
// sim ahead computed-leaves computed-uneven, any_far ask read_unasked
double asserted_index(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int t = T[i];
    assert(t >= 0 && t < n);
    if (t > 3) {
      double c = C[t];
      assert(c > 0 || c < -1);
      s += c;
    }
    s += U[i];
  }
  return s;
}
// smp computed-calls,
// sim ahead computed-leaves computed-uneven, any_far ask
double exponentials(int n) { double s = 0; for (int i = 0; i < n; i++) s += exp(C[T[i]]); return s; }
