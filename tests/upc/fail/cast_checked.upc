// SPDX-License-Identifier: BSD-3-Clause
// The same as cast.upc, with checks.
// flags: -fcheck-bounds
#include "cast.upc"
