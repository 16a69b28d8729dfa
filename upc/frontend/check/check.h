// SPDX-License-Identifier: BSD-3-Clause
// Stage 3: UPC's type rules over Clang's AST. Each constraint of the language specification that a translation can
// see is checked here, and reported at the user's line with what would be right.
#ifndef UPC_FRONTEND_CHECK_H
#define UPC_FRONTEND_CHECK_H

#include "types/types.h"

void check(clang::ASTContext &context, TokenStream &stream, Types &types, bool pedantic);

#endif
