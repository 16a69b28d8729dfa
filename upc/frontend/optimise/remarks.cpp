// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

void Remarks::print(llvm::DebugLoc place, const std::string &text, const char *option) const {
  if (!place) return;
  const llvm::DILocation *user = place; // the runtime's own lines mean nothing to the user
  while (const llvm::DILocation *caller = user->getInlinedAt()) user = caller;
  std::string line = user->getFilename().str() + ":" + std::to_string(user->getLine()) + ": remark: " + text + " [" +
                     option + "]\n";
  if (printed.insert(line).second) llvm::errs() << line;
}
