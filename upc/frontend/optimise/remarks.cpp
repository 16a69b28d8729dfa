// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

static const llvm::DILocation *outsideOfRuntime(const llvm::DILocation *place) {
  auto isRuntime = [&] { return llvm::sys::path::filename(place->getFilename()).starts_with("urt"); };
  while (place && place->getInlinedAt() && isRuntime()) place = place->getInlinedAt();
  return place;
}

// Where LLVM has joined instructions of two lines, the one that is left has line 0: the next line is near enough.
const llvm::DILocation *lineOfUser(const llvm::Instruction &at) {
  const llvm::DILocation *user = outsideOfRuntime(at.getDebugLoc());
  for (const auto *next = &at; user && user->getLine() == 0 && (next = next->getNextNode());)
    if (next->getDebugLoc()) user = outsideOfRuntime(next->getDebugLoc());
  return user;
}

void Remarks::say(const llvm::Instruction &at, const std::string &text, const char *option) const {
  const llvm::DILocation *user = lineOfUser(at);
  if (!user) return;
  Remark remark{user->getFilename().str(), user->getLine(), text, option};
  std::string line = remark.file + ":" + std::to_string(remark.line) + ": remark: " + text + " [" + option + "]\n";
  if (!said.insert(line).second) return;
  if (options.say) options.say(remark);
  else llvm::errs() << line;
}
