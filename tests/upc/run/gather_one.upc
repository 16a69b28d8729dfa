// SPDX-License-Identifier: BSD-3-Clause
// The same as gather.upc, with THREADS known to the compiler.
// flags: -T 1
// threads: 1
#include "gather.upc"
