/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs of wild_numbers.py share. Each case of a program is a call with one number that is near 0, 2^31,
 * 2^32, 2^61, 2^63 or 2^64, or with one null argument. The call either fails with a line, or does what fits. What lies
 * around its buffers stays. */
#ifndef TESTS_NUMBERS_H
#define TESTS_NUMBERS_H

#include <upc_stride_scalapack.h>
#include <upc_stride_file.h>
#include <upc_stride_graph.h>

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long number_t;

enum { BLOCK = 64, GUARD = 4096, BUFFER = 1 << 16, LIST = 64 };

static int threads, failed;
static upc_stride_array_t A, B;           /* a block of 2 x 4 numbers on each thread */
static upc_stride_section_t all, other;   /* of them */
static upc_stride_pointer_t memory, place; /* GUARD bytes, at `place` a block for each thread, GUARD bytes */
static unsigned char buffer[GUARD + BUFFER + GUARD], *const inside = buffer + GUARD;
static const char path[] = "all.zarr";

/* ---- lists of the program ---- */

static size_t zeros[LIST], ones[LIST], eights[LIST], rows[LIST], columns[LIST], ascending[LIST];
static int identity[LIST], owners[LIST];

static int owner_of(const size_t *block, void *argument) { return argument == NULL ? (int)(block[1] % threads) : 0; }
static int owner_of_index(const long long *index, void *argument) {
  return argument == NULL ? (int)(index[0] % threads) : 0;
}

static void combine(const void *in, void *inout, size_t count, void *context) {
  (void)in, (void)inout, (void)count, (void)context;
}

/* ---- what must stay ---- */

static void complain(const char *call, const char *argument, number_t x, const char *what) {
  fprintf(stderr, "thread %d: %s, %s %llu: %s %s\n", upc_stride_mythread(), call, argument, x, what,
          upc_stride_last_error());
  failed = 1;
}

static int is_whole(const unsigned char *guard) {
  int i = 0;
  while (i < GUARD && guard[i] == 77) i++;
  return i == GUARD;
}

static int all_whole(void) {
  const unsigned char *first = upc_stride_address_of(memory);
  return is_whole(buffer) && is_whole(buffer + GUARD + BUFFER) && is_whole(first) &&
         is_whole(first + GUARD + BLOCK * threads);
}

static void begin(void) {
  size_t shape[] = {2, 4 * (size_t)upc_stride_threads()}, block[] = {2, 4};
  int i;
  threads = upc_stride_threads();
  for (i = 0; i < LIST; i++) {
    ones[i] = 1, eights[i] = 8, ascending[i] = (size_t)i, identity[i] = i, owners[i] = i % threads;
    rows[i] = 8 * ((size_t)i / (size_t)threads), columns[i] = 8 * ((size_t)i % (size_t)threads);
  }
  memset(buffer, 77, sizeof buffer);
  A = upc_stride_all_alloc(2, shape, block, 8, 0, NULL);
  B = upc_stride_all_alloc(2, shape, block, 8, 0, NULL);
  memory = upc_stride_all_memory(GUARD + BLOCK * (size_t)threads + GUARD);
  place = upc_stride_plus(memory, GUARD);
  if (upc_stride_mythread() == 0) {
    upc_stride_put(memory, buffer, GUARD);
    upc_stride_put(upc_stride_plus(place, BLOCK * (size_t)threads), buffer, GUARD);
  }
  upc_stride_barrier_all();
  all = UPC_SECTION(A, UPC_STRIDE_STEP(0, 1, 0), UPC_STRIDE_STEP(0, 1, threads - 1));
  other = UPC_SECTION(B, UPC_STRIDE_STEP(0, 1, 0), UPC_STRIDE_STEP(0, 1, threads - 1));
}

/* The elements of the array that the section's blocks have. */
static upc_stride_section_t elements(upc_stride_section_t of) {
  of.interval[0].hi = 1, of.interval[1].hi = 4 * threads - 1;
  return of;
}

/* ---- a call ---- */

static const char *call_name, *argument_name;
static number_t given;
static char line[1200];

static int null_argument;                 /* the number of the argument that is null, or -1 */
#define UNLESS_NULL(number, value) (null_argument == number ? NULL : (value))
#define PLACE(number, value) (null_argument == number ? nowhere : (value))
static const upc_stride_pointer_t nowhere;

static void made(long long status) {
  if (status != -1 || upc_stride_last_error()[0] != 0) return;
  complain(call_name, argument_name, given, "fails without a line");
}
static void new_array(upc_stride_array_t new) {
  made(new == NULL ? -1 : 0);
  if (new != NULL) made(upc_stride_all_free(new));
}
static void new_memory(upc_stride_pointer_t new) { upc_stride_all_free_memory(new); }
static void started(int status, upc_stride_handle_t *handle) {
  made(status);
  if (status == 0 && upc_stride_wait(handle) != 0) made(-1);
}

static void prepared(int status, upc_stride_handle_t *handle) {
  made(status);
  if (status != 0) return;
  made(upc_stride_start_call(*handle));
  made(upc_stride_wait(handle));
  made(upc_stride_free_call(handle));
}

/* Calls on graphs end the program if they fail. */
static jmp_buf back;
void upc_stride_fail_by(void (*take)(const char *line));
static void come_back(const char *text) {
  snprintf(line, sizeof line, "%s", text);
  longjmp(back, 1);
}
#define MAY_END(...)                   \
  do {                               \
    upc_stride_fail_by(come_back);   \
    if (setjmp(back) == 0) { __VA_ARGS__; } \
  } while (0)

static long long length = 64;             /* of a value of one dimension */

static void write_all(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *v = &p->operand[0];
  long long i;
  (void)unused;
  for (i = v->box.lo[0]; i < v->box.hi[0]; i++) *(double *)upc_stride_element(v, i, 0, 0, 0) = 1;
}

/* A graph whose only step has the parts of d. */
static upc_stride_graph_t *graph_of(const upc_stride_distribution_t *d) {
  upc_stride_graph_t *g = upc_stride_graph_new();
  int value = upc_stride_graph_value(g, "value", sizeof(double), 1, &length);
  int step = upc_stride_graph_step(g, "step", write_all, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, value, d);
  return g;
}

static upc_stride_distribution_t *halves(void) {
  return upc_stride_distribution_slabs(1, &length, 0, 2 * threads, threads);
}

static void run(upc_stride_graph_t *g) {
  upc_stride_graph_run(g, 2);
  upc_stride_graph_free(g);
}

static void use(upc_stride_distribution_t *d) {
  run(graph_of(d));
  upc_stride_distribution_free(d);
}

#endif
