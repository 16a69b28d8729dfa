// SPDX-License-Identifier: BSD-3-Clause
// A ';' is missing before a declaration that begins with a qualifier of UPC: the message is about the line before.
// expect: 5: expected ';' after top level declarator
#define N 4
shared int a[N*THREADS]
shared [2] int b[N*THREADS];
