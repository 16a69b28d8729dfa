// SPDX-License-Identifier: BSD-3-Clause
#include "forall.h"

using namespace clang;

// i, i + c, c + i, i - c
static bool shifted(const Expr *e, const VarDecl *index, ASTContext &context, long &shift) {
  e = e->IgnoreParenImpCasts();
  if (variableOf(e) == index) return shift = 0, true;
  const auto *sum = dyn_cast<BinaryOperator>(e);
  if (!sum || !sum->isAdditiveOp()) return false;
  const Expr *l = sum->getLHS(), *r = sum->getRHS();
  if (sum->getOpcode() == BO_Add && variableOf(r) == index) std::swap(l, r);
  if (variableOf(l) != index) return false;
  auto c = r->getIntegerConstantExpr(context);
  if (!c || c->getSignificantBits() > 31) return false;
  shift = sum->getOpcode() == BO_Add ? c->getExtValue() : -c->getExtValue();
  return true;
}

// &A[i + c], &A[i + c][k], and A[i + c], a row
static bool addressAffinity(const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  const Expr *element = affinity;
  if (const auto *address = dyn_cast<UnaryOperator>(affinity); address && address->getOpcode() == UO_AddrOf) element = address->getSubExpr()->IgnoreParens();
  else if (!facts.context.getAsArrayType(facts.types.of(affinity))) return false;
  std::vector<const Expr *> subscripts;
  std::vector<long> counts;
  loop.base = subscriptsOf(element, facts, subscripts, counts, /*orRow=*/true);
  if (!loop.base || body.changed.count(loop.base) || facts.addressTaken.count(loop.base) || !shifted(subscripts[0], loop.counted.index, facts.context, loop.shift))
    return false;
  long row = counts[0], block = facts.types.sharing(facts.types.of(element)).block;
  if (row == 1) return loop.block = block, block >= 1;
  if (!facts.types.isShared(loop.base->getType()) || block < row || block % row) return false; // a pointer may point into the middle of a row
  long within = 0;
  for (size_t k = 1; k < subscripts.size(); k++) {
    auto value = subscripts[k]->getIntegerConstantExpr(facts.context);
    if (!value || value->getSignificantBits() > 31 || value->isNegative() || facts.types.mentionsThreads(subscripts[k])) return false;
    within += value->getExtValue() * counts[k];
  }
  return loop.block = block / row, within < row;
}

bool recogniseForall(const ForStmt *s, const Expr *increment, const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  if (body.awkward || body.breaks || !recogniseCounted(s->getCond(), increment, body, facts, loop.counted) || loop.counted.step < 0) return false;
  if (affinity->getType()->isIntegerType() && !facts.types.isShared(facts.types.of(affinity))) return shifted(affinity, loop.counted.index, facts.context, loop.shift);
  return addressAffinity(affinity, body, facts, loop);
}
