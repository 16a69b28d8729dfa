// SPDX-License-Identifier: BSD-3-Clause
// Loops that read ahead, where it depends on far elements which way an iteration goes, whether there is another one, or
// whether a write changes what is read. What must not be read leads far outside.
#include "../check.h"
#include <upc_relaxed.h>

enum { N = 500, Wild = 1 << 30 };
shared [N] int column[N * THREADS], many[N * THREADS];
shared int x[N * THREADS], y[N * THREADS];
static int order[N], weight[N], odd[7], even[5];
static char bytes[7];
static long late[N];

// The mark for the end is a far element itself. Behind it there may be no memory.
__attribute__((noinline)) static long up_to_mark(int from, long by) {
  long s = 0;
  for (long i = from; i < from + N * by; i += by) {
    s += x[column[i]];
    if (column[i + 1] < 0) break;
  }
  return s;
}

// So is the number of rounds.
__attribute__((noinline)) static long counted(int from) {
  long s = 0;
  for (int i = 0; i < 20; i++) {
    const int end = many[from + i];
    int k = 0;
    do s += x[column[from + k]] * weight[k]; while (++k < end);
  }
  return s;
}

// Two ways that cross, and are known before the loop; which of them an iteration takes is not.
__attribute__((noinline)) static long crossing(int first, int second, int from, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    if (many[from + i] % 2) {
      odd[i % 7]++;
      if (first) goto more;
    } else {
      even[i % 5] += 3;
      if (second) goto more;
    }
    s -= y[column[from + i]];
    continue;
  more:
    s += 3 * x[column[from + i]];
  }
  return s;
}

// Which subscript is read is known after a far element, behind ways that meet again.
__attribute__((noinline)) static long chosen_far(const int *at, long one, long other) {
  long s = 0;
  for (int i = 0; i < N - 9; i++) {
    long k = one;
    if (y[at[i]] % 3 == 0) {
      bytes[i % 7]++;
      k = other;
    } else {
      even[i % 5] += 3;
    }
    s += x[k + i];
  }
  return s;
}

// The same without far elements.
__attribute__((noinline)) static long chosen_here(const int *at, long one, long other) {
  long s = 0;
  for (int i = 0; i < N - 9; i++) {
    long k = one;
    if (at[i] % 3 == 0) {
      bytes[i % 7]++;
      k = other;
    } else {
      even[i % 5] += 3;
    }
    s += x[k + i];
  }
  return s;
}

// A known way leads into a block that an unknown one leads to as well.
__attribute__((noinline)) static long jumping(const int *at, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    if (at[i] % 4 == 0) {
      odd[i % 7]++;
      goto both;
    }
    even[i % 5]++;
    if (y[at[i]] % 3 == 0) {
      odd[i % 6] += 2;
    both:
      even[i % 4] += 5;
      s -= x[at[n - i]];
    }
    s += 3 * x[at[i]];
  }
  return s;
}

// A switch by far elements ends the inner loop.
__attribute__((noinline)) static long switching(const int *at) {
  long s = 0;
  for (int i = 0; i < 20; i++)
    for (int k = 0;; k++) {
      s += x[at[i * 7 + k]] * (k + 1);
      switch (y[at[i * 7 + k]] % 7) {
      case 0: goto next;
      case 2: odd[0]++; break;
      case 4: even[k % 5]++; break;
      case 5: s++; goto next;
      }
    next:
      if (k == 6) break;
    }
  return s;
}

// What ends the loop is a sum of far elements.
__attribute__((noinline)) static long up_to_sum(const int *at, long most) {
  long s = 0;
  for (int i = 0; i < N; i++) {
    s += x[at[i]];
    if (s > most) break;
  }
  return s;
}

// The subscripts are private, and change.
__attribute__((noinline)) static long changing(void) {
  long s = 0;
  for (int i = 0; i < N; i++) {
    s = (s * 3 + x[order[i]]) % 100003;
    order[i * 7 % N] = (i + 5) % N;
  }
  return s;
}

// What is written is read in the round before.
__attribute__((noinline)) static long overtaken(const int *at) {
  long s = 0;
  for (int i = 0; i < N - 1; i++) {
    s += x[at[i]] * late[i + 1];
    late[i] = i;
  }
  return s;
}

// A function reads them.
__attribute__((noinline)) static int ordered(int i) { return order[i]; }
__attribute__((noinline)) static long changing_for_call(void) {
  long s = 0;
  for (int i = 0; i < N; i++) {
    s = (s * 3 + x[ordered(i)]) % 100003;
    order[i * 7 % N] = (i + 5) % N;
  }
  return s;
}

// What is written under its name is read through a pointer.
__attribute__((noinline)) static void steps(shared int *p, int n) {
  for (int i = 0; i < n; i++) y[i + 1] = p[i] + 3;
}

// An atomic access orders nothing that is private.
__attribute__((noinline)) static long atomics(int *n) {
  long s = 0;
  for (int i = 0; i < N; i++) s += x[i] * __sync_fetch_and_add(n, 1);
  return s;
}

int main(void) {
  int from = (MYTHREAD + 1) % THREADS * N, far_off[N], n = 0;
  long expected = 0;
  for (int i = 0; i < N; i++) {
    far_off[i] = i < 100 ? i : Wild;
    column[MYTHREAD * N + i] = i < 300 ? i * 11 % (N * THREADS) : i == 300 ? -1 : Wild;
    many[MYTHREAD * N + i] = 1 + i * 5 % 13;
    weight[i] = i % 3;
  }
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) x[i] = i + 1, y[i] = 2 * i;
  upc_barrier;

  for (int i = 0; i < 300; i++) expected += i * 11 % (N * THREADS) + 1;
  CHECK_EQ(up_to_mark(from, 1), expected);
  CHECK_EQ(up_to_mark(from + 299, 1 << 24), 299 * 11 % (N * THREADS) + 1);

  expected = 0;
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < 1 + i * 5 % 13; k++) expected += (k * 11 % (N * THREADS) + 1) * (k % 3);
  CHECK_EQ(counted(from), expected);

  for (int first = 0; first < 2; first++) {
    expected = 0;
    for (int i = 0; i < 300; i++) {
      const int at = i * 11 % (N * THREADS), is_odd = (1 + i * 5 % 13) % 2;
      expected += is_odd == first ? 3 * (at + 1) : -2 * at;
    }
    CHECK_EQ(crossing(first, !first, from, 300), expected);
  }

  CHECK_EQ(up_to_sum(far_off, 100 * 101 / 2 - 1), 100 * 101 / 2);

  int at[N + 1];
  long far = 0, here = 0, jumped = 0, switched = 0;
  for (int i = 0; i <= N; i++) at[i] = i * 11 % N;
  for (int i = 0; i < N; i++) {
    if (i < N - 9) far += i + 1 + (2 * at[i] % 3 == 0 ? 9 : 2), here += i + 1 + (at[i] % 3 == 0 ? 9 : 2);
    jumped += 3 * (at[i] + 1) - (at[i] % 4 == 0 || 2 * at[i] % 3 == 0 ? at[N - i] + 1 : 0);
  }
  CHECK_EQ(chosen_far(at, 2, 9), far);
  CHECK_EQ(chosen_here(at, 2, 9), here);
  CHECK_EQ(jumping(at, N), jumped);
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < 7; k++) switched += (at[i * 7 + k] + 1) * (k + 1) + (2 * at[i * 7 + k] % 7 == 5);
  CHECK_EQ(switching(at), switched);

  int model[N];
  expected = 0;
  for (int i = 0; i < N; i++) order[i] = model[i] = i * 3 % N;
  for (int i = 0; i < N; i++) expected = (expected * 3 + model[i] + 1) % 100003, model[i * 7 % N] = (i + 5) % N;
  CHECK_EQ(changing(), expected);
  for (int i = 0; i < N; i++) order[i] = i * 3 % N;
  CHECK_EQ(changing_for_call(), expected);

  expected = 0;
  for (int i = 0; i < N; i++) late[i] = 3 * i;
  for (int i = 0; i < N - 1; i++) expected += (at[i] + 1) * 3 * (i + 1);
  CHECK_EQ(overtaken(at), expected);

  expected = 0;
  for (int i = 0; i < N; i++) expected += (i + 1) * i;
  CHECK_EQ(atomics(&n), expected);

  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    steps(&y[0], N * THREADS - 1);
    for (int i = 0; i < N * THREADS; i++) CHECK_EQ(y[i], 3 * i);
  }
  return done();
}
