// SPDX-License-Identifier: BSD-3-Clause
// Statements: the user's tokens, but for conditions, declarations and loops.
#ifndef UPC_FRONTEND_STATEMENTS_H
#define UPC_FRONTEND_STATEMENTS_H

#include "lower/context.h"

c::Statement lowerStatement(const clang::Stmt *s, const Context &in); // with its ';'

// The same for what the parser got in place of an extension's statement.
c::Statement lowerStatementOfC(const clang::Stmt *s, const Context &in);

// { first .. last }
c::Statement lowerCompound(const clang::CompoundStmt *s, const Code &first, const Code &last, const Context &in);

// The last token, its ';' counted: Clang's ranges leave that out.
int lastToken(const clang::Stmt *s, const Unit &unit);

#endif
