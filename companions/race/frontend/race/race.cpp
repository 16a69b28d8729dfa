// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=race: the accesses of a program call the race detector (../../runtime/race/).
#include "lower/instrument.h"
#include "lower/shared_names.h"
#include "optimise/watched_accesses.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

static const char *const calls[] = {
#define RACE_CALL(name) #name,
#include "../../runtime/race/calls.inc"
};

static bool tellsDetector(StringRef name) {
  return name.starts_with("bupc_atomic") || llvm::is_contained(calls, name);
}

static const WatchedCalls watch = {"urt_race_", tellsDetector, true, false, nullptr};

static const Instrument race = {"race",
                                "find accesses to shared memory that nothing orders, while the program runs (smp, sim)",
                                "__UPC_RACE__",
                                "urt_race.h",
                                "urt_race_read",
                                "all threads share the detector's memory",
                                false,
                                &watch};
static const Known<Instrument> known(race);
