// SPDX-License-Identifier: BSD-3-Clause
// Checks Clang's syntax tree against the rules of UPC: each constraint of the language specification that one file can
// violate. A message names the user's line and says what would be right.
#ifndef UPC_FRONTEND_CHECK_H
#define UPC_FRONTEND_CHECK_H

#include "types/types.h"
#include <map>
#include <string>

// What upcc does about a violation that other compilers accept.
enum class Severity { Ignored, Warning, Error };

// A warning with switches of its own. -pedantic-upc makes it an error.
struct NamedWarning {
  const char *name;
  Severity severity = Severity::Warning; // -Wno-NAME, -Werror=NAME
  bool onlyWarns = false;                // -Wno-error=NAME: also under -Werror
};

std::map<std::string, NamedWarning> warningsOfExtensions();

struct CheckOptions {
  bool pedanticUpc = false;
  NamedWarning blockSize = {"upc-block-size"}; // pointers of different block sizes without a cast
  NamedWarning translator = {"clang-upc2c", Severity::Ignored}; // what Berkeley UPC's translator gets wrong
  NamedWarning format = {"upc-format"};        // printf or scanf would read or write through a pointer-to-shared
  std::map<std::string, NamedWarning> ofExtensions = warningsOfExtensions(); // by their names
};

// `errors`: where Clang has reported some. Functions that hold one are left out, and everything if one is outside of
// functions: what follows from an error must not be reported as another.
void check(clang::ASTContext &context, TokenStream &stream, Types &types, const CheckOptions &options,
           llvm::ArrayRef<clang::SourceLocation> errors);

#endif
