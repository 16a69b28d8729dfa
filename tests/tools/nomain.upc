// SPDX-License-Identifier: BSD-3-Clause
// No main: the linker says which one is missing.
#include <upc.h>
int counted(void) { return THREADS; }
