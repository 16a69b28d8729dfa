// SPDX-License-Identifier: BSD-3-Clause
// -fsanitize=address: the accesses of a program to shared memory are looked at (../../runtime/address/). Clang's own
// instrumentation, which the option asks for as well, sees to private memory; -fsanitize=shared-address does without.
#include "lower/instrument.h"
#include "optimise/watched_accesses.h"
#include "llvm/ADT/STLExtras.h"

static const char *const calls[] = {
#define ADDRESS_CALL(name) #name,
#include "../../runtime/address/calls.inc"
};

static bool isLookedAt(llvm::StringRef name) {
  return name.starts_with("bupc_atomic") || llvm::is_contained(calls, name);
}

static const WatchedCalls watch = {"urt_address_", isLookedAt, false, true, "urtk_address_near"};

#define LOOKS_AT_ADDRESSES "__UPC_ADDRESS__", "urt_address.h", "urt_address_read", nullptr
static const Instrument address = {"address", "find accesses beyond objects and to freed memory, private and shared",
                                   LOOKS_AT_ADDRESSES, true, &watch};
static const Instrument shared = {"shared-address", "the same in shared memory alone: Clang's runtime is not needed",
                                  LOOKS_AT_ADDRESSES, false, &watch};
static const Known<Instrument> known(address), known_shared(shared);
