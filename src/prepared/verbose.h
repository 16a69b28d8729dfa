/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_STRIDE_VERBOSE=1: which schedule a call has, and why. */
#ifndef UPC_STRIDE_VERBOSE_H
#define UPC_STRIDE_VERBOSE_H

#include "schedules/schedules.h"

enum { UPC_STRIDE_SHAPES = 1024 }; /* of which there are lines */

/* What a line is about, as a number: some numbers, and a name. */
unsigned long long upc_stride_verbose_shape(const unsigned long long *part, int parts, const char *name);

/* The place of a shape, 0..UPC_STRIDE_SHAPES - 1, the same for all threads that ask; -1: there are too many. The first
 * thread is told so. It may take some milliseconds. */
int upc_stride_verbose_place(unsigned long long shape, int *is_first);

/* Numbers of this place that threads add to, 0 at first. */
enum { UPC_STRIDE_SUMS = 3 };
shared [] long long *upc_stride_verbose_sums(int place);

/* One line on standard error for each operation and shape, from the team that meets it first. Called by one member
 * of each team. Not collective. It may take some milliseconds. */
void upc_stride_verbose_choice(const upc_stride_choice_t *choice, const upc_stride_selector_t *selector);

#endif
