// SPDX-License-Identifier: BSD-3-Clause
// A stride is a sum of products c * THREADS^n * factors. In `for (j = 0; j < n; j += 2)` with `shared int A[100][50]`,
// A[i][j + 1] moves by 2 elements and A[j][i] by 100. A subscript of an unsigned type narrower than 64 bits does not
// count: it may wrap round before the loop ends.
#include "lower/loops/counted.h"

using namespace clang;

// ---- Strides

static void times(Stride &stride, const Term &by) {
  for (Term &t : stride) {
    t.c *= by.c, t.threads += by.threads;
    t.factors.insert(t.factors.end(), by.factors.begin(), by.factors.end());
  }
}

static void add(Stride &sum, const Stride &more, long sign) {
  for (Term t : more) {
    t.c *= sign;
    auto alike = [&](const Term &s) { return s.threads == t.threads && s.factors.empty() && t.factors.empty(); };
    auto like = llvm::find_if(sum, alike);
    if (like == sum.end()) sum.push_back(t);
    else if ((like->c += t.c) == 0) sum.erase(like);
  }
}

bool isConstant(const Stride &stride, long &value) {
  value = 0;
  for (const Term &t : stride) {
    if (t.threads || !t.factors.empty()) return false;
    value += t.c;
  }
  return true;
}

// In an unsigned int, or anything narrower, a value may wrap round where its neighbours do not.
static bool mayWrap(QualType type, const LoopFacts &facts) {
  return type->isUnsignedIntegerType() && facts.context.getTypeSize(type) < 64;
}

bool wrapsRound(const VarDecl *index, const LoopFacts &facts) {
  return mayWrap(index->getType(), facts) ||
         facts.context.getTypeSize(index->getType()) < facts.context.getTypeSize(facts.context.IntTy);
}

// e, which stays, as c * THREADS^n * factors.
static bool product(const Expr *e, const LoopBody &body, const LoopFacts &facts, bool sure, Term &t) {
  const Expr *inner = e->IgnoreParenImpCasts();
  if (!inner->getType()->isIntegerType()) return false;
  if (isThreads(inner, facts)) return t.threads++, true;
  if (!facts.types.mentionsThreads(inner))
    if (auto value = inner->getIntegerConstantExpr(facts.context)) {
      if (!isShort(*value)) return false;
      return t.c *= value->getExtValue(), true;
    }
  if (const auto *mul = dyn_cast<BinaryOperator>(inner); mul && mul->getOpcode() == BO_Mul &&
      !mayWrap(inner->getType(), facts))
    return product(mul->getLHS(), body, facts, sure, t) && product(mul->getRHS(), body, facts, sure, t);
  if (!invariant(e, body, facts, sure)) return false;
  return t.factors.push_back(e), true;
}

std::optional<Stride> movement(const Expr *whole, const CountedLoop &loop, const LoopBody &body,
                               const LoopFacts &facts, bool sure) {
  const Expr *e = whole->IgnoreParenImpCasts();
  if (const VarDecl *v = variableOf(e))
    for (auto &[index, step] : loop.indices)
      if (v == index) return Stride{step};
  if (invariant(whole, body, facts, sure)) return Stride{};
  QualType type = e->getType();
  if (!type->isIntegerType() || mayWrap(type, facts)) return std::nullopt;
  auto of = [&](const Expr *part) { return movement(part, loop, body, facts, sure); };
  if (const auto *cast = dyn_cast<CStyleCastExpr>(e))
    return facts.context.getTypeSize(type) < facts.context.getTypeSize(cast->getSubExpr()->getType())
               ? std::nullopt
               : of(cast->getSubExpr());
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && (x->getOpcode() == UO_Minus || x->getOpcode() == UO_Plus)) {
    auto stride = of(x->getSubExpr());
    if (stride && x->getOpcode() == UO_Minus) times(*stride, {-1});
    return stride;
  }
  const auto *x = dyn_cast<BinaryOperator>(e);
  if (!x || !(x->isAdditiveOp() || x->getOpcode() == BO_Mul || x->getOpcode() == BO_Shl)) return std::nullopt;
  auto l = of(x->getLHS()), r = of(x->getRHS());
  if (!l || !r) return std::nullopt;
  if (x->isAdditiveOp()) return add(*l, *r, x->getOpcode() == BO_Add ? 1 : -1), l;
  Term factor;
  if (x->getOpcode() == BO_Shl) {
    auto bits = x->getRHS()->getIntegerConstantExpr(facts.context);
    if (!bits || *bits < 0 || *bits > 30) return std::nullopt;
    return times(*l, {1L << bits->getExtValue()}), l;
  }
  bool left = !l->empty();
  if ((left && !r->empty()) || !product(left ? x->getRHS() : x->getLHS(), body, facts, sure, factor))
    return std::nullopt;
  Stride &moving = left ? *l : *r;
  return factor.c ? (times(moving, factor), moving) : Stride{};
}

// ---- The loop

// v++, v += e, v = v + e: v, and what is added to it.
static const VarDecl *stepOf(const Expr *e, const LoopBody &body, const LoopFacts &facts, Term &step) {
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    if (!x->isIncrementDecrementOp()) return nullptr;
    step.c = x->isIncrementOp() ? 1 : -1;
    return variableOf(x->getSubExpr());
  }
  const auto *x = dyn_cast<BinaryOperator>(e);
  if (!x) return nullptr;
  const VarDecl *v = variableOf(x->getLHS());
  const Expr *by = x->getRHS();
  BinaryOperatorKind kind = x->getOpcode();
  if (kind == BO_Assign) {
    const auto *sum = dyn_cast<BinaryOperator>(by->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp()) return nullptr;
    bool first = variableOf(sum->getLHS()) == v;
    if (!first && (variableOf(sum->getRHS()) != v || sum->getOpcode() == BO_Sub)) return nullptr;
    by = first ? sum->getRHS() : sum->getLHS();
    kind = sum->getOpcode() == BO_Add ? BO_AddAssign : BO_SubAssign;
  }
  if (!v || (kind != BO_AddAssign && kind != BO_SubAssign)) return nullptr;
  QualType type = by->IgnoreParenImpCasts()->getType(); // as a long, what is added must be what the variable sees
  if (!type->isIntegerType() || facts.context.getTypeSize(type) > facts.context.getTypeSize(v->getType()) ||
      mayWrap(type, facts))
    return nullptr;
  if (!product(by, body, facts, /*sure=*/false, step) || step.c == 0) return nullptr;
  if (kind == BO_SubAssign) step.c = -step.c;
  return v;
}

static bool plainIndex(const VarDecl *v, const LoopBody &body, const LoopFacts &facts) {
  QualType type = v->getType();
  return type->isIntegerType() && !facts.types.isShared(type) && !type->isBooleanType() &&
      !type.isVolatileQualified() && !type->isEnumeralType() && !type->isAtomicType() &&
         !body.writes(v, type);
}

static void parts(const Expr *e, std::vector<const Expr *> &out) {
  e = e->IgnoreParens();
  const auto *comma = dyn_cast<BinaryOperator>(e);
  if (!comma || comma->getOpcode() != BO_Comma) return out.push_back(e);
  parts(comma->getLHS(), out), parts(comma->getRHS(), out);
}

static void recogniseEnd(const Expr *condition, const LoopBody &body, const LoopFacts &facts, CountedLoop &loop) {
  const auto *compare = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  if (!compare || !compare->isRelationalOp() || !compare->getLHS()->getType()->isIntegerType()) return;
  for (auto &[index, step] : loop.indices)
    for (bool left : {true, false}) {
      const Expr *self = left ? compare->getLHS() : compare->getRHS(),
          *end = left ? compare->getRHS() : compare->getLHS();
      if (variableOf(self) != index || !end->IgnoreParenImpCasts()->getType()->isIntegerType() ||
          !invariant(end, body, facts, /*sure=*/true))
        continue;
      auto relation = left ? compare->getOpcode() : BinaryOperator::reverseComparisonOp(compare->getOpcode());
      bool up = relation == BO_LT || relation == BO_LE;
      if (step.factors.empty() && up != (step.c > 0)) continue; // where the step's sign is not known, the count asks
      loop.index = index, loop.end = end, loop.relation = relation, loop.compared = self->getType(), loop.step = step;
      return;
    }
}

bool recogniseCounted(const Expr *condition, llvm::ArrayRef<const Expr *> steps, LoopBody &body,
                      const LoopFacts &facts, CountedLoop &loop) {
  std::vector<const Expr *> each;
  for (const Expr *step : steps) parts(step, each);
  body.add(condition);
  Variables stepped;
  for (const Expr *e : each) {
    Term none;
    const VarDecl *v = stepOf(e, body, facts, none);
    if (!v || !stepped.insert(v).second) body.add(e);
  }
  for (const Expr *e : each) {
    Term step;
    const VarDecl *v = stepOf(e, body, facts, step);
    if (v && plainIndex(v, body, facts)) loop.indices.push_back({v, step});
    else body.add(e);
  }
  // A step that another index is, or that was changed by what was added late, is no step.
  for (auto at = loop.indices.begin(); at != loop.indices.end();) {
    bool stays = !body.changed.count(at->first);
    for (const Expr *factor : at->second.factors) {
      stays &= invariant(factor, body, facts, false);
      for (auto &[other, step] : loop.indices) stays &= variableOf(factor) != other;
    }
    if (stays) { ++at; continue; }
    body.changed.insert(at->first);
    loop.indices.erase(at);
    at = loop.indices.begin();
  }
  for (auto &[v, step] : loop.indices) body.step(v);
  recogniseEnd(condition, body, facts, loop);
  // An index that may wrap round before the loop ends counts only if the end is its own.
  auto wraps = [&](auto &index) { return index.first != loop.index && wrapsRound(index.first, facts); };
  llvm::erase_if(loop.indices, wraps);
  return !loop.indices.empty();
}

// ---- Accesses

std::optional<Stride> movement(const Subscripted &s, const CountedLoop &loop, const LoopBody &body,
                               const LoopFacts &facts, bool sure) {
  Stride stride;
  for (size_t k = 0; k < s.subscripts.size(); k++) {
    auto part = movement(s.subscripts[k], loop, body, facts, sure);
    if (!part) return std::nullopt;
    times(*part, s.counts[k]);
    add(stride, *part, 1);
  }
  return stride;
}
