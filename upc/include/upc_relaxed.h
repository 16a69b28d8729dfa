/* SPDX-License-Identifier: BSD-3-Clause
 * From here on, accesses are relaxed by default. There is no include guard: each #include sets the default again. */
#include <upc.h>
#pragma upc relaxed
