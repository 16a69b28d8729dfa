// SPDX-License-Identifier: BSD-3-Clause
// A name that is not declared has one message, and none points into text that the user did not write.
// expect: 7: use of undeclared identifier 'i'
// expect: 8: cannot assign to variable 'MYTHREAD' with const-qualified type 'const int'
shared int a[THREADS];
int main(void) {
  upc_forall (i = 0; i < THREADS; i++; &a[i]) a[i] = i;
  MYTHREAD++;
}
