// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

void Remarks::say(llvm::DebugLoc place, const std::string &text, const char *option) const {
  if (!place) return;
  const llvm::DILocation *user = place; // the runtime's own lines mean nothing to the user
  while (const llvm::DILocation *caller = user->getInlinedAt()) user = caller;
  Remark remark{user->getFilename().str(), user->getLine(), text, option};
  std::string line = remark.file + ":" + std::to_string(remark.line) + ": remark: " + text + " [" + option + "]\n";
  if (!said.insert(line).second) return;
  if (options.say) options.say(remark);
  else llvm::errs() << line;
}
