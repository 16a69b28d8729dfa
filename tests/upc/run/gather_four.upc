// SPDX-License-Identifier: BSD-3-Clause
// The same as gather.upc, with THREADS known to the compiler.
// flags: -T 4
// threads: 4
#include "gather.upc"
