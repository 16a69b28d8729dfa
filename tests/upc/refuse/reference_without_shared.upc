// SPDX-License-Identifier: BSD-3-Clause
// strict and relaxed need shared in the same list (6.5.1.1).
// expect: 7: shared
// expect: 8: shared
// expect: 9: shared
// expect: 11: shared
strict int a;
relaxed int b;
int *strict p;
shared int fine;
shared int *relaxed q;
