// SPDX-License-Identifier: BSD-3-Clause
// Alignments and the sizes of vectors are constants of C; THREADS of the dynamic environment is none.
// expect: 9: THREADS is not a constant in the dynamic THREADS environment, and _Alignas must have one
// expect: 10: THREADS is not a constant in the dynamic THREADS environment, and an attribute must have one
// expect: 11: THREADS is not a constant in the dynamic THREADS environment, and an attribute must have one
#include <upc.h>

int main(void) {
  _Alignas(8 * THREADS) char c = 0;
  int x __attribute__((aligned(8 * THREADS))) = 0;
  typedef int vector __attribute__((vector_size(4 * THREADS)));
  return c + x + (int)sizeof(vector);
}
