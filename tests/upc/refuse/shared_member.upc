// SPDX-License-Identifier: BSD-3-Clause
// A member of a struct or union has no shared type; it may point to one (6.5.1.1).
// expect: 8: member
// expect: 9: member
// expect: 11: member
// expect: 15: member
struct s {
  shared int x;
  char *shared p;
  shared int *fine;
  shared int a[THREADS];
};
union u {
  int fine;
  shared [] int b[3];
};
