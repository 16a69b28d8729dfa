// SPDX-License-Identifier: BSD-3-Clause
// Nor a private pointer to one to pointers-to-shared, however deep.
// expect: 6: pointer-to-shared
int **p;
void f(void) {
  (void)(shared int *shared *)p;
}
