// SPDX-License-Identifier: BSD-3-Clause
#include "driver/networks.h"
#include "driver/driver_files.h"
#include "driver/driver_mpi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace fs = llvm::sys::fs;

static std::vector<std::string> networks() {
  std::vector<std::string> names;
  Tree tree;
  if (!findTree(tree)) std::exit(1);
  std::error_code why;
  for (fs::directory_iterator file(tree.lib, why), end; file != end && !why; file.increment(why)) {
    llvm::StringRef name = llvm::sys::path::filename(file->path());
    if (name.consume_front("liburt-") && name.consume_back(".a")) names.push_back(name.str());
  }
  std::sort(names.begin(), names.end());
  auto first = std::find(names.begin(), names.end(), defaultNetwork);
  if (first != names.end()) std::rotate(names.begin(), first, first + 1);
  return names;
}

std::string builtNetworks() {
  std::string list;
  for (auto &name : networks()) list += (list.empty() ? "" : ", ") + name;
  return list;
}

bool pickNetwork(std::string &network) {
  const std::vector<std::string> built = networks();
  if (llvm::is_contained(built, network)) return true;
  const std::string family = network;
  for (auto &name : built) {
    if (conduit(name) != family) continue;
    if (network == family) network = name;
    if (family != "mpi" || !mpiCompiler(name).empty()) return network = name, true;
  }
  if (network != family) return true;
  for (auto &name : built)
    if (llvm::StringRef(name).ends_with("-" + network)) return network = name, true;
  return false;
}
