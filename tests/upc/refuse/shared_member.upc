// SPDX-License-Identifier: BSD-3-Clause
// A member of a struct or union has no shared type; it may point to one (6.5.1.1).
// expect: 11: member
// expect: 12: member
// expect: 14: member
// expect: 18: member
// expect: 20: member
// expect: 21: member
// expect: 22: member
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
struct t { shared struct { int a; }; };
struct v { struct { shared int a; }; };
struct w { int fine; shared union { int a; float b; }; };
