// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 4
// threads: 4
// The same under static THREADS, where dimensions need not mention THREADS.
#include "layout_star.upc"
