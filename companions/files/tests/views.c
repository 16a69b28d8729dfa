/* SPDX-License-Identifier: BSD-3-Clause
 * Views of memory that the program has, against a model: every thread keeps the blocks of all arrays as each call must
 * leave them by its definition. Layouts, calls, sections and places in a page are random; some arrays are views, others
 * the library's. What lies around a view's memory must stay as it is.
 *
 * usage: views [SEED [ROUNDS]] */
#include "tests/c/check.h"
#include <upc_stride_file.h>

#include <string.h>
#include <unistd.h>

typedef long long value_t;
enum { DIMS = 2, GUARD = 64, SHORT = -77 };

/* What no call may look at: padding behind the end of a view's memory. */
static const value_t unknown = -0x7777777777777777;

typedef struct array {
  upc_stride_array_t handle;
  int view, open;
  size_t shape[DIMS], block[DIMS], nblocks[DIMS], blocks, blockelems;
  value_t **model;                       /* by block, row by row */
  char *memory;                          /* of a view: with a guard on both sides */
  value_t *mine;
  size_t bytes;
} array_t;

static int threads, me;
static unsigned long long state;
static const char *doing = "";

/* The same on all threads. */
static size_t below(size_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 33) % n;
}

static int owner(const array_t *A, size_t n) {
  size_t at[DIMS] = {n / A->nblocks[1], n % A->nblocks[1]};
  return upc_stride_owner(A->handle, at);
}

/* ---- arrays ---- */

static int exists(const array_t *A, size_t n, size_t e) {
  size_t i = n / A->nblocks[1] * A->block[0] + e / A->block[1], j = n % A->nblocks[1] * A->block[1] + e % A->block[1];
  return i < A->shape[0] && j < A->shape[1];
}

/* The caller's blocks in the order in which they lie. */
static value_t *own(const array_t *A, size_t k, size_t *n) {
  size_t at[DIMS];
  value_t *block = upc_stride_own_block(A->handle, k, at);
  *n = at[0] * A->nblocks[1] + at[1];
  if (A->view && !A->open) CHECK(block == A->mine + k * A->blockelems);
  return block;
}

static void fill(array_t *A) {
  size_t seed = below(1000), n;
  for (n = 0; n < A->blocks; n++)
    for (size_t e = 0; e < A->blockelems; e++) A->model[n][e] = (value_t)(seed * 1000003 + n * 100000 + e);
  upc_stride_barrier_all();
  for (size_t k = 0; k < upc_stride_own_blocks(A->handle); k++) {
    value_t *block = own(A, k, &n);
    for (size_t e = 0; e < A->blockelems; e++)
      if (!A->view || A->open || (k * A->blockelems + e + 1) * sizeof(value_t) <= A->bytes) block[e] = A->model[n][e];
  }
  upc_stride_barrier_all();
}

/* Padding behind the end of memory is lost after each call. All threads know where that is: `bytes` leaves out what
 * follows the last element, on every thread. */
static void forget_tails(array_t *A) {
  for (int t = 0; A->view && t < threads; t++) {
    size_t last = A->blocks, e = A->blockelems;
    for (size_t n = 0; n < A->blocks; n++)
      if (owner(A, n) == t) last = n;
    while (last < A->blocks && e > 0 && !exists(A, last, e - 1)) A->model[last][--e] = unknown;
  }
}

static void compare(array_t *A) {
  size_t n, in = A->bytes / sizeof(value_t);
  forget_tails(A);
  for (size_t k = 0; k < upc_stride_own_blocks(A->handle); k++) {
    const value_t *block = own(A, k, &n);
    for (size_t e = 0; e < A->blockelems; e++) {
      if (A->model[n][e] == unknown || (A->view && k * A->blockelems + e >= in)) continue;
      if (block[e] == A->model[n][e]) continue;
      fprintf(stderr, "thread %d of %d: after %s: block %zu, element %zu of a %zu x %zu array in %zu x %zu%s: ", me,
              threads, doing, n, e, A->shape[0], A->shape[1], A->block[0], A->block[1], A->view ? ", a view" : "");
      check_is(__LINE__, "value", block[e], A->model[n][e]);
    }
  }
  for (int i = 0; A->view && i < GUARD; i++)
    if (A->memory[i] != SHORT || ((char *)A->mine)[A->bytes + (size_t)i] != SHORT) complain(__LINE__, doing, 0, 0, 0);
  upc_stride_barrier_all();
}

/* The bytes of the caller's part, up to its last element. */
static size_t part(const array_t *A, const int *owners) {
  size_t bytes = 0, count = 0;
  for (size_t n = 0; n < A->blocks; n++) {
    size_t e = A->blockelems;
    if (owners[n] != me) continue;
    while (!exists(A, n, e - 1)) e--;
    bytes = (count++ * A->blockelems + e) * sizeof(value_t);
  }
  return bytes;
}

static array_t make(size_t rows, size_t columns, size_t b0, size_t b1) {
  array_t A = {.shape = {rows, columns}, .block = {b0, b1}, .nblocks = {(rows + b0 - 1) / b0, (columns + b1 - 1) / b1}};
  int how = (int)below(3), grid[DIMS] = {threads, 1}, *owners;
  size_t offset = below(3) == 0 ? below(512) * sizeof(value_t) + (size_t)me * 8 : 16; /* in a page, as of malloc */
  A.blocks = A.nblocks[0] * A.nblocks[1], A.blockelems = b0 * b1;
  A.model = malloc(A.blocks * sizeof *A.model);
  for (size_t n = 0; n < A.blocks; n++) A.model[n] = malloc(A.blockelems * sizeof(value_t));
  A.view = below(4) != 0;
  owners = malloc(A.blocks * sizeof *owners);
  if (threads % 2 == 0 && below(2)) grid[0] = threads / 2, grid[1] = 2;
  for (size_t n = 0; n < A.blocks; n++)
    owners[n] = how == 0 ? (int)(n % (size_t)threads) : how == 1 ? (int)below((size_t)threads)
              : (int)(n / A.nblocks[1]) % grid[0] * grid[1] + (int)(n % A.nblocks[1]) % grid[1];
  if (A.view) {
    A.bytes = part(&A, owners);
    A.memory = aligned_alloc(4096, (offset + 2 * GUARD + A.bytes + 4095) / 4096 * 4096);
    A.mine = (value_t *)(A.memory + offset + GUARD);
    memset(A.memory, SHORT, offset + 2 * GUARD + A.bytes);
    A.handle = how == 1 ? upc_stride_array_of_listed(A.mine, A.bytes, DIMS, A.shape, A.block, sizeof(value_t), owners)
                        : upc_stride_array_of(A.mine, A.bytes, DIMS, A.shape, A.block, sizeof(value_t), how, grid);
  } else {
    A.handle = how == 1 ? upc_stride_all_alloc_listed(DIMS, A.shape, A.block, sizeof(value_t), owners)
                        : upc_stride_all_alloc(DIMS, A.shape, A.block, sizeof(value_t), how, grid);
  }
  CHECK(A.handle != NULL);
  free(owners);
  fill(&A);
  compare(&A);
  return A;
}

static void end(array_t *A) {
  doing = "free";
  for (size_t k = 0, n; A->view && k < upc_stride_own_blocks(A->handle); k++) CHECK(own(A, k, &n) != NULL);
  if (A->view && A->bytes > 0) {
    value_t first = A->mine[0], last = A->mine[A->bytes / sizeof first - 1];
    CHECK(upc_stride_all_free(A->handle) == 0);
    CHECK(A->mine[0] == first && A->mine[A->bytes / sizeof first - 1] == last);
    memset(A->mine, 1, A->bytes);
  } else CHECK(upc_stride_all_free(A->handle) == 0);
  for (size_t n = 0; n < A->blocks; n++) free(A->model[n]);
  free(A->model);
  free(A->memory);
}

/* ---- sections ---- */

typedef struct picked {
  upc_stride_section_t section;
  size_t count, *number;                 /* of the blocks, in the section's order */
} picked_t;

static picked_t pick(const array_t *A) {
  upc_stride_interval_t iv[DIMS];
  size_t lo[DIMS], step[DIMS], some[DIMS];
  picked_t P;
  for (int k = 0; k < DIMS; k++) {
    lo[k] = below(2) ? 0 : below(A->nblocks[k]);
    step[k] = 1 + below(2);
    some[k] = 1 + below((A->nblocks[k] - 1 - lo[k]) / step[k] + 1);
    iv[k] = UPC_STRIDE_STEP((long long)lo[k], (long long)step[k], (long long)(lo[k] + (some[k] - 1) * step[k]));
  }
  P.section = upc_stride_section_here(__FILE__, __LINE__, A->handle, DIMS, iv);
  P.count = 0;
  P.number = malloc(some[0] * some[1] * sizeof *P.number);
  for (size_t i = 0; i < some[0]; i++)
    for (size_t j = 0; j < some[1]; j++)
      P.number[P.count++] = (lo[0] + i * step[0]) * A->nblocks[1] + lo[1] + j * step[1];
  return P;
}

static upc_stride_pointer_t place_of(const array_t *A, size_t n) {
  size_t index[DIMS] = {n / A->nblocks[1] * A->block[0], n % A->nblocks[1] * A->block[1]};
  return upc_stride_at(A->handle, index);
}

/* ---- calls ---- */

static void check_value(int line, value_t got, value_t expected) {
  if (expected != unknown) check_is(line, doing, got, expected);
}

static upc_flag_t flags(void) {
  static const upc_flag_t in[] = {0, UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
  static const upc_flag_t out[] = {0, UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  return in[below(4)] | out[below(4)];
}

static value_t add(value_t x, value_t y) { return x == unknown || y == unknown ? unknown : x + y; }

/* Whole blocks hold what is behind the end of memory, which no thread knows. */
static size_t length(const array_t *A, const array_t *B, size_t pieces) {
  size_t most = (A->blockelems < B->blockelems ? A->blockelems : B->blockelems) / pieces;
  return most == 0 ? 0 : 1 + below(most);
}

static void broadcast(array_t *D, array_t *S) {
  picked_t d = pick(D);
  size_t len = length(D, S, 1), from = below(S->blocks);
  CHECK(upc_stride_broadcast(&d.section, place_of(S, from), len * sizeof(value_t), flags()) == 0);
  for (size_t i = 0; i < d.count; i++) memmove(D->model[d.number[i]], S->model[from], len * sizeof(value_t));
  free(d.number);
}

static void reduction(array_t *D, array_t *S, int all, int split) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, 1), to = below(D->blocks);
  value_t *sum = calloc(len, sizeof *sum);
  upc_stride_handle_t handle;
  upc_flag_t f = flags();
  if (all && split) {
    CHECK(upc_stride_reduce_all_nb(&handle, &d.section, &s.section, len, UPC_ADD, UPC_INT64, NULL, f) == 0);
    CHECK(upc_stride_wait(&handle) == 0);
  } else if (all) CHECK(upc_stride_reduce_all(&d.section, &s.section, len, UPC_ADD, UPC_INT64, NULL, f) == 0);
  else CHECK(upc_stride_reduce(place_of(D, to), &s.section, len, UPC_ADD, UPC_INT64, NULL, f) == 0);
  for (size_t i = 0; i < s.count; i++)
    for (size_t e = 0; e < len; e++) sum[e] = add(sum[e], S->model[s.number[i]][e]);
  for (size_t i = 0; i < (all ? d.count : 1); i++)
    memcpy(D->model[all ? d.number[i] : to], sum, len * sizeof *sum);
  free(sum), free(d.number), free(s.number);
}

static void exclusive(array_t *D, array_t *S) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, 1);
  value_t *sum = calloc(len, sizeof *sum);
  if (d.count == s.count) {
    CHECK(upc_stride_prefix_reduce_exclusive(&d.section, &s.section, len, UPC_ADD, UPC_INT64, NULL, flags()) == 0);
    for (size_t i = 0; i < s.count; i++)
      for (size_t e = 0; e < len; e++) {
        if (i > 0) D->model[d.number[i]][e] = sum[e];
        sum[e] = add(sum[e], S->model[s.number[i]][e]);
      }
  }
  free(sum), free(d.number), free(s.number);
}

static void reduce_scatter(array_t *D, array_t *S) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, d.count);
  if (len > 0) {
    CHECK(upc_stride_reduce_scatter(&d.section, &s.section, len, UPC_ADD, UPC_INT64, NULL, flags()) == 0);
    for (size_t i = 0; i < d.count; i++)
      for (size_t e = 0; e < len; e++) {
        value_t sum = 0;
        for (size_t j = 0; j < s.count; j++) sum = add(sum, S->model[s.number[j]][i * len + e]);
        D->model[d.number[i]][e] = sum;
      }
  }
  free(d.number), free(s.number);
}

static void gather_all(array_t *D, array_t *S) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, s.count);
  if (len > 0) CHECK(upc_stride_gather_all(&d.section, &s.section, len * sizeof(value_t), flags()) == 0);
  for (size_t i = 0; i < d.count; i++)
    for (size_t j = 0; j < s.count; j++)
      memcpy(D->model[d.number[i]] + j * len, S->model[s.number[j]], len * sizeof(value_t));
  free(d.number), free(s.number);
}

static void gather(array_t *D, array_t *S, int scatter) {
  picked_t s = pick(scatter ? D : S);
  size_t len = length(D, S, s.count), n = below(scatter ? S->blocks : D->blocks);
  if (len > 0 && scatter)
    CHECK(upc_stride_scatter(&s.section, place_of(S, n), len * sizeof(value_t), flags()) == 0);
  if (len > 0 && !scatter)
    CHECK(upc_stride_gather(place_of(D, n), &s.section, len * sizeof(value_t), flags()) == 0);
  for (size_t i = 0; i < s.count; i++)
    if (scatter) memcpy(D->model[s.number[i]], S->model[n] + i * len, len * sizeof(value_t));
    else memcpy(D->model[n] + i * len, S->model[s.number[i]], len * sizeof(value_t));
  free(s.number);
}

static void exchange(array_t *D, array_t *S, int split) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, d.count > 0 ? d.count : 1);
  upc_stride_handle_t handle;
  int done = 0;
  if (d.count == s.count && len > 0) {
    if (split) {
      CHECK(upc_stride_exchange_nb(&handle, &d.section, &s.section, len * sizeof(value_t), flags()) == 0);
      while (!done) CHECK(upc_stride_test(&handle, &done) == 0);
    } else CHECK(upc_stride_exchange(&d.section, &s.section, len * sizeof(value_t), flags()) == 0);
    for (size_t i = 0; i < d.count; i++)
      for (size_t j = 0; j < s.count; j++)
        memcpy(D->model[d.number[i]] + j * len, S->model[s.number[j]] + i * len, len * sizeof(value_t));
  }
  free(d.number), free(s.number);
}

static void permute(array_t *D, array_t *S) {
  picked_t d = pick(D), s = pick(S);
  size_t len = length(D, S, 1);
  int *perm = malloc(s.count * sizeof *perm);
  for (size_t i = 0; i < s.count; i++) perm[i] = (int)((i + 1) % s.count);
  if (d.count == s.count) {
    CHECK(upc_stride_permute(&d.section, &s.section, perm, len * sizeof(value_t), flags()) == 0);
    for (size_t i = 0; i < s.count; i++)
      memcpy(D->model[d.number[perm[i]]], S->model[s.number[i]], len * sizeof(value_t));
  }
  free(perm), free(d.number), free(s.number);
}

/* Element (i, j) of the whole array. */
static value_t *element(const array_t *A, size_t i, size_t j) {
  return &A->model[i / A->block[0] * A->nblocks[1] + j / A->block[1]][i % A->block[0] * A->block[1] + j % A->block[1]];
}

/* A box of elements with steps, from one array to the other; or, by a transform, three times it and what was there. */
static void copy(array_t *D, array_t *S, int transform, int split) {
  size_t count[DIMS], from[DIMS], to[DIMS], by[DIMS];
  upc_stride_interval_t d[DIMS], s[DIMS];
  upc_stride_section_t dst, src;
  value_t three = 3, one = 1;
  upc_stride_handle_t handle;
  for (int k = 0; k < DIMS; k++) {
    size_t least = D->shape[k] < S->shape[k] ? D->shape[k] : S->shape[k];
    by[k] = 1 + below(2);
    count[k] = 1 + below((least - 1) / by[k] + 1);
    to[k] = below(D->shape[k] - (count[k] - 1) * by[k]);
    from[k] = below(S->shape[k] - (count[k] - 1) * by[k]);
    d[k] = UPC_STRIDE_STEP((long long)to[k], (long long)by[k], (long long)(to[k] + (count[k] - 1) * by[k]));
    s[k] = UPC_STRIDE_STEP((long long)from[k], (long long)by[k], (long long)(from[k] + (count[k] - 1) * by[k]));
  }
  dst = upc_stride_section_here(__FILE__, __LINE__, D->handle, DIMS, d);
  src = upc_stride_section_here(__FILE__, __LINE__, S->handle, DIMS, s);
  if (transform) CHECK(upc_stride_transform(&dst, &src, NULL, &three, &one, UPC_INT64, flags()) == 0);
  else if (split) {
    CHECK(upc_stride_copy_nb(&handle, &dst, &src, flags()) == 0);
    CHECK(upc_stride_wait(&handle) == 0);
  } else CHECK(upc_stride_copy(&dst, &src, flags()) == 0);
  for (size_t i = 0; i < count[0]; i++)
    for (size_t j = 0; j < count[1]; j++) {
      value_t *x = element(D, to[0] + i * by[0], to[1] + j * by[1]);
      value_t y = *element(S, from[0] + i * by[0], from[1] + j * by[1]);
      *x = !transform ? y : y == unknown || *x == unknown ? unknown : 3 * y + *x;
    }
}

/* Each own block with a halo of one element, all round the array. */
static void halo(array_t *S) {
  size_t b0 = S->block[0] + 2, b1 = S->block[1] + 2, own_blocks = upc_stride_own_blocks(S->handle), n;
  upc_stride_section_t all = UPC_SECTION(S->handle, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  value_t *got = malloc((own_blocks * b0 * b1 + 1) * sizeof *got);
  CHECK(upc_stride_halo(got, &all, 1, UPC_STRIDE_CORNERS | UPC_STRIDE_PERIODIC, flags()) == 0);
  upc_stride_barrier_all();
  for (size_t k = 0; k < own_blocks; k++) {
    own(S, k, &n);
    size_t top = n / S->nblocks[1] * S->block[0], left = n % S->nblocks[1] * S->block[1];
    for (size_t i = 0; i < S->block[0] + 2 && top + i < S->shape[0] + 2; i++)
      for (size_t j = 0; j < S->block[1] + 2 && left + j < S->shape[1] + 2; j++) {
        size_t x = (top + i + S->shape[0] - 1) % S->shape[0], y = (left + j + S->shape[1] - 1) % S->shape[1];
        check_value(__LINE__, got[(k * b0 + i) * b1 + j], *element(S, x, y));
      }
  }
  free(got);
}

static void files(array_t *D, array_t *S, long process) {
  upc_stride_section_t dst = UPC_SECTION(D->handle, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t src = UPC_SECTION(S->handle, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  char name[200];
  if (D->shape[0] != S->shape[0] || D->shape[1] != S->shape[1]) return;
  snprintf(name, sizeof name, "%.100s/upc_stride_views_%ld.npy", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", process);
  CHECK(upc_stride_write(name, &src, "i8", NULL) == 0);
  upc_stride_barrier_all();
  CHECK(upc_stride_read(&dst, name, "i8", NULL) == 0);
  upc_stride_barrier_all();
  if (me == 0) unlink(name);
  for (size_t i = 0; i < D->shape[0]; i++)
    for (size_t j = 0; j < D->shape[1]; j++) *element(D, i, j) = *element(S, i, j);
}

static void fetch(array_t *S) {
  size_t index[20];
  value_t got[20];
  for (int i = 0; i < 20; i++) index[i] = below(S->shape[0] * S->shape[1]);
  CHECK(upc_stride_fetch(got, S->handle, index, 20, (int)flags()) == 0);
  for (int i = 0; i < 20; i++)
    check_value(__LINE__, got[i], *element(S, index[i] / S->shape[1], index[i] % S->shape[1]));
}

/* Two calls in flight that write to the same view, of which each has blocks of its own. */
static void together(array_t *D, array_t *S) {
  upc_stride_handle_t first, second;
  size_t half = D->nblocks[0] / 2, len = length(D, S, 1), from = below(S->blocks);
  upc_stride_section_t upper = UPC_SECTION(D->handle, UPC_STRIDE_RANGE(0, (long long)half - 1), UPC_STRIDE_ALL);
  upc_stride_section_t lower = UPC_SECTION(D->handle, UPC_STRIDE_RANGE((long long)half, (long long)D->nblocks[0] - 1),
                                           UPC_STRIDE_ALL);
  if (half == 0) return;
  CHECK(upc_stride_broadcast_nb(&first, &upper, place_of(S, from), len * sizeof(value_t), flags()) == 0);
  CHECK(upc_stride_broadcast_nb(&second, &lower, place_of(S, from), len * sizeof(value_t), flags()) == 0);
  CHECK(upc_stride_wait(&second) == 0);
  CHECK(upc_stride_wait(&first) == 0);
  for (size_t n = 0; n < D->blocks; n++) memcpy(D->model[n], S->model[from], len * sizeof(value_t));
}

/* Two calls in flight that each write to the view they read: blocks go along their own rows. */
static void in_place(array_t *D, array_t *S) {
  array_t *both[] = {D, S};
  upc_stride_handle_t handle[2];
  picked_t picked[2];
  size_t len[2], from[2];
  for (int k = 0; k < 2; k++) {
    picked[k] = pick(both[k]), from[k] = below(both[k]->blocks), len[k] = length(both[k], both[k], 1);
    CHECK(upc_stride_broadcast_nb(&handle[k], &picked[k].section, place_of(both[k], from[k]), len[k] * sizeof(value_t),
                                  flags()) == 0);
  }
  for (int k = 1; k >= 0; k--) {
    CHECK(upc_stride_wait(&handle[k]) == 0);
    for (size_t i = 0; i < picked[k].count; i++)
      memmove(both[k]->model[picked[k].number[i]], both[k]->model[from[k]], len[k] * sizeof(value_t));
    free(picked[k].number);
  }
}

/* Calls of one thread on an open view; the collectives go on. */
static void opened(array_t *V, array_t *S) {
  size_t i = below(V->shape[0]), j = below(V->shape[1]), index[DIMS] = {i, j}, number = i * V->shape[1] + j;
  upc_stride_section_t row = UPC_SECTION(V->handle, UPC_STRIDE_AT((long long)i), UPC_STRIDE_ALL);
  value_t *values = malloc(V->shape[1] * sizeof *values), one = 1;
  const int turn = (int)below((size_t)threads);
  if (!V->view) {
    free(values);
    return;
  }
  CHECK_IS(upc_stride_get_patch(values, NULL, &row), -1);
  CHECK(strstr(upc_stride_last_error(), "a view of the program's memory, must be open") != NULL);
  CHECK_IS(upc_stride_get(values, upc_stride_at(V->handle, index), sizeof one), -1);
  CHECK_IS(upc_stride_updates(V->handle, &number, 1, UPC_ADD, UPC_INT64, &one), -1);
  CHECK(upc_stride_open_view(V->handle) == 0);
  V->open = 1;
  if (me == turn) {
    CHECK(upc_stride_get_patch(values, NULL, &row) == 0);
    for (size_t k = 0; k < V->shape[1]; k++) check_value(__LINE__, values[k], *element(V, i, k));
    for (size_t k = 0; k < V->shape[1]; k++) values[k] = 5 - (value_t)k;
    CHECK(upc_stride_put_patch(&row, values, NULL) == 0);
  }
  for (size_t k = 0; k < V->shape[1]; k++) *element(V, i, k) = 5 - (value_t)k;
  upc_stride_barrier_all();
  doing = "put_patch", compare(V);
  CHECK(upc_stride_acc_elements(V->handle, &number, 1, UPC_ADD, UPC_INT64, &one) == 0);
  upc_stride_barrier_all();
  CHECK(upc_stride_updates(V->handle, &number, 1, UPC_ADD, UPC_INT64, &one) == 0);
  CHECK(upc_stride_update_fence() == 0);
  *element(V, i, j) += 2 * threads;
  doing = "updates", compare(V);
  CHECK(upc_stride_get(values, upc_stride_at(V->handle, index), sizeof one) == 0);
  check_value(__LINE__, values[0], *element(V, i, j));
  upc_stride_barrier_all();
  broadcast(V, S);
  upc_stride_barrier_all();
  doing = "broadcast to an open view", compare(V);
  CHECK(upc_stride_close_view(V->handle) == 0);
  V->open = 0;
  doing = "close_view", compare(V);
  CHECK_IS(upc_stride_close_view(V->handle), -1);
  free(values);
}

/* ---- rounds ---- */

static void one_round(long process) {
  const size_t large = below(3) == 0 ? 40 : 1;
  const size_t b0 = 1 + below(4), b1 = (1 + below(9)) * large * (large > 1 ? 40 : 1);
  const size_t rows = b0 * below(5) + 1 + below(b0), columns = b1 * below(4) + 1 + below(b1);
  const size_t c0 = 1 + below(rows), c1 = below(2) ? b1 : 1 + columns / (1 + below(3));
  array_t A = make(rows, columns, b0, b1), B = make(rows, columns, c0, c1);
  for (int i = 0; i < 8; i++) {
    static const char *const names[] = {"broadcast", "reduce_all", "reduce", "exclusive", "reduce_scatter",
                                        "gather_all", "gather", "scatter", "exchange", "permute", "copy", "transform",
                                        "halo", "files", "fetch", "two broadcasts", "open", "two in place"};
    array_t *D = below(2) ? &A : &B, *S = D == &A ? &B : &A;
    size_t call = below(18);
    forget_tails(&A), forget_tails(&B);
    doing = names[call];
    switch (call) {
      case 0: broadcast(D, below(3) == 0 ? D : S); break; /* a block may go along its own row */
      case 1: reduction(D, S, 1, (int)below(2)); break;
      case 2: reduction(D, S, 0, 0); break;
      case 3: exclusive(D, S); break;
      case 4: reduce_scatter(D, S); break;
      case 5: gather_all(D, S); break;
      case 6: gather(D, S, 0); break;
      case 7: gather(D, S, 1); break;
      case 8: exchange(D, S, (int)below(2)); break;
      case 9: permute(D, S); break;
      case 10: copy(D, S, 0, (int)below(2)); break;
      case 11: copy(D, S, 1, 0); break;
      case 12: halo(S); break;
      case 13: files(D, S, process); break;
      case 14: fetch(S); break;
      case 15: together(D, S); break;
      case 16: opened(D, S); break;
      case 17: in_place(D, S); break;
    }
    upc_stride_barrier_all();
    doing = names[call];
    compare(&A), compare(&B);
    if (below(4) == 0) fill(below(2) ? &A : &B);
  }
  end(&A), end(&B);
}

/* A block of thread 0 goes along its own row: all blocks of that row are thread 0's, so nothing leaves it. */
static void own_row(void) {
  double m[12];
  size_t p = (size_t)threads, shape[] = {12 * p}, block[] = {4}, first[] = {0};
  for (int i = 0; i < 12; i++) m[i] = i + 100 * me;
  upc_stride_array_t V = upc_stride_array_of(m, sizeof m, 1, shape, block, sizeof(double), 0, NULL);
  upc_stride_section_t row = UPC_SECTION(V, UPC_STRIDE_STEP(0, threads, 2 * threads));
  CHECK(upc_stride_broadcast(&row, upc_stride_at(V, first), sizeof(double[4]), 0) == 0);
  for (int i = 0; i < 12; i++) CHECK_IS(m[i], me == 0 ? i % 4 : i + 100 * me);
  CHECK(upc_stride_all_free(V) == 0);
}

/* ---- wrong arguments ---- */

static void refused(void *memory, size_t bytes, size_t elements, const char *text) {
  size_t shape[] = {elements}, block[] = {4};
  CHECK(upc_stride_array_of(memory, bytes, 1, shape, block, sizeof(double), 0, NULL) == NULL);
  if (strstr(upc_stride_last_error(), text) == NULL) complain(__LINE__, text, 0, 0, 0);
}

static void wrong(void) {
  double some[8] = {0};
  size_t all = 4 * (size_t)threads, shape[] = {all}, block[] = {4};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  refused(NULL, sizeof some, all, "upc_stride_array_of: memory: null, must have 32 bytes for the caller's blocks");
  refused(some, 31, all, "upc_stride_array_of: bytes: 31, must be at least 32 for the caller's 1 block");
  refused(some, sizeof some, 0, "upc_stride_array_of: shape: 0 elements in dimension 0, must be at least 1");
  CHECK_IS(upc_stride_open_view(A), -1);
  if (strstr(upc_stride_last_error(), "must be of upc_stride_array_of") == NULL) complain(__LINE__, "open", 0, 0, 0);
  CHECK(upc_stride_all_free(A) == 0);
}

int main(int argc, char **argv) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 64 << 20};
  int rounds = argc > 2 ? atoi(argv[2]) : 60;
  long process = (long)getpid();
  size_t one[] = {1}, zero[] = {0};
  START(&options);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  upc_stride_array_t first = upc_stride_all_alloc(1, one, one, sizeof process, 0, NULL);
  if (me == 0) upc_stride_put(upc_stride_at(first, zero), &process, sizeof process);
  upc_stride_barrier_all();
  upc_stride_get(&process, upc_stride_at(first, zero), sizeof process);
  own_row();
  wrong();
  for (int round = 0; round < rounds; round++) {
    state = (unsigned long long)(argc > 1 ? atoi(argv[1]) : 1) * 1000 + (unsigned)round;
    one_round(process);
  }
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
