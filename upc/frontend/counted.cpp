// SPDX-License-Identifier: BSD-3-Clause
#include "counted.h"

using namespace clang;

const VarDecl *variableOf(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

// ---- The body

void LoopBody::change(const Expr *e) {
  if (const VarDecl *v = variableOf(e)) changed.insert(v);
}
bool LoopBody::VisitBinaryOperator(BinaryOperator *e) {
  if (e->isAssignmentOp()) change(e->getLHS());
  return true;
}
bool LoopBody::VisitUnaryOperator(UnaryOperator *e) {
  if (e->isIncrementDecrementOp() || e->getOpcode() == UO_AddrOf) change(e->getSubExpr());
  return true;
}
bool LoopBody::VisitVarDecl(VarDecl *v) {
  changed.insert(v);
  return awkward |= v->isStaticLocal(), true;
}
bool LoopBody::TraverseSwitchStmt(SwitchStmt *s) {
  switches++;
  bool ok = inner([&] { return RecursiveASTVisitor::TraverseSwitchStmt(s); });
  return switches--, ok;
}

namespace {
struct Addresses : RecursiveASTVisitor<Addresses> {
  Variables taken;
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->getOpcode() == UO_AddrOf)
      if (const VarDecl *v = variableOf(e->getSubExpr())) taken.insert(v);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *s) {
    for (unsigned i = 0; i < s->getNumOutputs(); i++)
      if (const VarDecl *v = variableOf(s->getOutputExpr(i))) taken.insert(v);
    return true;
  }
};
} // namespace

Variables addressesTaken(const Stmt *function) {
  Addresses a;
  a.TraverseStmt(const_cast<Stmt *>(function));
  return a.taken;
}

// ---- Expressions

bool invariant(const Expr *e, const LoopBody &body, const LoopFacts &facts) {
  if (facts.types.isShared(facts.types.of(e))) return false;
  if (isa<CallExpr, StmtExpr, ArraySubscriptExpr, MemberExpr, AtomicExpr, CompoundLiteralExpr, VAArgExpr>(e)) return false;
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && (x->getOpcode() == UO_Deref || x->isIncrementDecrementOp())) return false;
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->isAssignmentOp()) return false;
  if (const auto *x = dyn_cast<DeclRefExpr>(e))
    if (const auto *v = dyn_cast<VarDecl>(x->getDecl()))
      if (body.changed.count(v) || facts.addressTaken.count(v) || v->getType().isVolatileQualified() || (!v->hasLocalStorage() && v->getName() != "MYTHREAD"))
        return false;
  for (const Stmt *child : e->children())
    if (const auto *x = dyn_cast_or_null<Expr>(child); x && !invariant(x, body, facts)) return false;
  return true;
}

bool movesWith(const Expr *e, const VarDecl *index, const LoopBody &body, const LoopFacts &facts) {
  e = e->IgnoreParenImpCasts();
  if (variableOf(e) == index) return true;
  QualType type = e->getType(); // an unsigned int may wrap where its neighbours do not
  if (!type->isIntegerType() || (type->isUnsignedIntegerType() && facts.context.getTypeSize(type) < 64)) return false;
  if (const auto *cast = dyn_cast<CStyleCastExpr>(e))
    return facts.context.getTypeSize(type) >= facts.context.getTypeSize(cast->getSubExpr()->getType()) && movesWith(cast->getSubExpr(), index, body, facts);
  const auto *sum = dyn_cast<BinaryOperator>(e);
  if (!sum || !sum->isAdditiveOp()) return false;
  const Expr *l = sum->getLHS(), *r = sum->getRHS();
  if (movesWith(l, index, body, facts)) return invariant(r, body, facts);
  return sum->getOpcode() == BO_Add && movesWith(r, index, body, facts) && invariant(l, body, facts);
}

static bool plainIndex(const VarDecl *v, const LoopFacts &facts) {
  return v && v->hasLocalStorage() && v->getType()->isIntegerType() && !v->getType()->isBooleanType() && !v->getType().isVolatileQualified() &&
         !v->getType()->isEnumeralType() && !facts.addressTaken.count(v);
}

bool recogniseCounted(const Expr *condition, const Expr *increment, const LoopBody &body, const LoopFacts &facts, CountedLoop &loop) {
  if (!condition || !increment) return false;
  increment = increment->IgnoreParenImpCasts();
  if (const auto *step = dyn_cast<UnaryOperator>(increment); step && step->isIncrementDecrementOp()) {
    loop.index = variableOf(step->getSubExpr());
    loop.step = step->isIncrementOp() ? 1 : -1;
  } else if (const auto *step = dyn_cast<BinaryOperator>(increment); step && (step->getOpcode() == BO_AddAssign || step->getOpcode() == BO_SubAssign)) {
    auto by = step->getRHS()->getIntegerConstantExpr(facts.context);
    if (!by || by->getSignificantBits() > 24 || *by == 0) return false;
    loop.index = variableOf(step->getLHS());
    loop.step = step->getOpcode() == BO_AddAssign ? by->getExtValue() : -by->getExtValue();
    if (facts.types.mentionsThreads(step->getRHS())) return false;
  }
  if (!plainIndex(loop.index, facts) || body.changed.count(loop.index)) return false;
  const auto *compare = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!compare || !compare->isComparisonOp()) return false;
  loop.relation = compare->getOpcode();
  loop.end = compare->getRHS();
  if (variableOf(compare->getLHS()) != loop.index) {
    if (variableOf(compare->getRHS()) != loop.index) return false;
    loop.end = compare->getLHS();
    loop.relation = BinaryOperator::reverseComparisonOp(loop.relation);
  }
  bool up = loop.relation == BO_LT || loop.relation == BO_LE, down = loop.relation == BO_GT || loop.relation == BO_GE;
  if (!(up && loop.step > 0) && !(down && loop.step < 0)) return false;
  return loop.end->IgnoreParenImpCasts()->getType()->isIntegerType() && invariant(loop.end, body, facts);
}

// ---- Accesses

// The elements of a row, 0 if they are not known here.
static long rowLength(QualType row, const LoopFacts &facts) {
  long count = 1;
  for (; const ArrayType *a = facts.context.getAsArrayType(row); row = a->getElementType()) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    if (!fixed || facts.types.marked(fixed->getSize()) || facts.stream.threadsSizes.count(fixed->getSize().getZExtValue())) return 0;
    count *= (long)fixed->getSize().getZExtValue();
  }
  return count;
}

const VarDecl *subscriptsOf(const Expr *access, const LoopFacts &facts, std::vector<const Expr *> &subscripts, std::vector<long> &counts, bool orRow) {
  Types &types = facts.types;
  QualType element = types.of(access);
  long count = rowLength(element, facts);
  if (!count || (facts.context.getAsArrayType(element) && !orRow)) return nullptr;
  if (element->isIncompleteType() || element.isVolatileQualified() || element->isAtomicType()) return nullptr;
  const Expr *e = access->IgnoreParens();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) {
    subscripts.insert(subscripts.begin(), x->getIdx());
    counts.insert(counts.begin(), count);
    const Expr *base = x->getBase()->IgnoreParens();
    if (!types.isPts(types.of(base))) return nullptr; // a member of a shared struct, a private array
    if (const auto *decay = dyn_cast<ImplicitCastExpr>(base); decay && decay->getCastKind() == CK_ArrayToPointerDecay) {
      e = decay->getSubExpr()->IgnoreParens();
      if (isa<ArraySubscriptExpr>(e)) {
        if (!(count = rowLength(types.of(e), facts))) return nullptr;
        continue;
      }
    } else {
      e = base->IgnoreParenImpCasts();
    }
    const VarDecl *v = variableOf(e);
    if (!v || isa<ImplicitParamDecl>(v)) return nullptr;
    if (types.sharing(Types::declaredArray(v)).multiBlocked()) return nullptr;
    return types.isShared(v->getType()) || (types.isPts(v->getType()) && v->hasLocalStorage()) ? v : nullptr;
  }
  return nullptr;
}

namespace {

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(const VarDecl *index, long step, long least, const LoopBody &body, const LoopFacts &facts)
      : index(index), step(step), least(least), body(body), facts(facts) {}
  std::vector<SharedRun> runs;

  bool TraverseUnaryOperator(UnaryOperator *e) {
    if (e->getOpcode() == UO_AddrOf) addressed = e->getSubExpr()->IgnoreParens();
    return RecursiveASTVisitor::TraverseUnaryOperator(e);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *e) {
    if (e != addressed) look(e);
    return true;
  }

private:
  const VarDecl *index;
  long step, least;
  const LoopBody &body;
  const LoopFacts &facts;
  const Expr *addressed = nullptr;

  void look(const ArraySubscriptExpr *e) {
    std::vector<const Expr *> subscripts;
    std::vector<long> counts;
    const VarDecl *base = subscriptsOf(e, facts, subscripts, counts);
    if (!base || body.changed.count(base) || facts.addressTaken.count(base) || base->getType().isVolatileQualified()) return;
    QualType type = facts.types.of(e);
    Sharing s = facts.types.sharing(type);
    if (s.strict || (!s.relaxed && facts.stream.strictAt(facts.stream.index(e->getBeginLoc())))) return;
    long stride = 0;
    for (size_t k = 0; k < subscripts.size(); k++) {
      if (movesWith(subscripts[k], index, body, facts)) stride += counts[k];
      else if (!invariant(subscripts[k], body, facts)) return;
    }
    if (!stride) return;
    if (!step) { // every THREADS-th: in blocks of one, the next on the same thread
      if (s.block == 1 && stride == 1) runs.push_back({e, type, 1, 1, false});
      return;
    }
    stride *= step;
    bool run = s.block == 0 || s.block >= least * std::abs(stride);
    if (run || stride == 1) runs.push_back({e, type, s.block, stride, !run});
  }
};

} // namespace

std::vector<SharedRun> sharedRuns(const Stmt *s, const VarDecl *index, long step, long least, const LoopBody &body, const LoopFacts &facts) {
  Finder finder(index, step, least, body, facts);
  finder.TraverseStmt(const_cast<Stmt *>(s));
  return finder.runs;
}
