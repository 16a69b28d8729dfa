// SPDX-License-Identifier: BSD-3-Clause
// Whether an initialiser fits `shared int a[THREADS]` is known once the job starts.
#include <upc.h>
shared int a[THREADS] = {1, 2, 3};
int main(void) { return a[0] - 1; }
