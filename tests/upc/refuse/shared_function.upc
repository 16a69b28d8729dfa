// SPDX-License-Identifier: BSD-3-Clause
// A function type is not shared.
// expect: 6: function
// expect: 7: function
typedef int fun(void);
typedef shared fun *p;
shared fun f;
