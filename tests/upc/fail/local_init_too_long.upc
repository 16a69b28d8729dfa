// SPDX-License-Identifier: BSD-3-Clause
// The initialiser of a function's own array names more elements than the array has, which only start-up can tell.
#include <upc.h>

int main(void) {
  struct pair { int a, b; };
  static shared struct pair a[THREADS] = {{1, 1}, {2, 2}, {3, 3}};
  return a[0].a;
}
