// SPDX-License-Identifier: BSD-3-Clause
// Loops whose far accesses upcc makes together: updates, and reads ahead. The results are those of the program's order.
// On smp each access is made by itself.
#include "../check.h"
#include <stdint.h>
#include <upc_relaxed.h>

enum { N = 1500, PER = 64 };

shared uint64_t table[PER * THREADS], keys[N * THREADS];
shared [8] double blocked[PER * THREADS];
shared float singles[PER * THREADS];
shared signed char bytes[PER * THREADS];
shared short shorts[PER * THREADS];
shared unsigned counts[PER * THREADS];
shared [] int one[N];
shared int where[N * THREADS];
shared double values[PER * THREADS], results[N * THREADS];
shared struct pair { int a; double b; } pairs[PER * THREADS];

static uint64_t next(uint64_t x) { return x * 6364136223846793005u + 1442695040888963407u; }
static long place(uint64_t x) { return (long)((x >> 33) % (uint64_t)(PER * THREADS)); }

static void reset(void) {
  upc_barrier;
  upc_forall (long i = 0; i < PER * THREADS; i++; i) {
    table[i] = (uint64_t)i, singles[i] = 1, bytes[i] = 0, shorts[i] = 3, counts[i] = 0;
    values[i] = 0.5 * i;
    pairs[i].a = (int)i, pairs[i].b = i;
  }
  upc_forall (long i = 0; i < PER * THREADS; i++; &blocked[i]) blocked[i] = i;
  upc_barrier;
}

// One thread updates after the other: any order of one thread's updates gives this result, lost ones do not.
static void check_updates(void) {
  reset();
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) {
      uint64_t x = 17;
      for (int i = 0; i < N; i++) {
        x = next(x);
        table[place(x)] ^= x;
      }
    }
    upc_barrier;
  }
  uint64_t *model = calloc((size_t)PER * THREADS, sizeof *model);
  for (long i = 0; i < PER * THREADS; i++) model[i] = (uint64_t)i;
  for (int t = 0; t < THREADS; t++) {
    uint64_t x = 17;
    for (int i = 0; i < N; i++) x = next(x), model[place(x)] ^= x;
  }
  for (long i = 0; i < PER * THREADS; i++) CHECK_EQ(table[i], model[i]);
  free(model);
}

// A thread's own updates of one element keep their order, of whatever type.
static void check_order(void) {
  long at = ((MYTHREAD + 1) % THREADS) * 1L; // cyclic: an element of the next thread
  reset();
  for (int i = 0; i < 100; i++) {
    table[at + THREADS] = 5;
    table[at + THREADS] *= 3;
    table[at + THREADS] -= 4;
    table[at + THREADS] |= 16;
    table[at + THREADS] &= 27;
    table[at + THREADS]++;
    --table[at + THREADS];
    singles[at] += 0.25f;
    singles[at] *= 2;
    singles[at] -= 1;
    bytes[at] += 300;
    bytes[at]--;
    shorts[at] = (short)(i - 200);
    counts[at] -= 7;
  }
  float single = 1;
  for (int i = 0; i < 100; i++) single += 0.25f, single *= 2, single -= 1;
  CHECK_EQ(table[at + THREADS], ((5 * 3 - 4) | 16) & 27); // its own, at once after the loop
  CHECK_EQ(singles[at] == single, 1);
  CHECK_EQ(bytes[at], (signed char)(100 * 299));
  CHECK_EQ(shorts[at], -101);
  CHECK_EQ(counts[at], -700u);
  upc_barrier;
}

// Elements that the loop also reads are not collected: each iteration sees what the one before has written.
static void check_dependences(void) {
  reset();
  if (MYTHREAD == 0) {
    for (long i = 1; i < PER * THREADS; i++) table[i] += table[i - 1];
    for (long i = 0; i < PER * THREADS; i++) CHECK_EQ(table[i], i * (i + 1) / 2);
    for (long i = 1; i < PER * THREADS; i++) {
      shared uint64_t *p = &table[i - 1];
      table[i] = 1;
      table[0] = *p + 1;
    }
    CHECK_EQ(table[0], 2);
    for (int i = 0; i < N; i++) one[i] = (i * 7) % N;
    int at = 0;
    for (int i = 0; i < N; i++) at = one[at];
    int model = 0;
    for (int i = 0; i < N; i++) model = model * 7 % N;
    CHECK_EQ(at, model);
  }
  upc_barrier;
}

// A subscript that is itself read ahead, strided and blocked elements, reads beside updates, conditions, nested loops.
static void check_reads(void) {
  double sum = 0, expected = 0, *private = malloc(N * sizeof *private);
  int *column = malloc(N * sizeof *column);
  uint64_t x = 99 + MYTHREAD;
  reset();
  for (int i = 0; i < N; i++) x = next(x), column[i] = (int)place(x), private[i] = i % 13;
  upc_forall (int i = 0; i < N; i++; i) where[i] = (int)((i * 31L) % (PER * THREADS));
  upc_barrier;
  for (int k = 0; k < N; k++) sum += private[k] * values[column[k]];
  for (int k = 0; k < N; k++) expected += private[k] * (0.5 * column[k]);
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  for (int k = N - 1; k >= 0; k -= 3) sum += values[where[k]] - blocked[where[k]] + singles[column[k]];
  for (int k = N - 1; k >= 0; k -= 3) {
    int at = (int)((k * 31L) % (PER * THREADS));
    expected += 0.5 * at - at + 1;
  }
  CHECK_EQ(sum == expected, 1);
  upc_forall (int i = 0; i < N; i++; i) results[i] = values[where[i]] + i;
  for (int i = MYTHREAD; i < N; i += THREADS) CHECK_EQ(results[i] == 0.5 * ((i * 31L) % (PER * THREADS)) + i, 1);
  upc_forall (int i = 0; i < N; i++; &results[i]) {
    double row = 0;
    for (int k = i; k < i + 5 && k < N; k++) row += values[column[k]];
    for (int k = 0; k < 5; k++) row += values[where[(i + k) % N]];
    results[i] = row;
  }
  for (int i = MYTHREAD; i < N; i += THREADS) {
    double row = 0;
    for (int k = i; k < i + 5 && k < N; k++) row += 0.5 * column[k];
    for (int k = 0; k < 5; k++) row += 0.5 * (((i + k) % N * 31L) % (PER * THREADS));
    CHECK_EQ(results[i] == row, 1);
  }
  long odd = 0;
  for (int i = 0; i < N; i++)
    if (where[i] % 2) odd++;
  for (int i = 0; i < N; i++) odd -= (i * 31L) % (PER * THREADS) % 2;
  CHECK_EQ(odd, 0);
  upc_barrier;
  upc_forall (int i = 0; i < N * THREADS; i++; i) keys[i] = (uint64_t)i;
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    for (int i = 0; i < N * THREADS; i++) counts[keys[i] % (PER * THREADS)] += 1;
  upc_barrier;
  for (int i = 0; i < PER * THREADS; i++) CHECK_EQ(counts[i], (N * THREADS - i + PER * THREADS - 1) / (PER * THREADS));
  int members = 0;
  for (int i = 0; i < PER * THREADS; i++) members += pairs[i].a;
  CHECK_EQ(members, (PER * THREADS - 1) * (PER * THREADS) / 2);
  free(private);
  free(column);
}

// Indices in variables, conditions around reads, reads that decide on other reads. Where a condition does not hold, the
// index is none of the array.
static void check_ways(void) {
  int *column = malloc(N * sizeof *column), j;
  struct { int to; double weight; } *edges = malloc(N * sizeof *edges);
  double *weight = malloc(N * sizeof *weight), sum = 0, expected = 0;
  uint64_t seed = 5 + MYTHREAD;
  reset();
  for (int i = 0; i < N; i++) {
    seed = next(seed);
    column[i] = i % 7 == 3 ? -(1 << 30) : (int)place(seed);
    weight[i] = column[i] < 0 ? 0 : i % 5;
    edges[i].to = i % 7 == 3 ? 0 : column[i], edges[i].weight = weight[i];
  }
  upc_forall (int i = 0; i < N; i++; i) where[i] = (int)((i * 31L) % (PER * THREADS));
  upc_barrier;
  for (int k = 0; k < N; k++) {
    j = column[k];
    if (j < 0) continue;
    const int half = j / 2;
    sum += weight[k] * values[j] - values[half];
  }
  for (int k = 0; k < N; k++)
    if (column[k] >= 0) expected += weight[k] * (0.5 * column[k]) - 0.5 * (column[k] / 2);
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  for (int k = 0; k < N; k++)
    if (weight[k] != 0) sum += edges[k].weight * values[edges[k].to];
    else if (column[k] >= 0) sum -= singles[column[k]];
  for (int k = 0; k < N; k++)
    if (weight[k] != 0) expected += weight[k] * (0.5 * column[k]);
    else if (column[k] >= 0) expected -= 1;
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  for (int k = 0; k < N; k++) sum += column[k] >= 0 && values[column[k]] > 9 ? values[column[k]] : 1;
  for (int k = 0; k < N; k++) expected += column[k] >= 0 && 0.5 * column[k] > 9 ? 0.5 * column[k] : 1;
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  for (int k = 0; k < N; k++) { // where[k], then values[at], then what is there
    int at = where[k];
    if (values[at] > 4) {
      int twice = (2 * at) % (PER * THREADS);
      sum += values[twice] + blocked[where[(k * 2) % N]];
    }
    for (int m = 0; m < 3; m++)
      if (m == k % 3) break;
  }
  for (int k = 0; k < N; k++) {
    int at = (int)((k * 31L) % (PER * THREADS));
    if (0.5 * at > 4)
      expected += 0.5 * ((2 * at) % (PER * THREADS)) + (double)(((k * 2) % N * 31L) % (PER * THREADS));
  }
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  upc_forall (int i = 0; i < N; i++; i) {
    int at = where[i];
    if (at % 3 == 0) continue;
    results[i] = values[at];
  }
  for (int i = MYTHREAD; i < N; i += THREADS) {
    int at = (int)((i * 31L) % (PER * THREADS));
    if (at % 3 != 0) CHECK_EQ(results[i] == 0.5 * at, 1);
  }
  free(column), free(edges), free(weight);
}

// Loops that read the array they write. Whether a strip reads what it has written depends on numbers that the compiler
// does not know: `apart` elements are between the two, so strips of 1024 iterations meet, meet in part, or do not.
enum { LINE = 9000 };
shared int line[LINE * THREADS];
static int model[LINE];

static void restart(void) {
  upc_barrier;
  upc_forall (int i = 0; i < LINE; i++; i) line[i] = i * 7 % 1000;
  for (int i = 0; i < LINE; i++) model[i] = i * 7 % 1000;
  upc_barrier;
}

static void compare(void) {
  upc_barrier;
  for (int i = MYTHREAD; i < LINE; i += THREADS) CHECK_EQ(line[i], model[i]);
}

static void shift(int apart, int n) {
  const int low = apart < 0 ? -apart : 0;
  restart();
  if (MYTHREAD == 0)
    for (int i = low; i < low + n; i++) line[i + apart] = line[i] + 1; // upwards
  for (int i = low; i < low + n; i++) model[i + apart] = model[i] + 1;
  compare();
  restart();
  if (MYTHREAD == THREADS - 1)
    for (int i = low + n - 1; i >= low; i -= 2) line[i + apart] += line[i] + line[i + 3]; // downwards, with gaps
  for (int i = low + n - 1; i >= low; i -= 2) model[i + apart] += model[i] + model[i + 3];
  compare();
}

// Each step writes a row from the row before.
static void rows(int width, int steps, shared int *p) {
  restart();
  for (int s = 1; s <= steps; s++) {
    const int w = s * 5 % width;
    upc_forall (int i = 0; i < w; i++; &p[i]) p[i + width] = p[i];
    upc_forall (int i = w; i < width; i++; &p[i]) p[i + width] = p[i] > p[i - w] + s ? p[i] : p[i - w] + s;
    upc_barrier;
    p += width;
  }
  for (int s = 1; s <= steps; s++)
    for (int i = 0, *q = model + (s - 1) * width, w = s * 5 % width; i < width; i++)
      q[i + width] = i < w || q[i] > q[i - w] + s ? q[i] : q[i - w] + s;
  compare();
}

static void check_strips(void) {
  const int apart[] = {-2500, -1024, -3, 1, 2, 700, 1023, 1024, 1025, 2100};
  for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) shift(apart[i], 1500);
  shift(1, 0), shift(5000, 1), shift(-6, 7);
  rows(600, 13, line);
  rows(1, 20, line);
  restart();
  int sum = 0, expected = 0, step = 2; // the ranges of i and of step * i + 900 meet in the second strip
  if (MYTHREAD == 0)
    for (int i = 0; i < 2500; i++) {
      if (i % 3 == 0) continue;
      sum += line[i];
      line[step * i + 900] = i;
    }
  for (int i = 0; i < 2500; i++) {
    if (i % 3 == 0) continue;
    expected += model[i];
    model[step * i + 900] = i;
  }
  if (MYTHREAD == 0) CHECK_EQ(sum, expected);
  compare();
}

// Members of shared structs, subscripts from functions, and updates that are written out.
shared struct body { short kind; double mass, at[3]; } bodies[PER * THREADS];
static long scattered(long i, long n) {
  long number = i * 7 + 3;
  return number % n;
}
static void check_members(void) {
  const long n = PER * THREADS;
  reset();
  upc_forall (long i = 0; i < n; i++; i) {
    bodies[i].kind = (short)(i % 3), bodies[i].mass = i;
    for (int k = 0; k < 3; k++) bodies[i].at[k] = i + k;
  }
  upc_barrier;
  double sum = 0, expected = 0;
  for (long i = 0; i < n; i++)
    if (bodies[scattered(i, n)].kind != 1) sum += bodies[scattered(i, n)].mass * bodies[scattered(i, n)].at[i % 3];
  for (long i = 0; i < n; i++) {
    long j = (i * 7 + 3) % n;
    if (j % 3 != 1) expected += j * (double)(j + i % 3);
  }
  CHECK_EQ(sum == expected, 1);
  sum = expected = 0;
  upc_forall (long i = 0; i < n; i++; &bodies[i]) sum += bodies[i].mass + bodies[i].at[2];
  for (long i = MYTHREAD; i < n; i += THREADS) expected += 2 * i + 2;
  CHECK_EQ(sum == expected, 1);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD)
      for (long i = 0; i < 2 * n; i++) {
        table[scattered(i, n)] = table[scattered(i, n)] + (uint64_t)i;
        counts[i % n] = 2u * counts[i % n] - 1u;
        shorts[(i + 5) % n] = 300 + shorts[(i + 5) % n];
        bodies[i % n].mass = bodies[i % n].mass - 2;
        values[i % n] = values[i % n] + values[i % n];
      }
    upc_barrier;
  }
  for (long i = 0; i < n; i++) {
    long j = (i * 7 + 3) % n;
    if (n % 7 != 0) CHECK_EQ(table[j], (uint64_t)(j + THREADS * (i + i + n)));
    unsigned count = 0;
    for (int k = 0; k < 2 * THREADS; k++) count = 2u * count - 1u;
    CHECK_EQ(counts[i], count);
    CHECK_EQ(shorts[i], (short)(3 + 600 * THREADS));
    CHECK_EQ(bodies[i].mass == i - 4. * THREADS, 1);
    CHECK_EQ(values[i] == 0.5 * i * (1 << 2 * THREADS), 1);
  }
  upc_barrier;
}

// The bound, the mask and the subscripts are read by private pointers, which may lead to the thread's own elements.
static void check_own(void) {
  reset();
  if (MYTHREAD == 0) {
    uint64_t model[PER * THREADS], *own = (uint64_t *)&table[0];
    for (int i = 0; i < PER * THREADS; i++) model[i] = (uint64_t)i;
    model[0] = own[0] = 40, model[THREADS] = own[1] = 7;
    upc_fence;
    for (uint64_t n = 0; n < own[0]; n++) table[(n + own[2]) & own[1]] += n & 1;
    for (uint64_t n = 0; n < model[0]; n++) model[(n + model[2 * THREADS]) & model[THREADS]] += n & 1;
    for (int i = 0; i < PER * THREADS; i++) CHECK_EQ(table[i], model[i]);
  }
  upc_barrier;
}

int main(void) {
  check_own();
  check_strips();
  check_members();
  check_updates();
  check_order();
  check_dependences();
  check_reads();
  check_ways();
  return done();
}
