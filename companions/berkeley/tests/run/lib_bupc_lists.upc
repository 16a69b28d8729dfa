// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's copies between lists of places: both sides are cut differently, lie on several threads, and what is not
// named stays as it was. A model in private memory gives what must come out.
#include "../../../../tests/upc/check.h"

enum { N = 400, ROUNDS = 60, MOST = 12 };
static shared [N] char there[N * THREADS], source[N * THREADS];
static char model[N], mine[N], got[N];

static unsigned seed = 1;
static unsigned some(unsigned below) { return (seed = seed * 1103515245u + 12345u) / 65536u % below; }

static char letter(int thread, int i, int round) { return (char)(thread * 31 + i * 7 + round * 3 + 1); }

// `total` bytes in pieces that do not overlap: offsets ascend within [0, N), lengths may be 0.
static size_t cut(size_t total, size_t at[], size_t len[]) {
  size_t n = 0, place = some(8), spare = N - total - place;
  while (total) {
    size_t l = n == MOST - 1 ? total : some((unsigned)total) + some(2), gap = some((unsigned)(spare / 4) + 1);
    if (l > total) l = total;
    at[n] = place, len[n++] = l;
    place += l + gap, spare -= gap, total -= l;
  }
  return n;
}

static void poison(int round) {
  upc_barrier;
  for (int i = 0; i < N; i++) {
    there[N * MYTHREAD + i] = model[i] = got[i] = -1;
    mine[i] = source[N * MYTHREAD + i] = letter(MYTHREAD, i, round);
  }
  upc_barrier;
}

// What the lists say, byte by byte, into `model`: the bytes of `thread`'s letters.
static void expect(int thread, int round, size_t nd, size_t dat[], size_t dlen[], size_t sat[], size_t slen[]) {
  size_t k = 0, in = 0;
  for (size_t i = 0; i < nd; i++)
    for (size_t j = 0; j < dlen[i]; j++) {
      while (in == slen[k]) k++, in = 0;
      model[dat[i] + j] = letter(thread, (int)(sat[k] + in++), round);
    }
}

static void check(const char *what, const char *data) {
  for (int i = 0; i < N; i++) check_eq(__FILE__, __LINE__, what, data[i], model[i]);
}
static void check_there(const char *what, int thread) {
  for (int i = 0; i < N; i++) check_eq(__FILE__, __LINE__, what, there[N * thread + i], model[i]);
}

static void vectors(int round) {
  int right = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + 2) % THREADS;
  size_t dat[MOST], dlen[MOST], sat[MOST], slen[MOST], total = some(200);
  size_t nd = cut(total, dat, dlen), ns = cut(total, sat, slen);
  bupc_smemvec_t d[MOST], s[MOST];
  bupc_pmemvec_t pd[MOST], ps[MOST];
  for (size_t i = 0; i < nd; i++) {
    d[i] = (bupc_smemvec_t){&there[N * right + dat[i]], dlen[i]};
    pd[i] = (bupc_pmemvec_t){got + dat[i], dlen[i]};
  }
  for (size_t i = 0; i < ns; i++) {
    s[i] = (bupc_smemvec_t){&source[N * last + sat[i]], slen[i]};
    ps[i] = (bupc_pmemvec_t){mine + sat[i], slen[i]};
  }
  poison(round);
  expect(last, round, nd, dat, dlen, sat, slen);
  if (round & 1) bupc_memcpy_vlist(nd, d, ns, s);
  else bupc_waitsync(bupc_memcpy_vlist_async(nd, d, ns, s));
  check_there("memcpy_vlist", right);
  if (round & 1) bupc_memget_vlist(nd, pd, ns, s);
  else bupc_waitsync(bupc_memget_vlist_async(nd, pd, ns, s));
  check("memget_vlist", got);
  poison(round);
  expect(MYTHREAD, round, nd, dat, dlen, sat, slen);
  if (round & 1) bupc_memput_vlist(nd, d, ns, ps);
  else bupc_waitsync(bupc_memput_vlist_async(nd, d, ns, ps));
  check_there("memput_vlist", right);
}

// Pieces of one length a side: `pieces` of `len` bytes here are one fewer, or more, of another length there.
static void places(int round) {
  int right = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + 2) % THREADS;
  static const size_t shape[][4] = {{3, 8, 2, 12}, {5, 4, 1, 20}, {1, 30, 10, 3},
                                    {7, 5, 7, 5},  {0, 4, 0, 4},  {4, 0, 0, 9}};
  const size_t *now = shape[round % 6];
  size_t nd = now[0], dl = now[1], ns = now[2], sl = now[3], dat[MOST], dlen[MOST], sat[MOST], slen[MOST];
  shared void *d[MOST];
  shared const void *s[MOST];
  void *pd[MOST];
  const void *ps[MOST];
  for (size_t i = 0; i < nd; i++) {
    dat[i] = (nd - 1 - i) * 35 + 3, dlen[i] = dl;
    d[i] = &there[N * right + dat[i]], pd[i] = got + dat[i];
  }
  for (size_t i = 0; i < ns; i++) {
    sat[i] = i * 31 + 1, slen[i] = sl;
    s[i] = &source[N * last + sat[i]], ps[i] = mine + sat[i];
  }
  poison(round);
  expect(last, round, nd, dat, dlen, sat, slen);
  if (round & 1) bupc_memcpy_ilist(nd, d, dl, ns, s, sl);
  else bupc_waitsync(bupc_memcpy_ilist_async(nd, d, dl, ns, s, sl));
  check_there("memcpy_ilist", right);
  if (round & 1) bupc_memget_ilist(nd, pd, dl, ns, s, sl);
  else bupc_waitsync(bupc_memget_ilist_async(nd, pd, dl, ns, s, sl));
  check("memget_ilist", got);
  poison(round);
  expect(MYTHREAD, round, nd, dat, dlen, sat, slen);
  if (round & 1) bupc_memput_ilist(nd, d, dl, ns, ps, sl);
  else bupc_waitsync(bupc_memput_ilist_async(nd, d, dl, ns, ps, sl));
  check_there("memput_ilist", right);
}

static void chunks(int round) {
  int right = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + 2) % THREADS;
  static const size_t shape[][6] = {{8, 20, 3, 12, 15, 2}, {4, 4, 6, 24, 24, 1},
                                    {1, 9, 30, 5, 7, 6},    {5, 6, 7, 5, 50, 7}};
  const size_t *a = shape[round % 4], *b = a + 3;
  size_t dat[40], dlen[40], sat[40], slen[40];
  for (size_t i = 0; i < a[2]; i++) dat[i] = 2 + i * a[1], dlen[i] = a[0];
  for (size_t i = 0; i < b[2]; i++) sat[i] = 5 + i * b[1], slen[i] = b[0];
  shared void *d = &there[N * right + 2], *s = &source[N * last + 5];
  poison(round);
  expect(last, round, a[2], dat, dlen, sat, slen);
  if (round & 1) bupc_memcpy_fstrided(d, a[0], a[1], a[2], s, b[0], b[1], b[2]);
  else bupc_waitsync(bupc_memcpy_fstrided_async(d, a[0], a[1], a[2], s, b[0], b[1], b[2]));
  check_there("memcpy_fstrided", right);
  if (round & 1) bupc_memget_fstrided(got + 2, a[0], a[1], a[2], s, b[0], b[1], b[2]);
  else bupc_waitsync(bupc_memget_fstrided_async(got + 2, a[0], a[1], a[2], s, b[0], b[1], b[2]));
  check("memget_fstrided", got);
  poison(round);
  expect(MYTHREAD, round, a[2], dat, dlen, sat, slen);
  if (round & 1) bupc_memput_fstrided(d, a[0], a[1], a[2], mine + 5, b[0], b[1], b[2]);
  else bupc_waitsync(bupc_memput_fstrided_async(d, a[0], a[1], a[2], mine + 5, b[0], b[1], b[2]));
  check_there("memput_fstrided", right);
}

// A section of three dimensions: planes, rows, bytes.
static void sections(int round) {
  int right = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + 2) % THREADS;
  size_t count[] = {3 + some(4), 1 + some(4), 1 + some(3)}, ds[] = {11, 55}, ss[] = {8 + some(3), 100};
  size_t levels = some(3);
  if (levels < 2) count[2] = 1;
  if (levels < 1) count[1] = 1;
  size_t dat[20], dlen[20], sat[20], n = 0;
  for (size_t i = 0; i < count[2]; i++)
    for (size_t j = 0; j < count[1]; j++, n++)
      dat[n] = 1 + i * ds[1] + j * ds[0], sat[n] = 4 + i * ss[1] + j * ss[0], dlen[n] = count[0];
  shared void *d = &there[N * right + 1], *s = &source[N * last + 4];
  poison(round);
  expect(last, round, n, dat, dlen, sat, dlen);
  if (round & 1) bupc_memcpy_strided(d, ds, s, ss, count, levels);
  else bupc_waitsync(bupc_memcpy_strided_async(d, ds, s, ss, count, levels));
  check_there("memcpy_strided", right);
  if (round & 1) bupc_memget_strided(got + 1, ds, s, ss, count, levels);
  else bupc_waitsync(bupc_memget_strided_async(got + 1, ds, s, ss, count, levels));
  check("memget_strided", got);
  poison(round);
  expect(MYTHREAD, round, n, dat, dlen, sat, dlen);
  if (round & 1) bupc_memput_strided(d, ds, mine + 4, ss, count, levels);
  else bupc_waitsync(bupc_memput_strided_async(d, ds, mine + 4, ss, count, levels));
  check_there("memput_strided", right);
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    vectors(round);
    places(round);
    chunks(round);
    sections(round);
  }
  return done();
}
