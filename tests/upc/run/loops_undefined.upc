// SPDX-License-Identifier: BSD-3-Clause
// The same as loops_moving.upc: the addresses that loops step through are computed without undefined behaviour.
// flags: -fsanitize=undefined -fsanitize-trap=undefined
#include "loops_moving.upc"
