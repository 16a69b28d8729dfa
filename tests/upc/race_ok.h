/* SPDX-License-Identifier: BSD-3-Clause
 * race_ok.h: upc_race_ok, by which a program tells the race detector of a race that it means. Nothing without the
 * detector. */
#if __has_include(<upc_race.h>)
#include <upc_race.h>
#else
#define upc_race_ok(x) ((void)0)
#endif
