// SPDX-License-Identifier: BSD-3-Clause
// The stages of the compiler over the text of an editor. Each run is in a process of its own: a text that is being
// typed may crash Clang's parser, and what a run has allocated is gone with it.
#ifndef UPC_FRONTEND_ANALYSIS_H
#define UPC_FRONTEND_ANALYSIS_H

#include "optimise/loop_options.h"
#include "server/text.h"
#include "translate/translate.h"

// How a file is compiled.
struct Compilation {
  TranslateOptions options;
  std::function<std::vector<Remark>(const GeneratedC &)> remarks; // the optimiser's, on the file's C
};
// The driver answers for the file with this path. It is asked in the process of a run, and may end it.
using Compiler = std::function<Compilation(const std::string &path)>;

// A text that an editor has open.
struct OpenText {
  std::string uri, text;
};

// What the file says (index.h), and its messages under "diagnostics".
llvm::json::Object analyse(const Compiler &compiler, const OpenText &file);
// The optimiser's remarks on the file's loops, as diagnostics. None if the text has errors.
llvm::json::Array remarksOn(const Compiler &compiler, const OpenText &file);
// What may stand at the position, as items of the protocol.
llvm::json::Array complete(const Compiler &compiler, const OpenText &file, Position at);
// The functions whose call the position is in, as the protocol's SignatureHelp, or null.
llvm::json::Value signaturesAt(const Compiler &compiler, const OpenText &file, Position at);

#endif
