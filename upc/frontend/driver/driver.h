// SPDX-License-Identifier: BSD-3-Clause
// driver.h: the steps upcc walks through for its inputs. Each returns upcc's exit status, 0 on success.
#ifndef DRIVER_H
#define DRIVER_H

#include "driver/driver_options.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <sys/types.h>
#include <vector>

// Where our own files are, found from upcc's own place: DIR/bin/upcc has DIR/include and DIR/lib beside it, or
// DIR/include/upc-stride and DIR/lib/upc-stride where it is installed.
struct Tree {
  std::string include;  // upc.h, urt.h, upc_stride_coll.h
  std::string lib;      // libupc_stride.a, liburt-smp.a; libupc_stride-mpi.a, liburt-mpi-mpich.a, urt-mpi-mpich.link, …
};
bool findTree(Tree &tree);

// The conduits whose libraries are there, as "smp, mpi-mpich". Where a conduit is built for several libraries below
// it, its name alone picks the first of those, and GASNet's answer to GASNet's own names as well ("udp"); false if
// `network` is none of these.
std::string builtNetworks();
bool pickNetwork(std::string &network);
inline std::string conduit(const std::string &network) { return network.substr(0, network.find('-')); }

// An output that appears under its name only when it is whole: written beside it under a name of its own, renamed
// by keep(), and removed otherwise, be it by failure or by a signal.
class Output {
public:
  explicit Output(std::string path);
  Output() = default;
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output();
  bool scratch(const std::string &suffix);  // instead of a path: a file of our own in $TMPDIR, never kept
  bool open();
  bool keep();
  const std::string &path() const { return written; }

private:
  std::string wanted, written;
};
void cleanUpOnSignals();        // from here on a signal that ends upcc removes what is unfinished
void linkerRuns(pid_t pid);     // ... and ends this process first; 0: it has ended
bool writeInto(const std::string &path, llvm::StringRef text);  // as it stands; "-" is standard output
bool writeFile(const std::string &path, llvm::StringRef text);  // as an Output

// The C compiler, in this process: `text`, translated from `source`, to an object file or to assembly at `path`.
int compileC(const std::string &text, const std::string &source, const Options &options, const Tree &tree,
             const std::string &path);

// Links options.inputs, each source replaced by its object in `objects` (in order), to a program.
int linkProgram(const Options &options, const std::vector<std::string> &objects, const Tree &tree);

#endif
