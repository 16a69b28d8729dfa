// SPDX-License-Identifier: BSD-3-Clause
// The same as gather.upc, with THREADS known to the compiler.
// flags: -T 3
// threads: 3
#include "gather.upc"
