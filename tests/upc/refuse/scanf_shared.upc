// SPDX-License-Identifier: BSD-3-Clause
// expect: 13: 'scanf' cannot write through the pointer-to-shared 'shared int *'; read into a private object and
// expect: 14: 'sscanf' cannot write through the pointer-to-shared
// expect: 15: 'printf' cannot read through the pointer-to-shared 'shared [] char *'; give it a private copy
// expect: 16: 'fprintf' cannot read through the pointer-to-shared
#include <upc.h>
#include <stdio.h>
shared int n;
shared [] char name[10];
int main(void) {
  char text[] = "3";
  upc_memget(text, name, 2);
  scanf("%d", &n);
  sscanf(text, "%d", &n);
  printf("%d: %s\n", MYTHREAD, name);
  fprintf(stdout, "%2$.*1$s", 3, name);
  return printf("%s %p %%s", text, name) > 0;
}
