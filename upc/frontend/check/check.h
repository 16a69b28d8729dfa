// SPDX-License-Identifier: BSD-3-Clause
// Stage 3: UPC's type rules over Clang's AST. Each constraint of the language specification that a translation can
// see is checked here, and reported at the user's line with what would be right.
#ifndef UPC_FRONTEND_CHECK_H
#define UPC_FRONTEND_CHECK_H

#include "types/types.h"

// What becomes of a constraint that other compilers take lightly.
enum class Severity { Ignored, Warning, Error };

struct CheckOptions {
  bool pedanticUpc = false;
  Severity blockSize = Severity::Warning; // pointers of different block sizes without a cast: -W[no-]upc-block-size
};

void check(clang::ASTContext &context, TokenStream &stream, Types &types, const CheckOptions &options);

#endif
