// SPDX-License-Identifier: BSD-3-Clause
#include "forall.h"

using namespace clang;

// &A[..], and A[..], a row
static bool addressAffinity(const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  const Expr *element = affinity;
  if (const auto *address = dyn_cast<UnaryOperator>(affinity); address && address->getOpcode() == UO_AddrOf) element = address->getSubExpr()->IgnoreParens();
  else if (!facts.context.getAsArrayType(facts.types.of(affinity))) return false;
  loop.base = subscriptsOf(element, facts, /*orRow=*/true);
  if (!loop.base || !baseStays(*loop.base, body, facts, /*sure=*/false)) return false;
  auto stride = movement(*loop.base, loop.counted, body, facts, /*sure=*/false);
  if (!stride) return false;
  loop.stride = *stride, loop.block = facts.types.sharing(facts.types.of(element)).block;
  return loop.block >= 1;
}

// e, e % THREADS, e / n
static bool integerAffinity(const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  loop.number = affinity;
  if (const auto *x = dyn_cast<BinaryOperator>(affinity); x && (x->getOpcode() == BO_Rem || x->getOpcode() == BO_Div)) {
    const Expr *by = x->getRHS();
    auto value = facts.types.mentionsThreads(by) ? std::nullopt : by->getIntegerConstantExpr(facts.context);
    if (value && (value->getSignificantBits() > 31 || *value <= 0)) return false;
    if (x->getOpcode() == BO_Rem && !(value ? value->getExtValue() == facts.types.staticThreads() : isThreads(by, facts))) return false;
    if (x->getOpcode() == BO_Div && !value) return false;
    if (x->getOpcode() == BO_Div) loop.block = value->getExtValue();
    loop.number = x->getLHS();
  }
  auto stride = movement(loop.number, loop.counted, body, facts, /*sure=*/false);
  return stride && (loop.stride = *stride, true);
}

bool recogniseForall(const ForStmt *s, const Expr *increment, const Expr *affinity, LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  if (body.awkward || body.breaks || !recogniseCounted(s->getCond(), increment, body, facts, loop.counted)) return false;
  CountedLoop &counted = loop.counted;
  if (!counted.index || counted.indices.size() > 1 || counted.step.threads || !counted.step.factors.empty() || counted.step.c < 0) return false;
  bool integer = affinity->getType()->isIntegerType() && !facts.types.isShared(facts.types.of(affinity));
  if (!(integer ? integerAffinity(affinity, body, facts, loop) : addressAffinity(affinity, body, facts, loop))) return false;
  long constant; // in blocks of one, the first iteration of a thread is looked for
  return !loop.stride.empty() && (loop.block > 1 || (isConstant(loop.stride, constant) && constant > 0 && constant <= 64));
}
