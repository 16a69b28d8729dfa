// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of upc_atomic.h: one line, and the job ends.
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>

shared double d;
shared int n;

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  upc_atomicdomain_t *sums;
  double one = 1;
  if (!strcmp(what, "type")) upc_all_atomicdomain_alloc(UPC_CHAR, UPC_ADD, 0);
  if (!strcmp(what, "notype")) upc_all_atomicdomain_alloc(99, UPC_ADD, 0);
  if (!strcmp(what, "bits")) upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD | UPC_XOR, 0);
  if (!strcmp(what, "pointer")) upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_INC, 0);
  if (!strcmp(what, "logical")) upc_all_atomicdomain_alloc(UPC_INT, UPC_LOGAND, 0);
  if (!strcmp(what, "none")) {
    upc_atomicdomain_t *empty = upc_all_atomicdomain_alloc(UPC_INT, 0, 0); /* allowed, and good for nothing */
    int i = 1;
    upc_atomic_relaxed(empty, 0, UPC_ADD, &n, &i, 0);
  }
  if (!strcmp(what, "differ")) upc_all_atomicdomain_alloc(UPC_INT, MYTHREAD ? UPC_ADD : UPC_SUB, 0);
  sums = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD | UPC_GET | UPC_CSWAP, 0);
  if (MYTHREAD == THREADS - 1) {
    if (!strcmp(what, "op")) upc_atomic_relaxed(sums, 0, UPC_SUB, &d, &one, 0);
    if (!strcmp(what, "two")) upc_atomic_relaxed(sums, &one, UPC_ADD | UPC_GET, &d, &one, 0);
    if (!strcmp(what, "null")) upc_atomic_strict(sums, 0, UPC_ADD, NULL, &one, 0);
    if (!strcmp(what, "get")) upc_atomic_strict(sums, 0, UPC_GET, &d, 0, 0);
    if (!strcmp(what, "operand")) upc_atomic_strict(sums, 0, UPC_ADD, &d, 0, 0);
    if (!strcmp(what, "operand2")) upc_atomic_strict(sums, 0, UPC_CSWAP, &d, &one, 0);
    if (!strcmp(what, "domain")) upc_atomic_strict(NULL, 0, UPC_ADD, &d, &one, 0);
  }
  upc_barrier;
  upc_all_atomicdomain_free(sums);
  if (!strcmp(what, "freed") && MYTHREAD == 0) upc_atomic_strict(sums, 0, UPC_ADD, &d, &one, 0);
  upc_barrier;
  return 0;
}
