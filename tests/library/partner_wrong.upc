/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong use of calls on values, of teams without an array, and of calls with one partner: each must end the program
 * with a line that names the argument.
 * usage: partner_wrong CASE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

static shared double element;
static shared unsigned long event;
static shared short small[THREADS];

static void values(const char *wrong) {
  static double many[200];
  const upc_stride_section_t all = upc_stride_all_threads();
  double x = 1;
  if (strcmp(wrong, "result") == 0) upc_stride_all_reduce_value(NULL, &x, 1, UPC_ADD, UPC_DOUBLE, NULL, all);
  if (strcmp(wrong, "value") == 0) upc_stride_all_prefix_value(&x, NULL, 1, UPC_ADD, UPC_DOUBLE, NULL, all);
  if (strcmp(wrong, "op") == 0) upc_stride_all_reduce_value(&x, &x, 1, UPC_XOR, UPC_DOUBLE, NULL, all);
  if (strcmp(wrong, "bytes") == 0) upc_stride_all_reduce_value(many, many, 129, UPC_ADD, UPC_DOUBLE, NULL, all);
  if (strcmp(wrong, "size") == 0) upc_stride_all_reduce_value_with(many, many, 1025, UPC_FUNC, NULL, NULL, all);
  if (strcmp(wrong, "root") == 0) upc_stride_all_broadcast_value(&x, sizeof x, THREADS, all);
  if (strcmp(wrong, "differs") == 0) /* thread 0 adds what the others multiply */
    upc_stride_all_reduce_value(&x, &x, 1, MYTHREAD == 0 ? UPC_ADD : UPC_MULT, UPC_DOUBLE, NULL, all);
}

static void teams(const char *wrong) {
  const int beyond[] = {0, THREADS}, twice[] = {1, 0, 1};
  if (strcmp(wrong, "beyond") == 0) upc_stride_threads_listed(beyond, 2);
  if (strcmp(wrong, "twice") == 0) upc_stride_threads_listed(twice, 3);
  if (strcmp(wrong, "list") == 0) upc_stride_sync_threads(NULL, 1);
}

static void partners(const char *wrong) {
  double x = 1;
  if (strcmp(wrong, "element") == 0) upc_stride_fetch_op(&x, NULL, UPC_ADD, UPC_DOUBLE, &x);
  if (strcmp(wrong, "no_value") == 0) upc_stride_fetch_op(&x, &element, UPC_ADD, UPC_DOUBLE, NULL);
  if (strcmp(wrong, "aligned") == 0) upc_stride_post((shared void *)((shared [] char *)&event + 4));
  if (strcmp(wrong, "short") == 0) upc_stride_fetch_op(NULL, &small[0], UPC_ADD, UPC_SHORT, &x);
  if (strcmp(wrong, "real_bits") == 0) upc_stride_fetch_op(NULL, &element, UPC_AND, UPC_DOUBLE, &x);
  if (strcmp(wrong, "complex") == 0) upc_stride_compare_swap(NULL, &element, UPC_STRIDE_COMPLEX_FLOAT, &x, &x);
  if (strcmp(wrong, "event") == 0) upc_stride_await(NULL, 1);
  if (strcmp(wrong, "updated") == 0) { /* in checked mode: an update is under way */
    upc_stride_update(&element, UPC_ADD, UPC_DOUBLE, &x);
    upc_stride_fetch_op(NULL, &element, UPC_ADD, UPC_DOUBLE, &x);
  }
  if (strcmp(wrong, "left_alone") == 0 && MYTHREAD == 0) upc_stride_await(&event, 1); /* nobody posts */
}

/* Each is made of other calls of the library. The line is that of the program's own. */
static void calls_without_thread_0(const char *wrong) {
  const int first = 0;
  if (strcmp(wrong, "sum_without") == 0) upc_stride_sum(MYTHREAD);
  if (strcmp(wrong, "split_without") == 0) upc_stride_all_threads_split(0, 0);
  if (strcmp(wrong, "team_without") == 0) upc_stride_team_split(upc_stride_all_threads(), 0, 0);
  if (strcmp(wrong, "pair_without") == 0) upc_stride_sync_threads(&first, 1);
}

int main(int argc, char **argv) {
  const char *wrong = argc > 1 ? argv[1] : "";
  upc_stride_barrier(upc_stride_all_threads());
  values(wrong);
  teams(wrong);
  partners(wrong);
  if (strcmp(wrong, "left_alone") == 0) exit(0);
  if (MYTHREAD > 0) calls_without_thread_0(wrong);
  if (strstr(wrong, "without") != NULL) exit(0);
  upc_barrier;
  if (MYTHREAD == 0) puts(argc < 2 ? "PASS" : "nothing was found wrong");
  return 0;
}
