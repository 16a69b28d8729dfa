// SPDX-License-Identifier: BSD-3-Clause
// What was done with a loop, or why not: -Rpass=upc, -Rpass-missed=upc. Clang's own remarks would name lines of the
// generated C.
#ifndef UPCC_OPTIMISE_REMARKS_H
#define UPCC_OPTIMISE_REMARKS_H

#include "optimise/loop_options.h"

#include <set>
#include <string>

namespace llvm {
class DILocalScope;
class DILocation;
class Instruction;
}

// Is it a header of the runtime, urt.h or urt_*.h? Such lines mean nothing to the user.
bool isOfRuntime(llvm::StringRef file);

// Of the program; null if it is not known.
const llvm::DILocation *lineOfUser(const llvm::Instruction &at);

// The name of the file where it is: as upcc was given it, or absolute.
std::string fileOf(const llvm::DILocalScope &scope);

class Remarks {
public:
  explicit Remarks(LoopOptions options) : options(options) {}
  void passed(const llvm::Instruction &at, const std::string &text) const {
    if (options.remarks) say(at, text, "-Rpass=upc");
  }
  void missed(const llvm::Instruction &at, const std::string &text) const {
    if (options.remarksMissed) say(at, text, "-Rpass-missed=upc");
  }

private:
  void say(const llvm::Instruction &at, const std::string &text, const char *option) const;
  const LoopOptions options;
  mutable std::set<std::string> said; // LLVM makes several loops of one
};

#endif
