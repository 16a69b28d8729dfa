// SPDX-License-Identifier: BSD-3-Clause
// For -fsanitize=NAME (lower/instrument.h): the accesses of a program call the runtime's part of the companion.
#ifndef UPCC_OPTIMISE_WATCHED_ACCESSES_H
#define UPCC_OPTIMISE_WATCHED_ACCESSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class PassBuilder;
}

struct WatchedCalls {
  const char *prefix;                    // of the functions that are called: "urt_race_"
  bool (*isTold)(llvm::StringRef name);  // a call of the program that becomes one of the prefix and its name
  bool orders;                           // atomic instructions and fences are told of as such
  bool updates;                          // a read, and then a write of the same memory, are told of once, as `update`;
                                         // a read of which only some bits are used, as `bits`
  const char *live;                      // null, or a struct of the runtime's that never changes: {lowest, span} of
                                         // memory, outside of which no access needs to be told, and a `shadow` of it:
                                         // a byte for each 8, which is 8 if no access of them needs to be told
};

// Behind the passes of addPasses, before the vectorizer: there an access is still a load or a store of its own.
void addWatchedAccesses(llvm::PassBuilder &builder, bool optimised, const WatchedCalls &watch);

#endif
