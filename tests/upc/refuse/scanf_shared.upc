// SPDX-License-Identifier: BSD-3-Clause
// expect: 9: 'scanf' cannot write through the pointer-to-shared 'shared int *'; read into a private object and assign it
// expect: 10: 'sscanf' cannot write through the pointer-to-shared
#include <upc.h>
#include <stdio.h>
shared int n;
int main(void) {
  char text[] = "3";
  scanf("%d", &n);
  sscanf(text, "%d", &n);
  return printf("%p", &n) > 0;
}
