// SPDX-License-Identifier: BSD-3-Clause
// Checks Clang's syntax tree against the rules of UPC: each constraint of the language specification that one file can
// violate. A message names the user's line and says what would be right.
#ifndef UPC_FRONTEND_CHECK_H
#define UPC_FRONTEND_CHECK_H

#include "types/types.h"

// What upcc does about a violation that other compilers accept.
enum class Severity { Ignored, Warning, Error };

struct CheckOptions {
  bool pedanticUpc = false;
  Severity blockSize = Severity::Warning; // pointers of different block sizes without a cast: -W[no-]upc-block-size
  bool blockSizeOnlyWarns = false;        // -Wno-error=upc-block-size: also under -Werror
};

void check(clang::ASTContext &context, TokenStream &stream, Types &types, const CheckOptions &options);

#endif
