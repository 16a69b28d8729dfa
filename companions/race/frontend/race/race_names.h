// SPDX-License-Identifier: BSD-3-Clause
// Records by which the race detector names an element of a shared variable (urt_race_name_t of urt_race.h).
#ifndef UPC_FRONTEND_RACE_NAMES_H
#define UPC_FRONTEND_RACE_NAMES_H

#include "lower/context.h"

// Of all shared variables that the file defines: C for its end.
Code raceNames(Unit &unit);

#endif
