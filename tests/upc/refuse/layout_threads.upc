// SPDX-License-Identifier: BSD-3-Clause
// THREADS is no constant in dynamic translation.
// expect: 5: cannot depend on THREADS
// expect: 6: cannot depend on THREADS
shared [THREADS] int a[THREADS];
shared [2 * THREADS] int *p;
