// SPDX-License-Identifier: BSD-3-Clause
// An integer becomes a private pointer: the checks of pointers-to-shared do not tell of it, so Clang's warning stays.
// expect: 8: incompatible integer to pointer conversion
// expect: 9: incompatible integer to pointer conversion
// expect: 10: incompatible integer to pointer conversion
struct shared_data { int x; };
void f(long n) {
  struct shared_data *of_name = n;
  shared int **of_pointer = n;
  void (*of_function)(shared int *) = n;
}
