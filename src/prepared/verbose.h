/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_STRIDE_VERBOSE=1: which schedule a call has, and why. */
#ifndef UPC_STRIDE_VERBOSE_H
#define UPC_STRIDE_VERBOSE_H

#include "schedules/schedules.h"

/* One line on standard error for each operation and shape, from the team that meets it first. Called by one member
 * of each team. Not collective. It may take some milliseconds. */
void upc_stride_verbose_choice(const upc_stride_choice_t *choice, const upc_stride_selector_t *selector);

#endif
