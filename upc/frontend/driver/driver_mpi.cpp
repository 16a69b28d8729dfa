// SPDX-License-Identifier: BSD-3-Clause
#include "driver/driver_mpi.h"
#include "driver/command_line.h"
#include "driver/driver_files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>

// The words with which MPI's compiler would call the compiler below it. Intel's looks for its MPI in I_MPI_ROOT.
static std::vector<std::string> shown(const std::string &compiler) {
  const std::string folder = llvm::sys::path::parent_path(llvm::sys::path::parent_path(compiler)).str();
  const std::string command = "I_MPI_ROOT=\"${I_MPI_ROOT:-" + folder + "}\" '" + compiler + "' -show";
  std::string text;
  FILE *answer = popen(command.c_str(), "r");
  char piece[4096];
  while (answer && std::fgets(piece, sizeof piece, answer)) text += piece;
  if (answer) pclose(answer);
  return shellWords(text);
}

// Is it a compiler of this MPI, mpich, openmpi-5.0.11 or intel? Its mpi.h says so. That of Intel's MPI, which MPICH's
// programs can use, says MPICH as well.
static bool isOf(llvm::StringRef library, const std::string &compiler) {
  const char *word = library.starts_with("openmpi") ? "OMPI_MAJOR_VERSION"
                     : library.starts_with("intel") ? "I_MPI_VERSION" : "MPICH_VERSION";
  return llvm::any_of(shown(compiler), [&](llvm::StringRef folder) {
    if (!folder.consume_front("-I")) return false;
    auto header = llvm::MemoryBuffer::getFile(folder + "/mpi.h");
    return header && (*header)->getBuffer().contains(word);
  });
}

using Folders = std::vector<std::string>;

// The folders of the MPI that UPC_MPI= names: the MPI's own, the bin there, or its mpiexec.
static Folders namedFolders() {
  const char *named = getenv("UPC_MPI");
  if (!named) return {};
  const std::string folder = llvm::sys::fs::is_directory(named) ? named : llvm::sys::path::parent_path(named).str();
  return {folder + "/bin", folder};
}

// An environment of Python's has its MPI beside this upcc, and may not be in PATH.
static Folders ownFolder() {
  llvm::SmallString<256> self;
  if (llvm::sys::fs::real_path("/proc/self/exe", self)) return {};
  return {llvm::sys::path::parent_path(self).str()};
}

// A compiler of this MPI in these folders, or in PATH if no folder is given.
static std::string find(const std::string &library, llvm::ArrayRef<llvm::StringRef> folders) {
  if (library == "abi") {
    auto path = llvm::sys::findProgramByName("mpicc_abi", folders);
    return path ? *path : "";
  }
  if (auto path = llvm::sys::findProgramByName("mpicc." + library, folders)) return *path;
  auto path = llvm::sys::findProgramByName("mpicc", folders);
  return path && isOf(library, *path) ? *path : "";
}

// The compiler with which the conduit was built, if it is still there. It may have another name, as mpicc_abi.
static std::string builtWith(const std::string &network) {
  Tree tree;
  if (!findTree(tree)) return "";
  auto file = llvm::MemoryBuffer::getFile(tree.lib + "/urt-" + network + ".mpicc");
  std::string compiler = file ? (*file)->getBuffer().trim().str() : "";
  return llvm::sys::fs::can_execute(compiler) ? compiler : "";
}

static std::string findIn(const std::string &library, const Folders &folders) {
  for (llvm::StringRef folder : folders)
    if (std::string found = find(library, {folder}); !found.empty()) return found;
  return "";
}

std::string mpiCompiler(const std::string &network) {
  const std::string library = llvm::StringRef(network).substr(llvm::StringRef("mpi-").size()).str();
  std::string compiler = findIn(library, namedFolders());
  if (compiler.empty()) compiler = builtWith(network);
  if (compiler.empty()) compiler = findIn(library, ownFolder());
  return compiler.empty() ? find(library, {}) : compiler;
}

bool addMpiLibraries(const std::string &network, const std::string &lib, std::vector<std::string> &line) {
  std::string compiler = mpiCompiler(network);
  const std::string names = lib + "/libmpi_abi.so";
  if (compiler.empty() && network == "mpi-abi" && llvm::sys::fs::exists(names))
    return line.push_back(names), true;
  if (compiler.empty()) {
    llvm::errs() << "upcc: -network=" << network << ": no compiler of this MPI in PATH (mpicc, or mpicc."
                 << network.substr(network.find('-') + 1) << "): install it with its headers\n";
    return false;
  }
  bool forLinker = false; // the word after -Xlinker
  for (const std::string &word : shown(compiler)) {
    if (forLinker || startsWith(word, "-L") || startsWith(word, "-l") || startsWith(word, "-Wl,") || word == "-Xlinker")
      line.push_back(word);
    forLinker = word == "-Xlinker" && !forLinker;
  }
  return true;
}

void addMpiHeaders(const std::string &network, std::vector<std::string> &arguments) {
  std::string compiler = startsWith(network, "mpi-") ? mpiCompiler(network) : "";
  if (compiler.empty()) return;
  for (const std::string &word : shown(compiler))
    if (startsWith(word, "-I") || startsWith(word, "-D")) arguments.push_back(word);
}
