// SPDX-License-Identifier: BSD-3-Clause
// The stages of the compiler over the text of an editor. Each run is in a process of its own: a text that is being
// typed may crash Clang's parser, and what a run has allocated is gone with it.
#ifndef UPC_FRONTEND_ANALYSIS_H
#define UPC_FRONTEND_ANALYSIS_H

#include "server/text.h"
#include "translate/translate.h"

// What the file says (index.h), and its messages under "diagnostics".
llvm::json::Object analyse(const TranslateOptions &options, const std::string &text, const std::string &uri);
// What may stand at the position, as items of the protocol.
llvm::json::Array complete(const TranslateOptions &options, const std::string &text, Position at);

#endif
