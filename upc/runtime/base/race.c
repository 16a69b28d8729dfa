/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/race.h"

const struct urtk_race *urtk_race;
