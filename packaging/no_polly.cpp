// SPDX-License-Identifier: BSD-3-Clause
// Debian's static Clang calls this function of Polly, passes that clang runs if -mllvm -polly asks for them. Not all of
// Debian's releases have Polly's archives. It adds no pass.
#include "llvm/Passes/PassPlugin.h"

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}
