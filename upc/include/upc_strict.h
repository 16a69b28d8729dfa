/* SPDX-License-Identifier: BSD-3-Clause
 * From here on, accesses are strict by default. There is no include guard: each #include sets the default again. */
#include <upc.h>
#pragma upc strict
