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
  if (name.starts_with("bupc_atomic")) return name.ends_with("_relaxed") || name.ends_with("_strict");
  return llvm::is_contained(calls, name);
}

// ---- calls of BLAS, LAPACK, FFTW and C's library ----
static const WatchedLibrary libraries[] = {
#define RACE_ROUTINE(name, ...) {#name, true, false, false},
#define RACE_PLAN(name) {#name, false, true, false},
#define RACE_EXECUTE(name) {#name, false, false, false},
#define RACE_C(name, ...) {#name, false, false, true},
#include "../../runtime/race/libraries.inc"
};

static const WatchedLibrary *libraryOf(StringRef name) {
  for (const WatchedLibrary &l : libraries)
    if (l.ofC && name == l.name) return &l;
  bool fftw = name.consume_front("fftw_") || name.consume_front("fftwf_");
  if (!fftw) {
    bool c = name.consume_front("cblas_") || name.consume_front("LAPACKE_");
    if (!c && !name.consume_back("_")) return nullptr;
    if (name.empty() || !StringRef("sdcz").contains(name.front())) return nullptr;
    name = name.drop_front();
  }
  for (const WatchedLibrary &l : libraries)
    if (!l.ofC && l.routine != fftw && name == l.name) return &l;
  return nullptr;
}

static const WatchedCalls watch = {"urt_race_", tellsDetector, true, libraryOf};

static const Instrument race = {"race",
                                "find accesses to shared memory that nothing orders, while the program runs (smp, sim)",
                                "__UPC_RACE__",
                                "urt_race.h",
                                "urt_race_read",
                                "all threads share the detector's memory",
                                false,
                                &watch};
static const Known<Instrument> known(race);
