// SPDX-License-Identifier: BSD-3-Clause
// UPC 1.0's words.
// flags: -pedantic-upc
// expect: 11: 'forall' is a word of UPC 1.0; its name is 'upc_forall' now; refused under -pedantic-upc
// expect: 12: 'barrier' is a word of UPC 1.0
// expect: 13: 'notify' is a word of UPC 1.0
// expect: 14: 'wait' is a word of UPC 1.0
// expect: 15: 'fence' is a word of UPC 1.0
shared int a[5 * THREADS];
void f(int i) {
  forall (i = 0; i < 5 * THREADS; i++; &a[i]) a[i] = i;
  barrier;
  notify;
  wait;
  fence;
}
