// SPDX-License-Identifier: BSD-3-Clause
// flags: -fcheck-bounds
// The same with checks of subscripts, where a loop has an exit at each access.
#include "loops_passes.upc"
