// SPDX-License-Identifier: BSD-3-Clause
// Records by which the runtime names an element of a shared variable (urt_name_t of urt_names.h), in programs that are
// compiled with -fsanitize=NAME.
#ifndef UPC_FRONTEND_SHARED_NAMES_H
#define UPC_FRONTEND_SHARED_NAMES_H

#include "lower/context.h"

// Of all shared variables that the file defines: C for its end.
Code sharedNames(Unit &unit);

#endif
