// SPDX-License-Identifier: BSD-3-Clause
// MYTHREAD is a value: it has no address.
// expect: 5: MYTHREAD is a value and has no address
int f(void) {
  return *(int *)&MYTHREAD;
}
