// SPDX-License-Identifier: BSD-3-Clause
// Loops whose iterations can be gone through ahead, to ask for what they will read: their number is known when they
// begin, and the steps change nothing but the indices.
#ifndef UPC_FRONTEND_AHEAD_LOOPS_H
#define UPC_FRONTEND_AHEAD_LOOPS_H

#include "lower/loops/loops.h"

bool canGoAhead(const Loop &loop, const CountedLoop &counted, const LoopBody &body, const LoopFacts &facts);

// for (k = first; k < counted.end; k += s), with a single index: a loop in the body of one that goes ahead.
struct InnerLoop {
  const clang::Expr *first;
  CountedLoop counted;
};
std::optional<InnerLoop> innerLoop(const clang::ForStmt *s, const Context &in);

#endif
