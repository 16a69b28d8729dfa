// SPDX-License-Identifier: BSD-3-Clause
// UPC's words and those of extensions (tokens/extension.h), and what each means in one sentence.
#ifndef UPC_FRONTEND_WORDS_H
#define UPC_FRONTEND_WORDS_H

#include "llvm/ADT/StringRef.h"
#include <utility>
#include <vector>

const std::vector<std::pair<llvm::StringRef, llvm::StringRef>> &wordsOfUpc();
llvm::StringRef meaningOf(llvm::StringRef word); // "" if it is none

#endif
