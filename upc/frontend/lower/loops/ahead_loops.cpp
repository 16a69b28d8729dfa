// SPDX-License-Identifier: BSD-3-Clause
// A `break` of the loop, or a `return` in it, would leave iterations out that were asked for. An inner loop may be gone
// through only with an index that the other code of the program cannot reach.
#include "lower/loops/ahead_loops.h"
#include "lower/loops/conflicts.h"

using namespace clang;

// May an iteration end the loop? `inner`: in a statement that a break ends.
static bool endsLoop(const Stmt *s, bool inner) {
  if (!s) return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(s)) return true;
  if (isa<BreakStmt>(s)) return !inner;
  inner |= isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(s);
  return llvm::any_of(s->children(), [&](const Stmt *child) { return endsLoop(child, inner); });
}

// Do the steps change nothing but the indices, which are set back when the reads have been asked for?
static bool stepIndicesOnly(const Loop &loop, const CountedLoop &counted, const LoopFacts &facts) {
  Accesses accesses(facts);
  for (const Expr *step : loop.steps) accesses.add(step);
  auto isIndex = [&](const Expr *lvalue) {
    const VarDecl *v = variableOf(lvalue);
    return llvm::any_of(counted.indices, [&](const auto &index) { return index.first == v; });
  };
  return !accesses.unknown && llvm::all_of(accesses.all, [&](const MemoryAccess &a) {
    return a.writes ? isIndex(a.lvalue) : a.isPrivate;
  });
}

bool canGoAhead(const Loop &loop, const CountedLoop &counted, const LoopBody &body, const LoopFacts &facts) {
  return counted.end && !body.opaque && !body.orders && !body.awkward && !endsLoop(loop.body, false) &&
         stepIndicesOnly(loop, counted, facts);
}

// What the first part of a for loop sets this variable to, as its last effect or in a declaration.
static const Expr *startOfIndex(const Stmt *init, const VarDecl *index) {
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(init)) {
    bool declares = llvm::is_contained(declaration->decls(), index);
    return declares ? index->getInit() : nullptr;
  }
  const auto *e = dyn_cast_or_null<Expr>(init);
  const auto *last = e ? dyn_cast<BinaryOperator>(e->IgnoreParens()) : nullptr;
  while (last && last->getOpcode() == BO_Comma) last = dyn_cast<BinaryOperator>(last->getRHS()->IgnoreParens());
  return last && last->getOpcode() == BO_Assign && variableOf(last->getLHS()) == index ? last->getRHS() : nullptr;
}

std::optional<InnerLoop> innerLoop(const ForStmt *s, const Context &in) {
  auto forall = in.unit.stream.forallAffinity.find(s->getForLoc().getRawEncoding());
  if (forall != in.unit.stream.forallAffinity.end() && forall->second) return std::nullopt;
  if (!s->getInc() || in.unit.followsPragma(in.unit.index(s->getBeginLoc()))) return std::nullopt;
  const LoopFacts facts = in.facts();
  Loop loop{s->getCond(), {s->getInc()}, s->getBody(), {}};
  LoopBody body(s->getBody(), facts);
  InnerLoop inner;
  CountedLoop &counted = inner.counted;
  if (!recogniseCounted(loop.condition, loop.steps, body, facts, counted)) return std::nullopt;
  if (!canGoAhead(loop, counted, body, facts) || counted.indices.size() != 1) return std::nullopt;
  const VarDecl *index = counted.index;
  if (!index->hasLocalStorage() || facts.addressTaken.count(index)) return std::nullopt;
  inner.first = startOfIndex(s->getInit(), index);
  return inner.first ? std::optional(inner) : std::nullopt;
}
