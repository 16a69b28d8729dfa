// SPDX-License-Identifier: BSD-3-Clause
// A function does not return a shared type.
// expect: 5: return
// expect: 7: return
shared int f(void);
shared int *fine(void);
int *shared g(void);
