// SPDX-License-Identifier: BSD-3-Clause
// Loops for loops_done.sh, with options that switch optimisations off: the remarks name the option.
// options: -fno-upc-pointers -fno-upc-tables -fno-upc-read-ahead -fno-upc-updates
#include <upc_relaxed.h>
shared [64] double A[64 * THREADS];

// smp computed-off,
// sim alone-off, read_unasked
double sum(int n) { double s = 0; for (int i = 0; i < n; i++) s += A[i]; return s; }
// smp computed-off,
// sim alone-off, loop_ends put_far
void set(int n) { for (int i = 0; i < n; i++) A[i] = i; }
