// SPDX-License-Identifier: BSD-3-Clause
// A pointer-to-shared printed by %p is one argument like any other: what stands behind it is printed as well.
#include "../check.h"

shared [2] int A[4 * THREADS];
strict shared int *shared table[THREADS];

int main(void) {
  char text[100], other[100];
  shared [2] int *p = &A[1], *null = NULL;
  snprintf(text, sizeof text, "%p %d %s", p, 3, "and");
  snprintf(other, sizeof other, "%p %d %s", &A[1], 3, "and");
  CHECK_EQ(strcmp(text, other), 0); CHECK_EQ(strcmp(strchr(text, ' '), " 3 and"), 0);
  snprintf(other, sizeof other, "%d%p%s", 1, (shared void *)(p + 1), "-");
  CHECK(strncmp(other, "1", 1) == 0 && other[strlen(other) - 1] == '-' &&
      strncmp(text, other + 1, strchr(text, ' ') - text) != 0);
  CHECK(snprintf(text, sizeof text, "%p %p %g", null, table[0], 0.5) > 0 && strcmp(strrchr(text, ' '), " 0.5") == 0);
  return done();
}
