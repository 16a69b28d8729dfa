// SPDX-License-Identifier: BSD-3-Clause
// Loops keep the user's tokens, but for an upc_forall, and for one that may wait for others (Turns). What they do with
// shared memory is left to the passes of optimise/.
#ifndef UPC_FRONTEND_LOOPS_H
#define UPC_FRONTEND_LOOPS_H

#include "lower/loops/counted.h"
#include "lower/loops/forall.h"
#include "lower/statements.h"

struct Loop {
  const clang::Expr *condition = nullptr; // null: none
  std::vector<const clang::Expr *> steps; // evaluated after each iteration
  const clang::Stmt *body = nullptr;
};

c::Statement lowerFor(const clang::ForStmt *s, const Context &in); // an upc_forall too

std::optional<c::Expression> conditionOf(const Loop &loop, const Context &in);
std::optional<c::Expression> stepsOf(const Loop &loop, const Context &in);
c::Statement bodyOf(const Loop &loop, const Context &in);

// ---- forall_loops.cpp
c::Statement lowerForall(const clang::ForStmt *s, const Loop &loop, const clang::Expr *affinity, const Context &in);

#endif
