// SPDX-License-Identifier: BSD-3-Clause
// All declarations of an object, function or typedef have compatible types (6.7 of C): strict, relaxed, block size
// are part of a type (6.5.1.1).
// expect: 14: 'a' was declared before as 'shared int' and is now 'shared [2] int'
// expect: 15: 'b' was declared before as 'shared int' and is now 'int'
// expect: 16: 'c' was declared before as 'strict shared int' and is now 'relaxed shared int'
// expect: 17: 'd' was declared before as 'strict shared int *' and is now 'shared int *'
// expect: 18: 'e' was declared before as 'shared int' and is now 'shared [2] int'
// expect: 19: 'f' was declared before with other shared types
// expect: 20: 'g' was declared before with other shared types
// expect: 21: 'h' was declared before as 'shared [2] int[]' and is now 'shared [3] int[]'
extern shared int same, same; shared int same;
extern strict shared int alike; strict shared int alike;
extern shared int a; extern shared [2] int a;
extern shared int b; int b;
extern strict shared int c; extern relaxed shared int c;
extern strict shared int *d; shared int *d;
typedef shared int e; typedef shared [2] int e;
void f(shared int *); void f(shared [2] int *);
void g(strict shared int *); void g(shared int *x) { (void)x; }
extern shared [2] int h[]; extern shared [3] int h[];
