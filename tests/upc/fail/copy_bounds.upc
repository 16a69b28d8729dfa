// SPDX-License-Identifier: BSD-3-Clause
// Checked mode: copies that do not stay within the object that they begin in are refused; those that do are not.
#include <string.h>
#include <upc.h>
#include <upc_nb.h>

shared [5] int A[5 * THREADS];
static char b[400];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  shared [] char *p = upc_alloc(100), *q = upc_alloc(100), *freed = upc_alloc(5000), *null = NULL;
  upc_free(freed);
  q[0] = 1;
  upc_memput(p, b, 100);
  upc_memput(p + 60, b, 40);
  upc_memget(b, (shared char *)&A[5 * MYTHREAD], 5 * sizeof(int));
  upc_memset(p + 100, 0, 0); // one past the end, and nothing
  if (!strcmp(what, "put")) upc_memput(p, b, 400);
  if (!strcmp(what, "get")) upc_memget(b, (shared char *)&A[0], 10 * sizeof(int));
  if (!strcmp(what, "set")) upc_memset(p + 60, 9, 41);
  if (!strcmp(what, "from")) upc_memcpy(q, p + 1, 100);
  if (!strcmp(what, "to")) upc_memcpy(q + 1, p, 100);
  if (!strcmp(what, "put_nb")) upc_sync(upc_memput_nb(p, b, 101));
  if (!strcmp(what, "get_nbi")) upc_memget_nbi(b, p, 101);
  if (!strcmp(what, "cpy_nb")) upc_sync(upc_memcpy_nb(p, q, 101));
  if (!strcmp(what, "set_nbi")) upc_memset_nbi(p, 0, 101);
  if (!strcmp(what, "freed")) upc_memput(freed, b, 100);
  if (!strcmp(what, "null")) upc_memput(null, b, 100);
  return 0;
}
