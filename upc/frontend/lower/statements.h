// SPDX-License-Identifier: BSD-3-Clause
// Statements: the user's tokens, but for conditions, declarations and loops.
#ifndef UPC_FRONTEND_STATEMENTS_H
#define UPC_FRONTEND_STATEMENTS_H

#include "lower/context.h"

c::Statement lowerStatement(const clang::Stmt *s, const Context &in); // with its ';'

// { .. }, with more statements before the closing brace.
c::Statement lowerCompound(const clang::CompoundStmt *s, const Code &before, const Context &in);

// The last token, its ';' counted: Clang's ranges leave that out.
int lastToken(const clang::Stmt *s, const Unit &unit);
bool readsShared(const clang::Stmt *s, const Context &in);
// The condition of a while or do. If it reads a shared object, the loop may wait for another thread to write the
// object. So may an endless loop whose body reads one. The C compiler must then read the object each time.
c::Expression lowerLoopCondition(const clang::Expr *e, const clang::Stmt *body, const Context &in);

// A loop that may wait for other threads counts its turns (urt_turn): one whose condition, or whose body if it has
// none, reads what other threads may write, or calls a function that may; and one whose body calls such a function, and
// changes a variable of the condition in some iterations only. `keyword` is the loop's first token.
class Turns {
public:
  Turns(const clang::Expr *condition, const clang::Stmt *body, int keyword, const Context &in);
  // urt_turn(&turns), condition; none where there was none and nothing is counted
  std::optional<c::Expression> counted(const std::optional<c::Expression> &condition) const;
  c::Statement around(const c::Statement &loop) const;         // { unsigned int turns = 0; loop }

private:
  std::string name; // of the counter; empty: the loop does not wait
};

#endif
