// SPDX-License-Identifier: BSD-3-Clause
// The steps behind the translation. Each returns the exit status of upcc: 0 on success.
#ifndef UPC_FRONTEND_DRIVER_H
#define UPC_FRONTEND_DRIVER_H

#include "driver/driver_files.h"
#include "driver/driver_options.h"
#include "translate/translate.h"

#include <string>
#include <vector>

// The options of the first step, for a source.
TranslateOptions translateOptions(const std::string &source, const Options &options, const Tree &tree);

// Compiles the translation of `source` to an object file or to assembly at `path`, within this process.
int compileC(const GeneratedC &generated, const std::string &source, const Options &options, const Tree &tree,
             const std::string &path);

// -MJ: adds the command that compiles `source` to the file. False after an error.
bool writeCommand(const std::string &source, const Options &options);

// Are there libraries for the target of the program? A line if not.
bool hasLibraries(const Options &options, const Tree &tree);

// Links options.inputs to a program. `objects` are the objects of its sources, in order.
int linkProgram(const Options &options, const std::vector<std::string> &objects, const Tree &tree);

// After a linker has failed: a line for each of options.inputs that was compiled for another conduit. Was there one?
bool nameObjectsOfOtherConduits(const Options &options, const Tree &tree);

// Then a line for what the linker said was undefined.
void explainUndefined(llvm::StringRef said, bool otherConduit);

// Lets Clang answer an option that asks for something: -print-prog-name=, -dumpmachine, …
int askClang(const std::string &option, const Tree &tree);

#endif
