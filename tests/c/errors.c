/* SPDX-License-Identifier: BSD-3-Clause
 * Errors of calls in C: a code and a line, or the line and the end. The argument says which call is wrong. Without one,
 * all calls are wrong in turn, with UPC_STRIDE_ERRORS_RETURN, and the library works afterwards. */
#include "tests/c/check.h"

#include <string.h>

static upc_stride_array_t A;
static upc_stride_section_t row;

static void says(const char *text) {
  if (strstr(upc_stride_last_error(), text) != NULL) return;
  fprintf(stderr, "expected '%s' in '%s'\n", text, upc_stride_last_error());
  upc_stride_exit(1);
}

static void broadcast_too_much(void) {
  size_t zero[] = {0, 0};
  CHECK_IS(upc_stride_broadcast(&row, upc_stride_at(A, zero), 1000000, 0), -1);
}

/* What a program in UPC cannot do: sections and handles by address, threads and bytes by number. */
static void only_in_c(void) {
  const upc_stride_section_t beyond = UPC_SECTION(A, UPC_STRIDE_AT(2));
  const size_t outside[] = {8, 0};
  upc_stride_pointer_t memory = upc_stride_all_memory(1000);
  upc_stride_handle_t handle;
  char bytes[100] = "";
  double one = 1;
  CHECK_IS(upc_stride_broadcast(NULL, memory, 8, 0), -1);
  says("upc_stride_broadcast: dst: null, must be the address of a section");
  CHECK_IS(upc_stride_gather_nb(&handle, memory, NULL, 8, 0), -1);
  CHECK(handle == NULL);
  says("upc_stride_gather: src: null, must be the address of a section");
  CHECK_IS(upc_stride_copy(&row, NULL, 0), -1);
  says("upc_stride_copy: src: null, must be the address of a section");
  CHECK_IS(upc_stride_halo(bytes, NULL, 1, 0, 0), -1);
  says("upc_stride_halo: src: null, must be the address of a section");
  CHECK_IS(upc_stride_barrier(NULL), -1);
  says("upc_stride_barrier: section: null, must be the address of a section");
  CHECK_IS(upc_stride_picked(NULL, NULL), -1);
  says("upc_stride_picked: section: null");
  CHECK_IS(upc_stride_have_affinity(NULL), -1);
  says("upc_stride_have_affinity: section: null");
  CHECK_IS(upc_stride_have_affinity(&beyond), -1);
  says("upc_stride_have_affinity: section: picks block 2");
  CHECK_IS(upc_stride_owner_of_element(A, outside), -1);
  says("upc_stride_owner_of_element: index: 8 in dimension 0");
  CHECK_IS(upc_stride_select(NULL, A, ":"), -1);
  says("upc_stride_select: section: null");
  CHECK_IS(upc_stride_broadcast_nb(NULL, &row, memory, 8, 0), -1);
  says("upc_stride_broadcast: handle: null, must be the address of a handle");
  CHECK(upc_stride_is_null(upc_stride_on_thread(memory, upc_stride_threads())));
  says("upc_stride_on_thread: thread: ");
  CHECK_IS(upc_stride_get(bytes, upc_stride_plus(memory, 950), 51), -1);
  says("upc_stride_get: from: a place with 50 bytes up to the end of its shared object, must have 51");
  CHECK_IS(upc_stride_put(upc_stride_plus(memory, 990), bytes, 100), -1);
  says("upc_stride_put: to: a place with 10 bytes up to the end of its shared object, must have 100");
  CHECK_IS(upc_stride_get(bytes, upc_stride_plus(memory, 1l << 40), 1), -1);
  says("upc_stride_get: from: a place with 0 bytes up to the end of its shared object, must have 1");
  CHECK_IS(upc_stride_put(upc_stride_plus(memory, 950), bytes, 50), 0);
  CHECK_IS(upc_stride_update(memory, UPC_ADD, UPC_DOUBLE, &one), 0);
  CHECK_IS(upc_stride_barrier_all(), -1);
  says("upc_stride_barrier_all: order: called after upc_stride_update, must come after upc_stride_update_fence");
  CHECK_IS(upc_stride_finalize(), -1);
  says("upc_stride_finalize: order: called after upc_stride_update");
  CHECK_IS(upc_stride_update_fence(), 0);
  CHECK_IS(upc_stride_all_free_memory(memory), 0);
}

/* A start that is refused does not put the call in flight. */
static void refused_start(void) {
  const size_t shape[] = {4 * (size_t)upc_stride_threads()}, block[] = {4};
  upc_stride_array_t B = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(B, UPC_STRIDE_ALL);
  upc_stride_handle_t handle;
  CHECK_IS(upc_stride_reduce_all_init(&handle, &all, &all, 4, UPC_ADD, UPC_DOUBLE, NULL, 0), 0);
  CHECK_IS(upc_stride_start_call(handle), 0);
  CHECK_IS(upc_stride_wait(&handle), 0);
  CHECK_IS(upc_stride_all_free(B), 0);
  CHECK_IS(upc_stride_start_call(handle), -1);
  says("upc_stride_reduce_all: array: freed, must last until the prepared call is freed");
  CHECK_IS(upc_stride_wait(&handle), 0);
  CHECK_IS(upc_stride_start_call(handle), -1);
  CHECK_IS(upc_stride_free_call(&handle), 0);
  CHECK(handle == NULL);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  upc_stride_options_t options = {.errors = strcmp(what, "") == 0 ? UPC_STRIDE_ERRORS_RETURN
                                  : strcmp(what, "options") == 0 ? 17 : UPC_STRIDE_ERRORS_END, .check = 1};
  size_t shape[] = {8, 8}, block[] = {4, 4}, outside[] = {8, 0}, zero[] = {0, 0};
  int grid[] = {3, 5};
  if (strcmp(what, "early") == 0) return upc_stride_all_alloc(2, shape, block, 8, 0, NULL) == NULL;
  START(&options);
  if (strcmp(what, "twice") == 0) return upc_stride_init(NULL);
  A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  row = UPC_SECTION(A, UPC_STRIDE_AT(0));
  if (strcmp(what, "broadcast") == 0) broadcast_too_much();
  if (strcmp(what, "late") == 0) upc_stride_finalize();
  if (strcmp(what, "late") == 0) return upc_stride_all_alloc(2, shape, block, 8, 0, NULL) == NULL;
  if (strcmp(what, "left") == 0) return upc_stride_mythread() == 1 ? 0 : upc_stride_sum(1);
  if (strcmp(what, "left_over") == 0) return upc_stride_mythread() == 1 ? 0 : upc_stride_max_over(i, 2, (int)i);
  if (strcmp(what, "differ") == 0)
    upc_stride_broadcast(&row, upc_stride_at(A, zero), upc_stride_mythread() == 0 ? 8 : 16, 0);
  if (strcmp(what, "text") == 0) upc_stride_select(&row, A, "0:x");

  broadcast_too_much();
  says("errors.c:");
  says("upc_stride_broadcast: len: 1000000 bytes, must be at most");
  CHECK(upc_stride_all_alloc(2, shape, block, 8, 2, grid) == NULL);
  says("upc_stride_all_alloc: grid:");
  CHECK(upc_stride_is_null(upc_stride_at(A, outside)));
  says("upc_stride_at: index: 8 in dimension 0, must be in 0..7");
  CHECK_IS(upc_stride_owner(A, outside), -1);
  CHECK_IS(upc_stride_select(&row, A, "0, 1:"), -1);
  says("upc_stride_select: text: \"0, 1:\" at \"\", must be up to 8 intervals");
  CHECK_IS(upc_stride_select(&row, A, "0, 1, 0"), -1);
  says("upc_stride_select: text: \"0, 1, 0\" has 3 intervals, must have at most 2");
  CHECK_IS(upc_stride_select(&row, A, "0, 9"), 0);
  CHECK_IS(upc_stride_barrier(&row), -1);
  says("9");
  CHECK_IS(upc_stride_select(&row, A, " , 1 "), 0);
  CHECK_IS(upc_stride_have_affinity(&row) >= 0, 1);
  upc_stride_handle_t handle = (upc_stride_handle_t)&row;
  CHECK_IS(upc_stride_wait(&handle), -1);
  says("upc_stride_wait: handle: of no call in flight");
  CHECK(upc_stride_own_block(A, 100, zero) == NULL);
  says("upc_stride_own_block: number: 100, must be below");
  double value;
  CHECK_IS(upc_stride_updates(A, (size_t[]){64}, 1, UPC_ADD, UPC_DOUBLE, &value), -1);
  says("upc_stride_updates: index: 64 at position 0, must be an element of dst, 0..63");
  CHECK_IS(upc_stride_updates(A, (size_t[]){1}, 1, UPC_ADD, UPC_SHORT, &value), -1);
  says("upc_stride_updates: type: UPC_SHORT of 2 bytes, must be as large as the elements of dst (8 bytes)");
  CHECK_IS(upc_stride_updates(A, (size_t[]){1}, 1, UPC_AND, UPC_DOUBLE, &value), -1);
  says("upc_stride_updates: op: UPC_AND, must be UPC_STRIDE_PUT or one operation of upc_types.h");
  CHECK_IS(upc_stride_updates(A, (size_t[]){1}, 1, UPC_ADD, UPC_LDOUBLE, &value), -1);
  says("upc_stride_updates: type: UPC_LDOUBLE, must be a type of numbers of at most 8 bytes");
  CHECK_IS(upc_stride_running(NULL, &value, 1, 1, UPC_ADD, UPC_DOUBLE), -1);
  says("upc_stride_running: to: null, must be 1 elements");
  CHECK_IS(upc_stride_running(&value, &value, (size_t)-1 / 8, 9, UPC_ADD, UPC_DOUBLE), -1);
  says("upc_stride_running: lines: ");
  CHECK_IS(upc_stride_running(&value, &value, 1, 1, UPC_AND, UPC_DOUBLE), -1);
  says("upc_stride_running: op: UPC_AND, must be one operation of upc_types.h");
  CHECK_IS(upc_stride_sums(NULL, &value, 1, 1, 1, UPC_DOUBLE), -1);
  says("upc_stride_sums: to: null, must be 1 elements");
  CHECK_IS(upc_stride_sums(&value, NULL, 1, 2, 3, UPC_DOUBLE), -1);
  says("upc_stride_sums: from: null, must be 6 elements");
  CHECK_IS(upc_stride_sums(&value, &value, (size_t)-1 / 8, 0, 9, UPC_DOUBLE), -1);
  says("upc_stride_sums: lines: ");
  CHECK_IS(upc_stride_sums(&value, &value, 1, 1, 1, UPC_SHORT), -1);
  says("upc_stride_sums: type: UPC_SHORT, must be a type of numbers of 4 or 8 bytes");
  CHECK_IS(upc_stride_get_blocks(&value, A, (size_t[]){4}, 1), -1);
  says("upc_stride_get_blocks: numbers: 4 at position 0, must be in 0..3");
  CHECK_IS(upc_stride_get(&value, (upc_stride_pointer_t){0, 0}, sizeof value), -1);
  says("upc_stride_get: from: null");
  only_in_c();
  refused_start();
  CHECK_IS(upc_stride_init_with(NULL, NULL, &options), -1);
  says("upc_stride_init: called twice");
  zero[0] = zero[1] = 0;
  CHECK(upc_stride_select(&row, A, ":") == 0);
  CHECK(upc_stride_broadcast(&row, upc_stride_at(A, zero), 8, 0) == 0);
  CHECK(upc_stride_all_free(A) == 0);
  CHECK_IS(upc_stride_all_free(A), -1);
  says("upc_stride_all_free: A: an array that was freed");
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
