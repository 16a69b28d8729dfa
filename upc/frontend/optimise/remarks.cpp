// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

const llvm::DILocation *lineOfUser(llvm::DebugLoc place) {
  const llvm::DILocation *user = place;
  auto isRuntime = [&] { return llvm::sys::path::filename(user->getFilename()).starts_with("urt"); };
  while (user && user->getInlinedAt() && isRuntime()) user = user->getInlinedAt();
  return user;
}

// Where LLVM has joined instructions of two lines, the one that is left has line 0: the next line is near enough.
void Remarks::say(const llvm::Instruction &at, const std::string &text, const char *option) const {
  const llvm::DILocation *user = lineOfUser(at.getDebugLoc());
  for (const auto *next = &at; user && user->getLine() == 0 && (next = next->getNextNode());)
    if (next->getDebugLoc()) user = lineOfUser(next->getDebugLoc());
  if (!user) return;
  Remark remark{user->getFilename().str(), user->getLine(), text, option};
  std::string line = remark.file + ":" + std::to_string(remark.line) + ": remark: " + text + " [" + option + "]\n";
  if (!said.insert(line).second) return;
  if (options.say) options.say(remark);
  else llvm::errs() << line;
}
