// SPDX-License-Identifier: BSD-3-Clause
// The affinity is taken as a number that moves by a stride with each iteration. The loop must have one step, of an
// index that grows by a constant, and no `break`. Any other upc_forall tests each iteration (forall_loops.cpp).
#include "lower/loops/forall.h"

using namespace clang;

// &A[..], and A[..], a row
static bool addressAffinity(const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  const Expr *element = affinity;
  if (const auto *address = dyn_cast<UnaryOperator>(affinity); address && address->getOpcode() == UO_AddrOf)
    element = address->getSubExpr()->IgnoreParens();
  else if (!facts.context.getAsArrayType(facts.types.of(affinity))) return false;
  loop.base = subscriptsOf(element, facts, /*orRow=*/true);
  if (!loop.base || !baseStays(*loop.base, body, facts, /*sure=*/false)) return false;
  auto stride = movement(*loop.base, loop.counted, body, facts, /*sure=*/false);
  if (!stride) return false;
  loop.stride = *stride, loop.block = facts.types.sharing(facts.types.of(element)).block;
  return loop.block >= 1;
}

// The factor beside THREADS in a product, or null.
static const Expr *besideThreads(const Expr *e, const LoopFacts &facts) {
  const auto *mul = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
  if (!mul || mul->getOpcode() != BO_Mul) return nullptr;
  return isThreads(mul->getRHS(), facts) ? mul->getLHS() : isThreads(mul->getLHS(), facts) ? mul->getRHS() : nullptr;
}

// The divisor of e / n.
static bool quotient(const BinaryOperator *e, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  const Expr *by = e->getRHS(), *rest = besideThreads(e->getLHS(), facts);
  loop.number = e->getLHS();
  if (Term t; rest && multipleOfThreads(by, facts, t) && t.threads == 1) // i * THREADS / (n * THREADS)
    return loop.number = rest, loop.block = t.c, t.c > 0;
  if (auto value = facts.types.mentionsThreads(by) ? std::nullopt : by->getIntegerConstantExpr(facts.context))
    return *value > 0 && isShort(*value) && (loop.block = value->getExtValue(), true);
  QualType type = by->getType();
  loop.blocks = by, loop.block = 2;
  return type->isIntegerType() && (type->isSignedIntegerType() || facts.context.getTypeSize(type) == 64) &&
      invariant(by, body, facts, /*sure=*/false);
}

// e, e % THREADS, e / n
static bool integerAffinity(const Expr *affinity, const LoopBody &body, const LoopFacts &facts, ForallLoop &loop) {
  const auto *x = dyn_cast<BinaryOperator>(affinity);
  loop.number = affinity;
  if (facts.context.getTypeSize(affinity->getType()) > 64) return false;
  if (x && x->getOpcode() == BO_Rem) {
    auto value = facts.types.mentionsThreads(x->getRHS()) ? std::nullopt
        : x->getRHS()->getIntegerConstantExpr(facts.context);
    if (!(value ? *value == facts.types.staticThreads() : isThreads(x->getRHS(), facts))) return false;
    loop.number = x->getLHS();
  }
  if (x && x->getOpcode() == BO_Div && !quotient(x, body, facts, loop)) return false;
  auto stride = movement(loop.number, loop.counted, body, facts, /*sure=*/false);
  return stride && (loop.stride = *stride, true);
}

bool recogniseForall(const Expr *condition, llvm::ArrayRef<const Expr *> steps, const Expr *affinity, LoopBody &body,
                     const LoopFacts &facts, ForallLoop &loop) {
  if (body.awkward || body.breaks || steps.size() != 1) return false;
  const auto *step = dyn_cast<BinaryOperator>(steps[0]->IgnoreParens());
  if ((step && step->isCommaOp()) || !recogniseCounted(condition, steps, body, facts, loop.counted)) return false;
  CountedLoop &counted = loop.counted;
  if (!counted.index || counted.step.threads || !counted.step.factors.empty() ||
      counted.step.c < 0)
    return false;
  bool integer = affinity->getType()->isIntegerType() && !facts.types.isShared(facts.types.of(affinity));
  if (!(integer ? integerAffinity(affinity, body, facts, loop) : addressAffinity(affinity, body, facts, loop)))
    return false;
  long constant; // in blocks of one, the first iteration of a thread is looked for
  return !loop.stride.empty() &&
      (loop.block > 1 || (isConstant(loop.stride, constant) && constant > 0 && constant <= 64));
}
