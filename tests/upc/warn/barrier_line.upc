// SPDX-License-Identifier: BSD-3-Clause
// Without the ';' behind a barrier, the expression in the next line is part of it.
// expect: 7: this is the expression of 'upc_barrier' in the line before; is a ';' missing there?
shared int a[4*THREADS];
int main(void) {
  upc_barrier
  a[0] = 1;
  upc_barrier 1;
}
