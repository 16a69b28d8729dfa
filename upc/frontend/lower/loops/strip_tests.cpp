// SPDX-License-Identifier: BSD-3-Clause
// A test can tell two accesses apart if each has a single subscript that moves with the loop, and both count from one
// array: `T[i]` and `T[i - w]` with w a variable. `T[i]` and `T[i - 1]` meet in every strip, so no test is made.
#include "lower/loops/strip_tests.h"

using namespace clang;

const Expr *testedSubscript(const Expr *access) {
  return cast<ArraySubscriptExpr>(access->IgnoreParens())->getIdx();
}

// The variable an access counts from, by a single subscript that moves with the loop; null if it does otherwise.
static const VarDecl *countedFrom(const Expr *access, const CountedLoop &loop, const LoopBody &body,
                                  const LoopFacts &facts) {
  if (!isa<ArraySubscriptExpr>(access->IgnoreParens())) return nullptr;
  auto s = subscriptsOf(access->IgnoreParens(), facts);
  if (!s || s->subscripts.size() != 1 || !baseStays(*s, body, facts, /*sure=*/false)) return nullptr;
  if (!movement(s->subscripts[0], loop, body, facts, /*sure=*/false)) return nullptr;
  return s->array ? s->array : variableOf(s->pointer->IgnoreParenImpCasts());
}

// v, v + 1, v - 2: the variable, and the constant.
static std::pair<const VarDecl *, long> variableAndConstant(const Expr *e, const LoopFacts &facts) {
  e = e->IgnoreParenImpCasts();
  const auto *sum = dyn_cast<BinaryOperator>(e);
  if (!sum || !sum->isAdditiveOp()) return {variableOf(e), 0};
  auto constant = sum->getRHS()->getIntegerConstantExpr(facts.context);
  if (!constant || constant->getSignificantBits() > 32) return {nullptr, 0};
  long by = constant->getExtValue();
  return {variableOf(sum->getLHS()->IgnoreParenImpCasts()), sum->getOpcode() == BO_Add ? by : -by};
}

// a[i] and a[i - 1]: what a strip reads and writes always meets.
static bool alwaysMeet(const Expr *write, const Expr *read, const LoopFacts &facts) {
  enum { Strip = 1024 }; // URT_AHEAD in urt_aggregate.h
  auto [v, x] = variableAndConstant(write, facts);
  auto [other, y] = variableAndConstant(read, facts);
  return v && v == other && std::abs(x - y) < Strip;
}

bool testTells(const Expr *write, const Expr *read, const CountedLoop &loop, const LoopBody &body,
               const LoopFacts &facts) {
  const VarDecl *from = countedFrom(write, loop, body, facts);
  return from && from == countedFrom(read, loop, body, facts) &&
         !alwaysMeet(testedSubscript(write), testedSubscript(read), facts);
}
