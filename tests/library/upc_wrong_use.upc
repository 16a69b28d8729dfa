/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments of UPC's standard collectives, one a run. The program must end with one line that names the call and
 * the argument, and status 1. Without a CASE all arguments are right.
 * usage: upc_wrong_use [CASE] */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

static shared [4] int A[4 * THREADS], B[4 * THREADS];
static shared int perm[THREADS];
static shared double D[THREADS], E[THREADS];
static shared double sum;

static int order(shared void *a, shared void *b) { return *(shared int *)a - *(shared int *)b; }

static double larger(double x, double y) { return x > y ? x : y; }

int main(int argc, char **argv) {
  const char *wrong = argc > 1 ? argv[1] : "";
  shared void *dst = strcmp(wrong, "dst") == 0 ? NULL : (shared void *)B;
  const int overlaps = strcmp(wrong, "overlap") == 0;
  shared void *src = overlaps ? dst : strcmp(wrong, "src") == 0 ? NULL : (shared void *)A;
  upc_op_t op = strcmp(wrong, "bitwise") == 0 ? UPC_AND : strcmp(wrong, "op") == 0 ? 77 : UPC_FUNC;
  upc_flag_t flags = strcmp(wrong, "flags") == 0 ? UPC_IN_NOSYNC | UPC_IN_MYSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  const char *call = argc > 2 ? argv[2] : "";
#define CALLED(name) (call[0] == '\0' || strcmp(call, name) == 0)
  perm[MYTHREAD] = (MYTHREAD + 1) % THREADS + (strcmp(wrong, "perm") == 0 ? 100 : 0);
  upc_barrier;
  if (CALLED("broadcast")) upc_all_broadcast(dst, src, 16, flags);
  if (CALLED("scatter")) upc_all_scatter(dst, src, 4, flags);
  if (CALLED("gather")) upc_all_gather(dst, src, 4, flags);
  if (CALLED("gather_all")) upc_all_gather_all(dst, src, 16 / THREADS, flags);
  if (CALLED("exchange")) upc_all_exchange(dst, src, 16 / THREADS, flags);
  if (CALLED("permute")) upc_all_permute(dst, src, strcmp(wrong, "list") == 0 ? NULL : perm, 16, flags);
  if (CALLED("reduce"))
    upc_all_reduceD(dst == NULL ? dst : overlaps ? (shared void *)&D[THREADS - 1] : (shared void *)&sum,
                    src == NULL ? src : (shared void *)D, op, THREADS, 1,
                    strcmp(wrong, "func") == 0 ? NULL : larger, flags);
  if (CALLED("prefix"))
    upc_all_prefix_reduceD(dst == NULL ? dst : (shared void *)(overlaps ? D : E),
                           src == NULL ? src : (shared void *)D, op, THREADS, 1,
                           strcmp(wrong, "func") == 0 ? NULL : larger, flags);
  if (CALLED("sort")) upc_all_sort(src, sizeof(int), 4 * THREADS, 4, strcmp(wrong, "func") == 0 ? NULL : order, flags);
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
