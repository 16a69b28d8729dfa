// SPDX-License-Identifier: BSD-3-Clause
// Only arrays are multi-blocked, and no pointers' targets.
// expect: 5: array
// expect: 6: array
shared [2][2] int x;
shared [2][2] int *p;
