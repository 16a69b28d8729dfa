// SPDX-License-Identifier: BSD-3-Clause
// What a linker's "undefined reference" means, in words of the program.
#include "driver/driver.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using Names = llvm::SetVector<llvm::StringRef>;

// The names in messages of GNU's linker and of LLVM's.
static Names undefinedNames(llvm::StringRef said) {
  llvm::Regex message("undefined (reference to [`'\"]|symbol: )([A-Za-z0-9_.$]+)");
  llvm::SmallVector<llvm::StringRef, 3> found;
  Names names;
  for (; message.match(said, &found); said = said.substr(found[0].end() - said.begin())) names.insert(found[2]);
  return names;
}

// 'a', 'b' and 3 more
static std::string listed(llvm::ArrayRef<std::string> names) {
  const size_t most = 4;
  std::string text = "'" + llvm::join(names.take_front(most), "', '") + "'";
  return names.size() <= most ? text : text + " and " + std::to_string(names.size() - most) + " more";
}

void explainUndefined(llvm::StringRef said, bool otherConduit) {
  std::vector<std::string> program, runtime;
  bool noMain = false;
  for (llvm::StringRef name : undefinedNames(said)) {
    if (name == "main_of_the_UPC_program") noMain = true;
    else if (name.starts_with("urt_")) runtime.push_back(name.str());
    else program.push_back((name.consume_front("upc_v_"), name.str()));
  }
  if (noMain) llvm::errs() << "upcc: no file has the function main\n";
  if (!program.empty())
    llvm::errs() << "upcc: no file defines " << listed(program)
                 << "; name the file, or the library behind the files that use it\n";
  if (!runtime.empty() && !otherConduit)
    llvm::errs() << "upcc: the runtime has no " << listed(runtime)
                 << ": a library was compiled for another conduit, or by another release of upcc\n";
}
