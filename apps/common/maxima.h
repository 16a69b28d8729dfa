/* SPDX-License-Identifier: BSD-3-Clause
 * maxima.h: what the checks look for. A NaN is larger than any number, so that nothing hides it. */
#ifndef MAXIMA_H
#define MAXIMA_H

static inline double app_larger(double x, double y) { return y > x || y != y ? y : x; }

/* The largest of all threads', on each. Collective; with barriers. */
double app_largest(double mine);

#endif
