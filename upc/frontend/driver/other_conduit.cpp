// SPDX-License-Identifier: BSD-3-Clause
// Objects that were compiled for another conduit: they call functions that this conduit's runtime does not have.
#include "driver/driver.h"

#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm::object;

// What `object` calls of the runtime and `runtime` lacks; empty if nothing.
static std::string missingCall(const ObjectFile &object, const Archive &runtime) {
  for (const SymbolRef &symbol : object.symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name) {
      consumeError(flags.takeError());
      consumeError(name.takeError());
      continue;
    }
    if (!(*flags & SymbolRef::SF_Undefined) || (*flags & SymbolRef::SF_Weak) || !name->starts_with("urt_")) continue;
    auto found = runtime.findSym(*name);
    if (found && !*found) return name->str();
    if (!found) consumeError(found.takeError());
  }
  return "";
}

bool nameObjectsOfOtherConduits(const Options &o, const Tree &tree) {
  auto runtime = createBinary(tree.lib + "/liburt-" + o.network + ".a");
  if (!runtime) return consumeError(runtime.takeError()), false;
  auto *archive = llvm::dyn_cast<Archive>(runtime->getBinary());
  bool named = false;
  for (const std::string &input : o.inputs) {
    if (!archive || isSource(o, input)) continue;
    auto file = createBinary(input);
    if (!file) {
      consumeError(file.takeError());
      continue;
    }
    auto *object = llvm::dyn_cast<ObjectFile>(file->getBinary());
    std::string call = object ? missingCall(*object, *archive) : "";
    if (call.empty()) continue;
    named = true;
    llvm::errs() << "upcc: " << input << " was compiled for another conduit than " << o.network
                 << ": it calls " << call << "; compile all files with the same -network=\n";
  }
  return named;
}
