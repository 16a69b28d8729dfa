// SPDX-License-Identifier: BSD-3-Clause
// For -fsanitize=NAME (lower/instrument.h): the accesses of a program call the runtime's part of the companion.
#ifndef UPCC_OPTIMISE_WATCHED_ACCESSES_H
#define UPCC_OPTIMISE_WATCHED_ACCESSES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class PassBuilder;
}

// A call of another library whose arguments say what it reads and writes.
struct WatchedLibrary {
  const char *name;
  bool routine, makes, ofC; // makes: what it returns is told of, too
};

struct WatchedCalls {
  const char *prefix;                    // of the functions that are called: "urt_race_"
  bool (*isTold)(llvm::StringRef name);  // a call of the program that becomes one of the prefix and its name
  bool orders;                           // atomic instructions and fences are told of as such
  const WatchedLibrary *(*libraryOf)(llvm::StringRef name); // null: of no library
};

// Behind the passes of addPasses, before the vectorizer: there an access is still a load or a store of its own.
void addWatchedAccesses(llvm::PassBuilder &builder, bool optimised, const WatchedCalls &watch);

#endif
