/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode, with errors that return: a patch, or a list, whose last element has an update before its fence is
 * refused, and has moved nothing, also if it is longer than a request. What comes after it happens once. */
#include "tests/c/check.h"

enum { P = 20, Q = 60, R = 110, BLOCK = P * Q * R };
enum { ROWS = 50, COLUMNS = 100, PICKED = P * ROWS * COLUMNS, LISTED = 5000 };
enum { UPDATER = 1, OWNER = 2, FLAG = BLOCK - 1 };

static upc_stride_array_t A;
static double buffer[PICKED];
static size_t list[LISTED]; /* more than a request has, the last picked element among them */

static size_t number_of(int thread, int i, int j, int k) {
  return (size_t)thread * BLOCK + (size_t)i * Q * R + (size_t)j * R + (size_t)k;
}

static void refused(int how) {
  const upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_RANGE((long)OWNER * P, (long)OWNER * P + P - 1),
                                               UPC_STRIDE_RANGE(0, ROWS - 1), UPC_STRIDE_RANGE(0, COLUMNS - 1));
  for (int i = 0; i < PICKED; i++) buffer[i] = 100;
  CHECK_IS(how == 0   ? upc_stride_acc_patch(&all, UPC_ADD, UPC_DOUBLE, buffer, NULL)
           : how == 1 ? upc_stride_put_patch(&all, buffer, NULL)
           : how == 2 ? upc_stride_acc_elements(A, list, LISTED, UPC_ADD, UPC_DOUBLE, buffer)
                      : upc_stride_put_elements(A, list, LISTED, buffer), -1);
}

static void add_one_to_the_first(void) {
  const upc_stride_section_t first = UPC_SECTION(A, UPC_STRIDE_RANGE((long)OWNER * P, (long)OWNER * P),
                                                 UPC_STRIDE_RANGE(0, 0), UPC_STRIDE_RANGE(0, 0));
  const double one = 1;
  CHECK_IS(upc_stride_acc_patch(&first, UPC_ADD, UPC_DOUBLE, &one, NULL), 0);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .check = 1};
  START(&options);
  const int me = upc_stride_mythread();
  const size_t shape[3] = {(size_t)upc_stride_threads() * P, Q, R}, block[3] = {P, Q, R};
  A = upc_stride_all_alloc(3, shape, block, sizeof(double), 0, NULL);
  double *mine = upc_stride_own_block(A, 0, NULL);
  const size_t last = number_of(OWNER, P - 1, ROWS - 1, COLUMNS - 1), flag = number_of(UPDATER, P - 1, Q - 1, R - 1);
  for (int i = 0; i < LISTED - 1; i++) list[i] = number_of(OWNER, i / ROWS % P, i % ROWS, i / ROWS / P);
  list[LISTED - 1] = last;
  for (int how = 0; how < 4; how++) {
    for (int i = 0; i < BLOCK; i++) mine[i] = 0;
    upc_stride_barrier_all();
    const double one = 1;
    if (me == UPDATER) {
      CHECK_IS(upc_stride_updates(A, &last, 1, UPC_ADD, UPC_DOUBLE, &one), 0);
      __atomic_store_n((long *)&mine[FLAG], 1, __ATOMIC_RELEASE); /* thread 0 waits for it */
    } else if (me == 0) {
      long seen = 0;
      while (seen == 0) CHECK_IS(upc_stride_get_elements(&seen, A, &flag, 1), 0);
      refused(how);
    }
    CHECK_IS(upc_stride_update_fence(), 0);
    if (me == 0) add_one_to_the_first();
    upc_stride_barrier_all();
    for (int i = 0; i < BLOCK && me == OWNER; i++)
      CHECK_IS((long long)mine[i], i == 0 || (size_t)i == last - number_of(OWNER, 0, 0, 0));
    upc_stride_barrier_all();
  }
  upc_stride_finalize();
  return passed();
}
