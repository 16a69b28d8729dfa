// SPDX-License-Identifier: BSD-3-Clause
// UPC 1.0's words are reported once in a file.
// expect: 7: warning: 'forall' is a word of UPC 1.0; its name is 'upc_forall' now
shared int a[5 * THREADS];
void f(void) {
  int i;
  forall (i = 0; i < 5 * THREADS; i++; &a[i]) a[i] = i;
  barrier;
  barrier 3;
  notify; wait; fence;
}
