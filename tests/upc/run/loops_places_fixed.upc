// SPDX-License-Identifier: BSD-3-Clause
// flags: -fno-upc-tables -T 3
// loops_places.upc, where THREADS is fixed at compile time.
#include "loops_places.upc"
