// SPDX-License-Identifier: BSD-3-Clause
// The command line of upcc as a value.
#ifndef UPC_FRONTEND_OPTIONS_H
#define UPC_FRONTEND_OPTIONS_H

#include "check/check.h"
#include "driver/command.h"
#include "driver/driver_files.h"
#include "lower/instrument.h"
#include "optimise/loop_options.h"

#include <map>
#include <set>
#include <string>
#include <vector>

enum class Stage { Preprocess, Dependencies, Check, Translate, Assemble, Compile, Link };

struct Options {
  Stage stage = Stage::Link;                // -E, -M, -fsyntax-only, -trans, -S, -c, or a program
  const Command *command = nullptr;         // what upcc does in place of compiling
  std::string question;                     // an option that asks something: -print-include-dir, -dumpmachine
  std::vector<std::string> inputs;          // in order: sources, objects, libraries, -l and -Wl, alike
  std::map<std::string, std::string> languages; // of inputs whose suffix does not tell: from -x
  std::string output;                       // -o
  bool smartOutput = false;                 // -smart-output: a program is named like its first source
  int threads = 0;                          // -T n; 0: THREADS is known at start-up
  unsigned long long sharedHeap = 0;        // -shared-heap=, bytes for each thread; 0: the default of the runtime
  bool emitLlvm = false;                    // -emit-llvm: -S and -c write LLVM's code, .ll and .bc
  bool shared = false;                      // -shared: a shared library in place of a program
  std::string network = defaultNetwork;         // -network=: the conduit; pickNetwork completes it
  bool usesMpi = false;                     // -uses-mpi: the sources include mpi.h
  CheckOptions check;                       // -pedantic-upc, and warnings with names
  bool checkBounds = false;                 // -fcheck-bounds
  const Instrument *instrument = nullptr;   // -fsanitize=race and its kin
  LoopOptions loops;                        // -fno-upc-pointers and its kin
  bool saveTemps = false;
  bool verbose = false;                     // -v: show what is run
  bool dry = false;                         // -###: show it, and run nothing
  bool dependencies = false;                // -MMD or -MD: make's dependencies, into dependencyFile
  std::string dependencyFile;               // -MF
  std::vector<std::string> dependencyTargets; // -MT and -MQ, each with its target
  std::vector<std::string> frontArgs;       // for the translator: -I -D -U -W* -std= -include -f* -m* -g -O*
  std::vector<std::string> compileArgs;     // for the C compiler: -g -O* -f* -m* -std= and -Wc,
  std::vector<std::string> linkArgs;        // for the linker: -L, -static, -fuse-ld= …
  std::string commandsFile;                 // -MJ: the compile command of each source, as clang's
  std::vector<std::string> words;           // the command line
  std::set<size_t> inputWords;              // those of them that are inputs, and no options' values
  std::string target;                       // --target=: the processor and the system, if not this one's
  std::string linkWith;                     // -link-with=CMD: what links instead of clang
};

#endif
