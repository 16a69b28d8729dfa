// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared that printf or scanf cannot follow. It gets what represents the pointer, as %p shows it.
// expect: 14: warning: 'scanf' cannot write through the pointer-to-shared 'shared int *'; read into a private object
// expect: 15: warning: 'sscanf' cannot write through the pointer-to-shared
// expect: 16: warning: 'printf' cannot read through the pointer-to-shared 'shared [] char *'; give it a private copy
// expect: 17: warning: 'fprintf' cannot read through the pointer-to-shared
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
