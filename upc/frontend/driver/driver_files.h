// SPDX-License-Identifier: BSD-3-Clause
// Where our own headers and libraries are, and files that are written whole or not at all.
#ifndef UPC_FRONTEND_DRIVER_FILES_H
#define UPC_FRONTEND_DRIVER_FILES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <sys/types.h>

// Our own files. They are found from the place of upcc itself: DIR/bin/upcc uses DIR/include and DIR/lib, or
// DIR/include/upc-stride and DIR/lib/upc-stride if it is installed.
struct Tree {
  std::string include;  // upc.h, urt.h, upc_stride_coll.h
  std::string lib;      // libupc_stride.a, liburt-smp.a; libupc_stride-mpi.a, liburt-mpi-mpich.a, urt-mpi-mpich.link, …
  std::string clang;    // where a clang would be whose headers are used: ours beside lib, else those of LLVM
};
bool findTree(Tree &tree);

// The default conduit: its library has no conduit in its name.
constexpr const char *defaultNetwork = "smp";
// Does each thread reach all others by address? The conduit's urt_near.h says so.
bool allNear(const std::string &network, const Tree &tree);
bool isOneMapping(const std::string &network, const Tree &tree);  // of all segments, in each process
bool notesAccesses(const std::string &network, const Tree &tree); // far ones, by their lines

inline std::string conduit(const std::string &network) { return network.substr(0, network.find('-')); }

// An output file that gets its name only when it is whole. Until keep() it has a temporary name in the same folder.
// A failure or a signal removes it.
class Output {
public:
  explicit Output(std::string path);
  Output() = default;
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output();
  bool scratch(const std::string &suffix);  // instead of a path: a temporary file in $TMPDIR, never kept
  bool open();
  bool keep();
  const std::string &path() const { return written; }

private:
  std::string wanted, written;
};
bool writeInto(const std::string &path, llvm::StringRef text);  // writes the file directly; "-" is standard output
bool writeFile(const std::string &path, llvm::StringRef text);  // writes it as an Output

void cleanUpOnSignals();        // from here on a signal that ends upcc removes unfinished outputs
void cleanUpWithoutMemory();    // and so does the end of memory, which a line reports
void linkerRuns(pid_t pid);     // a signal also ends this process; 0: the linker has ended

#endif
