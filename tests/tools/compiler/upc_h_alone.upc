// SPDX-License-Identifier: BSD-3-Clause
// Programs that include upc.h alone lean on what other compilers' upc.h brings.
#include <upc.h>

int main(void) {
  char *p = malloc(sizeof PRId64);
  assert(p != NULL && RAND_MAX < INT64_MAX && PATH_MAX > 0);
  srand(MYTHREAD);
  if (rand() < 0) exit(EXIT_FAILURE);
  free(p);
  return EXIT_SUCCESS;
}
