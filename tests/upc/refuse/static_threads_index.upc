// SPDX-License-Identifier: BSD-3-Clause
// Static THREADS: a dimension is a positive constant like any other.
// flags: -T 4
// expect: 5: negative
shared [THREADS - 5] int b[4];
