/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives on private variables, against a model written from their definition: random types and operations over the
 * owners of random sections, over listed threads, over teams that were split, and over all threads. The calls follow
 * each other without barriers, and their teams overlap. What no call may write is poisoned.
 * usage: one_value [rounds [seed]] */
#include "model_values.h"
#include "world.h"

enum { MOST_THREADS = 512, MOST_VALUES = 5, BYTES = 1024, GUARD = 64, TO_ALL_CALLS = 8 };

static world_array_t W;
static world_section_t picked;
static int member[MOST_THREADS], members; /* in their order, by the definition */
static upc_stride_section_t team;

static unsigned char buffer[GUARD + BYTES + GUARD], given[BYTES], expected[BYTES], before[BYTES];
#define result (buffer + GUARD)

static int rank_of(int thread) {
  int i = 0;
  while (i < members && member[i] != thread) i++;
  return i < members ? i : -1;
}

/* ---- teams ---- */

static void owners_of_a_section(void) {
  int p, owner;
  upc_stride_section_t S;
  world_section(&W, &picked);
  members = 0;
  for (p = 0; p < picked.k; p++) {
    owner = world_owner(&W, picked.number[p]);
    if (rank_of(owner) < 0) member[members++] = owner;
  }
  S = upc_stride_section_here("one_value.upc", 1, W.array, W.ndims, picked.iv);
  team = S;
}

static void some_threads(void) {
  int i, j, swap;
  members = random_below(THREADS + 1);
  for (i = 0; i < THREADS; i++) member[i] = i;
  for (i = 0; i < members; i++) {
    j = random_in(i, THREADS - 1);
    swap = member[i], member[i] = member[j], member[j] = swap;
  }
  team = upc_stride_threads_listed(member, (size_t)members);
}

static int colour_of(int thread, unsigned salt) {
  return (int)((unsigned)(thread + 1) * 2654435761u * salt >> 20) % 4 - 1;
}

static int key_of(int thread, unsigned salt) { return (int)((unsigned)(thread + 3) * 40503u * salt >> 7) % 5 - 2; }

static void threads_of_one_colour(void) {
  const unsigned salt = random_bits() | 1;
  const int colour = colour_of(MYTHREAD, salt);
  int key, t;
  members = 0;
  for (key = -4; key <= 6 && colour >= 0; key++)
    for (t = 0; t < THREADS; t++)
      if (colour_of(t, salt) == colour && key_of(t, salt) == key) member[members++] = t;
  team = upc_stride_all_threads_split(colour, key_of(MYTHREAD, salt));
}

/* The caller's team falls into teams by colour and key, up to three times. Nobody else calls, and the other teams are
 * split at the same time. A thread that is in no team may call. */
static void split_again(void) {
  static int was[MOST_THREADS];
  int times = random_in(1, 3), n, key, i;
  while (times-- > 0) {
    const unsigned salt = random_bits() | 1;
    const int others_call = random_below(2), mine = rank_of(MYTHREAD) >= 0, colour = colour_of(MYTHREAD, salt);
    for (n = 0; n < members; n++) was[n] = member[n];
    members = 0;
    for (key = -4; key <= 6 && mine && colour >= 0; key++)
      for (i = 0; i < n; i++)
        if (colour_of(was[i], salt) == colour && key_of(was[i], salt) == key) member[members++] = was[i];
    if (mine || others_call) team = upc_stride_team_split(team, colour, key_of(MYTHREAD, salt));
    else team = upc_stride_threads_listed(NULL, 0);
  }
}

static void all_threads(void) {
  for (members = 0; members < THREADS; members++) member[members] = members;
  team = upc_stride_all_threads();
}

/* ---- values ---- */

static int type, op;                  /* by number */
static size_t size, count;            /* of a value; values */

static unsigned noise(int thread, size_t i) {
  unsigned long long x = (unsigned long long)world_round * 7919u + (unsigned)thread * 104729u + i * 31u + 1u;
  x *= 0x9E3779B97F4A7C15ull;
  return (unsigned)(x >> 33);
}

/* Small real numbers: every order of sums and products is exact. */
static void real_value(unsigned char *value, size_t bytes, unsigned bits) {
  put_real(value, bytes, value_ops[op] == UPC_MULT ? (bits & 1 ? 1 : -1) : (long double)(bits % 9) - 4);
}

static void value_of(int thread, unsigned char *value) {
  const int kind = value_types[type].kind;
  size_t i;
  for (i = 0; i < count * size; i++) value[i] = (unsigned char)noise(thread, i);
  for (i = 0; i < count && kind == REAL; i++) real_value(value + i * size, size, noise(thread, i));
  for (i = 0; i < 2 * count && kind == COMPLEX; i++) real_value(value + i * size / 2, size / 2, noise(thread, i));
}

/* Six bytes of x86's long double are padding. */
static int has_padding(void) {
  return (value_types[type].kind == REAL && size > 8) || (value_types[type].kind == COMPLEX && size > 16);
}

static void draw_values(void) {
  do type = random_below(REDUCED_TYPES), size = value_types[type].size; while (has_padding());
  op = random_below(value_types[type].kind == COMPLEX ? COMPLEX_OPS : value_types[type].kind == REAL ? REAL_OPS
                                                                                                    : VALUE_OPS);
  count = (size_t)random_in(1, MOST_VALUES);
  value_size = size;
}

static int is_logical(void) { return value_ops[op] == UPC_LOGAND || value_ops[op] == UPC_LOGOR; }

/* Values of the members first..last, combined. Those of logical operations are 0 or 1, also of one member. */
static void combine(int first, int last, unsigned char *sum) {
  unsigned char value[BYTES];
  int r;
  size_t i;
  value_of(member[first], sum);
  value_of(member[first], value);
  for (i = 0; i < count && is_logical(); i++) value_combine(type, value_ops[op], sum + i * size, value + i * size);
  for (r = first + 1; r <= last; r++) {
    value_of(member[r], value);
    for (i = 0; i < count; i++) value_combine(type, value_ops[op], sum + i * size, value + i * size);
  }
}

typedef void function_t(const void *in, void *inout, size_t count);

static function_t *function(void) {
  return value_ops[op] == UPC_FUNC ? add_bytes : value_ops[op] == UPC_NONCOMM_FUNC ? compose_bytes : NULL;
}

/* ---- a call and what it must give ---- */

static void poison(void) {
  memset(buffer, (int)POISON, sizeof buffer);
  memcpy(expected, result, BYTES);
}

static void compare(const char *what) {
  size_t i;
  for (i = 0; i < GUARD; i++)
    if (buffer[i] != POISON || buffer[GUARD + BYTES + i] != POISON) world_fail("beside the result", 0, i, POISON, 0);
  for (i = 0; i < BYTES; i++)
    if (result[i] != expected[i]) world_fail(what, rank_of(MYTHREAD), i, expected[i], result[i]);
}

enum { REDUCE, PREFIX, EXCLUSIVE };

static void reduce(int how) {
  const int rank = rank_of(MYTHREAD), in_place = random_below(2);
  const upc_op_t o = value_ops[op];
  const upc_type_t t = value_types[type].type;
  const void *from = in_place ? (const void *)result : given;
  value_of(MYTHREAD, given);
  poison();
  if (in_place) memcpy(result, given, count * size), memcpy(expected, given, count * size);
  if (rank >= 0 && how == REDUCE) combine(0, members - 1, expected);
  if (rank >= 0 && how == PREFIX) combine(0, rank, expected);
  if (rank > 0 && how == EXCLUSIVE) combine(0, rank - 1, expected);
  if (how == REDUCE) upc_stride_all_reduce_value(result, from, count, o, t, function(), team);
  else if (how == PREFIX) upc_stride_all_prefix_value(result, from, count, o, t, function(), team);
  else upc_stride_all_prefix_exclusive_value(result, from, count, o, t, function(), team);
  compare(how == REDUCE ? "reduce" : how == PREFIX ? "prefix" : "exclusive prefix");
}

/* One element of any size, such as a struct. */
static void reduce_with(int prefix) {
  const int rank = rank_of(MYTHREAD), in_order = random_below(2);
  size_t bytes = (size_t)random_in(1, 40), i;
  unsigned char value[BYTES];
  void (*func)(const void *, void *, size_t, void *) = in_order ? compose_elements : add_elements;
  int r;
  poison();
  for (r = 0; rank >= 0 && r <= (prefix ? rank : members - 1); r++) {
    for (i = 0; i < bytes; i++) value[i] = (unsigned char)noise(member[r], i);
    if (r > 0) memcpy(before, expected, bytes), func(before, value, 1, &bytes);
    memcpy(expected, value, bytes);
  }
  for (i = 0; i < bytes; i++) given[i] = (unsigned char)noise(MYTHREAD, i);
  if (prefix)
    upc_stride_all_prefix_value_with(result, given, bytes, in_order ? UPC_NONCOMM_FUNC : UPC_FUNC, func, &bytes, team);
  else
    upc_stride_all_reduce_value_with(result, given, bytes, in_order ? UPC_NONCOMM_FUNC : UPC_FUNC, func, &bytes, team);
  compare(prefix ? "prefix with" : "reduce with");
}

static void broadcast(void) {
  const size_t bytes = random_below(3) == 0 ? (size_t)random_in(0, BYTES) : (size_t)random_in(1, 16);
  const int draw = random_below(MOST_THREADS);
  int root;
  size_t i;
  poison();
  for (i = 0; i < bytes; i++) result[i] = expected[i] = (unsigned char)noise(MYTHREAD, i);
  if (members == 0) {
    upc_stride_all_broadcast_value(result, bytes, 0, team);
    compare("broadcast to nobody");
    return;
  }
  root = member[draw % members];
  for (i = 0; i < bytes && rank_of(MYTHREAD) >= 0; i++) expected[i] = (unsigned char)noise(root, i);
  upc_stride_all_broadcast_value(result, bytes, root, team);
  compare("broadcast");
}

/* ---- numbers of all threads ---- */

#define CHECK_NUMBER(call, value) \
  do if ((call) != (value)) world_fail(#call, 0, 0, (unsigned)(value), (unsigned)(call)); while (0)

static void numbers(void) {
  const int p = THREADS, i = MYTHREAD - 1;
  const unsigned u = (unsigned)MYTHREAD;
  const long l = -(long)MYTHREAD;
  const unsigned long long w = 1ull << 40;
  const float f = (float)MYTHREAD / 2;
  const double d = 0.25;
  CHECK_NUMBER(upc_stride_sum(i), p * (p - 1) / 2 - p);
  CHECK_NUMBER(upc_stride_max(u), (unsigned)p - 1);
  CHECK_NUMBER(upc_stride_min(l), 1L - p);
  CHECK_NUMBER(upc_stride_sum(w), (unsigned long long)p << 40);
  CHECK_NUMBER(upc_stride_max(f), (float)(p - 1) / 2);
  CHECK_NUMBER(upc_stride_sum(d), 0.25 * p);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 300), fresh = 0, call;
  if (THREADS > MOST_THREADS) return 77;
  for (world_round = 0; world_round < rounds; world_round++) {
    if (fresh == 0) world_array(&W, 4);
    fresh = (fresh + 1) % TO_ALL_CALLS;
    switch (random_below(8)) {
      case 0: all_threads(); break;
      case 1: threads_of_one_colour(); break;
      case 2: case 3: some_threads(); break;
      default: owners_of_a_section();
    }
    if (random_below(3) == 0) split_again();
    draw_values();
    call = random_below(6);
    if (random_below(8) == 0) world_dawdle();
    if (call <= EXCLUSIVE) reduce(call);
    else if (call == 3) broadcast();
    else reduce_with(call == 4);
    if (world_round % 32 == 0) numbers();
    if (fresh > 0 && world_round < rounds - 1) continue;
    upc_barrier;
    world_free(&W);
    fresh = 0;
  }
  return world_verdict();
}
