// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

bool isOfRuntime(llvm::StringRef file) {
  const llvm::StringRef name = llvm::sys::path::filename(file);
  return name == "urt.h" || (name.starts_with("urt_") && name.ends_with(".h"));
}

static const llvm::DILocation *outsideOfRuntime(const llvm::DILocation *place) {
  while (place && place->getInlinedAt() && isOfRuntime(place->getFilename())) place = place->getInlinedAt();
  return place;
}

// Where LLVM has joined instructions of two lines, the one that is left has line 0: the next line is near enough.
const llvm::DILocation *lineOfUser(const llvm::Instruction &at) {
  const llvm::DILocation *user = outsideOfRuntime(at.getDebugLoc());
  for (const auto *next = &at; user && user->getLine() == 0 && (next = next->getNextNode());)
    if (next->getDebugLoc()) user = outsideOfRuntime(next->getDebugLoc());
  return user;
}

// Of an absolute name Clang keeps apart what it has in common with the folder where it runs: /home/me/src/a.upc, with
// a.upc in /home/me/src, for a command that runs in /home/me/build.
std::string fileOf(const llvm::DILocalScope &scope) {
  const llvm::StringRef name = scope.getFilename(), folder = scope.getDirectory();
  const llvm::DICompileUnit *unit = scope.getSubprogram()->getUnit();
  if (llvm::sys::path::is_absolute(name) || folder == unit->getDirectory()) return name.str();
  llvm::SmallString<256> whole(folder);
  llvm::sys::path::append(whole, name);
  return whole.str().str();
}

void Remarks::say(const llvm::Instruction &at, const std::string &text, const char *option) const {
  const llvm::DILocation *user = lineOfUser(at);
  if (!user) return;
  Remark remark{fileOf(*user->getScope()), user->getLine(), text, option};
  std::string line = remark.file + ":" + std::to_string(remark.line) + ": remark: " + text + " [" + option + "]\n";
  if (!said.insert(line).second) return;
  if (options.say) options.say(remark);
  else llvm::errs() << line;
}
