// SPDX-License-Identifier: BSD-3-Clause
// Nor a private pointer to one to pointers-to-shared, however deep; what a generic pointer leads to is not known.
// expect: 8: pointer-to-shared
// expect: 9: 'int **' cannot be cast to 'shared int **'
// expect: 10: what is private there would be shared here
int **p, *shared *q;
void f(void *generic) {
  (void)(shared int *shared *)p;
  (void)(shared int **)p;
  (void)(shared int *shared *)q;
  (void)(shared int **)generic;
}
