// SPDX-License-Identifier: BSD-3-Clause
// A declaration of something shared has a name; a tag's own declaration may carry a qualifier that says nothing.
// expect: 10: this 'shared' declares nothing: no name follows
// expect: 12: this 'strict' declares nothing: no name follows
// expect: 12: this 'shared' declares nothing: no name follows
// expect: 13: this 'shared' declares nothing: no name follows
// expect: 15: this 'shared' declares nothing: no name follows
typedef double real;
shared struct point { int x, y; };
shared int;
struct holder {
  strict shared [2] real;
  shared [] int;
};
void f(void) { shared real; }
