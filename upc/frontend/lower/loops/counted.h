// SPDX-License-Identifier: BSD-3-Clause
// Loops that count: variables move by the same step in each iteration, and so do the addresses of shared accesses:
//
//   for (j = lo; j < n; j += s) { .. A[i + 1][j] .. B[n * j + i] .. x[2 * j - 1] .. y[i] .. g->u[j] .. }
//
// upc_forall asks how its affinity moves (forall.h).
#ifndef UPC_FRONTEND_COUNTED_H
#define UPC_FRONTEND_COUNTED_H

#include "lower/loops/effects.h"

using Stride = std::vector<Term>; // the sum of such; empty: stays

bool isConstant(const Stride &stride, long &value);

// May the next value of such an index be another one than C's sum of long numbers?
bool wrapsRound(const clang::VarDecl *index, const LoopFacts &facts);

struct CountedLoop {
  std::vector<std::pair<const clang::VarDecl *, Term>> indices; // and what the increment adds to each
  const clang::VarDecl *index = nullptr; // index RELATION end, with an end that stays and a step in its direction;
  const clang::Expr *end = nullptr;      // null where the condition is any other
  clang::BinaryOperatorKind relation = clang::BO_LT;
  clang::QualType compared;              // as what type
  Term step;                             // of index
};

// Fills in `loop` from the steps and the condition, which may be null. What else they do is added to `body`. False if
// nothing moves.
bool recogniseCounted(const clang::Expr *condition, llvm::ArrayRef<const clang::Expr *> steps, LoopBody &body,
                      const LoopFacts &facts, CountedLoop &loop);

// By how much an expression or an element moves in one iteration. Empty if it stays; none if this is not known. `sure`
// as for invariant().
std::optional<Stride> movement(const clang::Expr *e, const CountedLoop &loop, const LoopBody &body,
                               const LoopFacts &facts, bool sure);
std::optional<Stride> movement(const Subscripted &s, const CountedLoop &loop, const LoopBody &body,
                               const LoopFacts &facts, bool sure);

#endif
