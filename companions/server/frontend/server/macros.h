// SPDX-License-Identifier: BSD-3-Clause
// Where the names of macros stand, which the syntax tree does not know: their definitions and uses, also in directives.
#ifndef UPC_FRONTEND_MACROS_H
#define UPC_FRONTEND_MACROS_H

#include "clang/Lex/Preprocessor.h"
#include <string>
#include <vector>

struct NamedMacro {
  clang::SourceLocation at;
  std::string name;
  const clang::MacroInfo *macro; // null: #ifndef of a name that is none there
};

// Fills `uses` while the preprocessor runs. A file may be read twice; the last time counts.
void watchMacros(clang::Preprocessor &pp, std::vector<NamedMacro> &uses);

#endif
