/* SPDX-License-Identifier: BSD-3-Clause
 * The detector is on only if UPC_RACE asks for it. Nothing calls this, so a UPC program, which takes what it calls from
 * an archive, does not have it. The shared library has it, for programs in C, Fortran and Python: they have no
 * -fsanitize=race, and the detector sees what their calls read and write. */
#include "core/core.h"
#include "race/race.h"

#ifdef URT_ONE_MAPPING
const char urtk_race_if_asked = 1;
#endif
