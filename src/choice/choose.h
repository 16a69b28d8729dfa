/* SPDX-License-Identifier: BSD-3-Clause
 * The choice of a schedule for a call. */
#ifndef UPC_STRIDE_CHOOSE_H
#define UPC_STRIDE_CHOOSE_H

#include "schedules/schedules.h"

/* The schedule that a variable forces, else that of the first rule that fits (rule.h). choice->by says which variable,
 * or which line of which file; choice->why is that line's comment. */
void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *selector);

/* Checks the variables that force a schedule: null, or the complaint. */
const char *upc_stride_forced_wrongly(void);

#endif
