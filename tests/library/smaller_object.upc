/* SPDX-License-Identifier: BSD-3-Clause
 * A place, or an array of a standard collective, is memory that was freed, and is a smaller object now. A call that is
 * made again is refused, and so is one with another place in this object. Where the object is large enough, it serves.
 * usage: smaller_object CALL [enough|prepared]  The call reads or writes LARGE bytes there. A prepared one is started
 * again when so much else was freed that the runtime no longer knows of the place's first object. */
#include <upc.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>

#include <stdio.h>
#include <string.h>

enum { LARGE = 1200, SMALL = 1000 };

static upc_stride_array_t A;            /* a block of LARGE bytes on each thread */
static shared [LARGE] char in_blocks[LARGE * THREADS];
static shared [] char *shared given;

static upc_stride_section_t all(void) { return UPC_SECTION(A, UPC_STRIDE_ALL); }

/* With a place on thread 0. */
static void call_with(const char *call, shared void *place) {
  const size_t piece = LARGE / THREADS;
  const upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  if (strcmp(call, "broadcast") == 0) upc_stride_broadcast(all(), place, LARGE, flags);
  if (strcmp(call, "scatter") == 0) upc_stride_scatter(all(), place, piece, 0);
  if (strcmp(call, "gather") == 0) upc_stride_gather(place, all(), piece, flags);
  if (strcmp(call, "reduce") == 0) upc_stride_reduce(place, all(), LARGE / 8, UPC_ADD, UPC_INT64, NULL, 0);
  if (strcmp(call, "upc_all_broadcast") == 0) upc_all_broadcast(in_blocks, place, LARGE, flags);
  if (strcmp(call, "upc_all_gather") == 0) upc_all_gather(place, in_blocks, piece, 0);
}

/* The place is `from` bytes into an object of LARGE or SMALL bytes, which begins where all others have begun. */
static void turn(const char *call, size_t bytes, size_t from) {
  shared [] char *object;
  int again;
  if (MYTHREAD == 0) given = (shared [] char *)upc_alloc(bytes);
  upc_barrier;
  object = given;
  for (again = 0; again < 2; again++) call_with(call, (shared void *)(object + from));
  upc_barrier;
  if (MYTHREAD == 0) upc_free((shared void *)object);
}

/* An array of all threads. The one behind it stays, so that the next one begins where it did. */
static void turn_of_array(size_t bytes) {
  shared void *array = upc_all_alloc(THREADS, bytes), *behind = upc_all_alloc(THREADS, LARGE);
  int again;
  for (again = 0; again < 2; again++) {
    upc_all_broadcast(array, in_blocks, LARGE, 0);
    upc_all_scatter(array, in_blocks, LARGE / THREADS, 0);
  }
  upc_all_free(array);
  array = upc_all_alloc(THREADS, SMALL);
  upc_all_broadcast(array, in_blocks, LARGE, 0);
  (void)behind;
}

static upc_stride_handle_t prepared(const char *call, shared void *place) {
  const size_t piece = LARGE / THREADS;
  const upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  if (strcmp(call, "broadcast") == 0) return upc_stride_broadcast_init(all(), place, LARGE, flags);
  if (strcmp(call, "scatter") == 0) return upc_stride_scatter_init(all(), place, piece, 0);
  if (strcmp(call, "gather") == 0) return upc_stride_gather_init(place, all(), piece, flags);
  return upc_stride_reduce_init(place, all(), LARGE / 8, UPC_ADD, UPC_INT64, NULL, 0);
}

static void start_and_wait(upc_stride_handle_t call) {
  upc_stride_start_call(call);
  upc_stride_wait(&call);
}

static void turn_of_prepared(const char *name) {
  enum { OTHERS = 12 };
  upc_stride_handle_t call;
  int i;
  if (MYTHREAD == 0) given = (shared [] char *)upc_alloc(LARGE);
  upc_barrier;
  call = prepared(name, (shared void *)given);
  start_and_wait(call);
  upc_barrier;
  if (MYTHREAD == 0) {
    upc_free((shared void *)given);
    given = (shared [] char *)upc_alloc(SMALL);
    for (i = 0; i < OTHERS; i++) upc_free(upc_alloc(8));
  }
  upc_barrier;
  start_and_wait(call);
}

int main(int argc, char **argv) {
  const char *call = argv[1];
  size_t shape[1], block[] = {LARGE};
  shape[0] = (size_t)LARGE * THREADS;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  if (strcmp(call, "array") == 0) turn_of_array(LARGE);
  if (argc > 2 && strcmp(argv[2], "prepared") == 0) turn_of_prepared(call);
  turn(call, 2 * LARGE, 64);
  turn(call, LARGE + 64, 64);
  turn(call, LARGE, 0);
  if (argc == 2) turn(call, SMALL, 0);
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
