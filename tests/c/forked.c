/* SPDX-License-Identifier: BSD-3-Clause
 * A thread forks, and its child makes a call of the library in its place. The child ends with a line and status 1; the
 * threads' own calls are right before and after. A child that makes no call is nobody's business. */
#include "check.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static upc_stride_array_t A, B;
static upc_stride_section_t a, b;
static int *mine, *sums;

static void add_up(void) { upc_stride_reduce_all(&b, &a, 1, UPC_ADD, UPC_INT, NULL, 0); }
static void meet(void) { upc_stride_barrier_all(); }
static void put(void) { upc_stride_put(upc_stride_at(A, (size_t[]){0}), mine, sizeof *mine); }
static void allocate(void) { upc_stride_all_alloc(1, (size_t[]){1}, (size_t[]){1}, 4, 0, NULL); }
static void free_it(void) { upc_stride_all_free(A); }
static void update(void) { upc_stride_update(upc_stride_at(A, (size_t[]){0}), UPC_ADD, UPC_INT, mine); }
static void end(void) { upc_stride_finalize(); }
static void nothing(void) {}

static int status_of(void (*call)(void)) {
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    call();
    _exit(0);
  }
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
  static void (*const calls[])(void) = {add_up, meet, put, allocate, free_it, update, end, nothing};
  size_t shape[1], block[1] = {1}, i;
  START(NULL);
  shape[0] = (size_t)upc_stride_threads();
  A = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
  upc_stride_select(&a, A, ":"), upc_stride_select(&b, B, ":");
  mine = upc_stride_own_block(A, 0, NULL), sums = upc_stride_own_block(B, 0, NULL);
  for (i = 0; i < sizeof calls / sizeof *calls; i++) {
    *mine = (int)i + upc_stride_mythread();
    if (upc_stride_mythread() == (int)i % upc_stride_threads()) CHECK_IS(status_of(calls[i]), calls[i] != nothing);
    add_up();
    CHECK_IS(*sums, (int)shape[0] * (int)i + (int)(shape[0] * (shape[0] - 1) / 2));
    upc_stride_barrier_all();
  }
  upc_stride_finalize();
  return passed();
}
