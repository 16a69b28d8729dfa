// SPDX-License-Identifier: BSD-3-Clause
// Loops that count: variables move by the same step in each iteration, and so do the addresses of shared accesses:
//
//   for (j = lo; j < n; j += s) { .. A[i + 1][j] .. B[n * j + i] .. x[2 * j - 1] .. y[i] .. g->u[j] .. }
//
// What such an access reads or writes is a *strided run*. A run is a C pointer and an index as long as it stays in the
// part of one thread. This is for the whole loop if the access does not move, has an indefinite block, or moves by rows
// (multiples of THREADS blocks). Otherwise it is for the rest of a block. If blocks are too short, it is no run.
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

struct StridedRun {
  const clang::Expr *access; // A[..]
  clang::QualType element;
  long block;
  enum Kind { WholeLoop, InBlock } kind;
  Stride stride;             // of one iteration, in elements; where WholeLoop, in those of one thread
  std::vector<std::pair<const clang::ArraySubscriptExpr *, Stride>> subscripts; // and how each moves
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

// The accesses in `statements` that move with the loop's indices. Runs shorter than `least` iterations are not worth
// their start.
std::vector<StridedRun> stridedRuns(std::initializer_list<const clang::Stmt *> statements, const CountedLoop &loop,
                                    long least, const LoopBody &body, const LoopFacts &facts);

#endif
