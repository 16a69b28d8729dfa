// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 3
// threads: 3
#include "threads.upc"
