// SPDX-License-Identifier: BSD-3-Clause
// Only a cast makes a pointer to strict one to other accesses (6.5.16.1 of C: the object pointed to keeps its
// qualifiers), else with a warning. What is generic is not accessed.
// expect: 13: warning: 'strict shared int *' becomes 'shared int *', whose accesses are not strict by its type
// expect: 14: warning: 'relaxed shared int *' becomes 'strict shared int *', whose accesses are not relaxed by its type
// expect: 15: warning: 'strict shared int *' becomes 'relaxed shared int *'
// expect: 18: does not convert to the private
#include <upc.h>
strict shared int flag;
relaxed shared int x;
void take(relaxed shared int *p);
int main(void) {
  shared int *p = &flag;
  strict shared int *q = &x;
  take(&flag);
  shared void *fine = &flag;
  strict shared int *also = p;
  int *r = also;
  return upc_threadof(&flag) + (shared int *)&flag == fine;
}
