// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 3
// threads: 2 4
// A program for another number of threads says so at the start.
// fails: compiled for 3 threads
#include <upc.h>
int main(void) { return 0; }
