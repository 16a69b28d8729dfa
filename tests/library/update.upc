/* SPDX-License-Identifier: BSD-3-Clause
 * Random updates of random elements by all threads, with every operation and type, against a sequential model. Several
 * threads update the same elements. Operations and types alternate from update to update.
 * usage: update [rounds [seed]] */
#include "model_values.h"
#include "world.h"

enum { CELLS = 97, UPDATES = 900 };

/* Those of real numbers first: a product of them rounds by the order of updates. */
static const upc_op_t ops[] = {UPC_ADD, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX, UPC_STRIDE_PUT,
                               UPC_MULT, UPC_AND, UPC_OR, UPC_XOR};
enum { OPS_OF_REALS = 6, OPS = sizeof ops / sizeof ops[0] };

/* Cells of 8 bytes, on random threads. Each has one type and one operation in a round. */
static world_array_t W;
static unsigned long long expected[CELLS];
static int type[CELLS], op[CELLS];

static int is_real(int cell) { return value_types[type[cell]].kind == REAL; }

static void scene(void) {
  int i;
  W.kind = WORLD_ALLOCATED, W.first = 0, W.elem = 8, W.ndims = 1, W.ngrid = 0;
  W.shape[0] = CELLS, W.block[0] = (size_t)random_in(1, 9);
  W.array = upc_stride_all_alloc(1, W.shape, W.block, 8, 0, NULL);
  for (i = 0; i < CELLS; i++) {
    do type[i] = random_below(VALUE_TYPES); while (value_types[type[i]].size > 8);
    op[i] = random_below(is_real(i) ? OPS_OF_REALS : OPS);
  }
}

static shared void *cell(int i) {
  size_t at = (size_t)i;
  return upc_stride_at(W.array, &at);
}

/* A value of the cell's type: small, so that sums of real numbers are exact; for a put the same from all threads. */
static void value_of(int i, unsigned seed, unsigned char *value) {
  unsigned long long bits = ops[op[i]] == UPC_STRIDE_PUT ? (unsigned)i * 77u : seed * 0x9E3779B97F4A7C15ull;
  if (is_real(i)) put_real(value, value_types[type[i]].size, (long double)(bits % 9) - 4);
  else memcpy(value, &bits, 8);
}

static void combine_in_model(int i, const unsigned char *value) {
  if (ops[op[i]] == UPC_STRIDE_PUT) memcpy(&expected[i], value, value_types[type[i]].size);
  else value_combine(type[i], ops[op[i]], (unsigned char *)&expected[i], value);
}

/* What a cell has before: bytes that no update may change, and in the first of them a value of the cell's type. */
static void put_start(int i) {
  unsigned char value[VALUE_MOST];
  expected[i] = (unsigned long long)i * 0x0123456789ABCDEFull;
  if (!is_real(i)) return;
  put_real(value, value_types[type[i]].size, i % 5);
  memcpy(&expected[i], value, value_types[type[i]].size);
}

/* All updates of a thread, in the model or by the library. */
static void updates_of(int thread, int by_library) {
  unsigned long long state = random_state + (unsigned)thread * 7919u;
  int n;
  for (n = 0; n < UPDATES; n++) {
    unsigned char value[VALUE_MOST];
    int i;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    i = (int)(state >> 40) % CELLS;
    value_of(i, (unsigned)(state >> 33), value);
    if (by_library) upc_stride_update(cell(i), ops[op[i]], value_types[type[i]].type, value);
    else combine_in_model(i, value);
  }
}

static void compare(void) {
  int i;
  for (i = 0; i < CELLS; i++) {
    unsigned long long got;
    upc_memget(&got, cell(i), 8);
    if (got != expected[i]) world_fail("cell", i, 0, (unsigned)expected[i], (unsigned)got);
  }
}

static void round_of_updates(void) {
  int i, t;
  scene();
  for (i = 0; i < CELLS; i++) {
    put_start(i);
    if (upc_threadof(cell(i)) == MYTHREAD) memcpy((char *)cell(i), &expected[i], 8);
  }
  upc_barrier;
  for (t = 0; t < THREADS; t++) updates_of(t, 0);
  world_dawdle();
  updates_of(MYTHREAD, 1);
  upc_stride_update_fence();
  compare();
  random_bits();
  upc_barrier;
  upc_stride_all_free(W.array);
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 20);
  for (world_round = 0; world_round < rounds; world_round++) round_of_updates();
  upc_stride_update_fence(); /* without any update */
  return world_verdict();
}
