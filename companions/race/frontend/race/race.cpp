// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=race.
#include "lower/instrument.h"
#include "race/race_names.h"
#include "optimise/race_passes.h"

static const Instrument race = {"race",
                                "find accesses to shared memory that nothing orders, while the program runs (smp, sim)",
                                "__UPC_RACE__",
                                "urt_race.h",
                                "urt_race_read",
                                "all threads share the detector's memory",
                                raceNames,
                                addRacePasses};
static const Known<Instrument> known(race);
