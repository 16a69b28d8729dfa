// SPDX-License-Identifier: BSD-3-Clause
// Two accesses overlap unless they are to different arrays, to private and to shared memory, or of types that C's rules
// of aliasing keep apart. Functions that the file defines are gone through; a call of any other function that gets a
// pointer, and a loop that may wait, make the result unknown.
#include "lower/loops/conflicts.h"
#include "clang/AST/Attr.h"

using namespace clang;

bool isOrdered(const Expr *lvalue, const LoopFacts &facts) {
  QualType type = facts.types.of(lvalue);
  Sharing s = facts.types.sharing(type);
  if (type.isVolatileQualified() || type->isAtomicType() || s.strict) return true;
  return s.shared && !s.relaxed && facts.stream.strictAt(facts.stream.index(lvalue->getBeginLoc()));
}

// The array that a[i], a[i].m and their like are part of, or the pointer that leads there.
static const VarDecl *baseOf(const Expr *lvalue) {
  if (const VarDecl *v = rootOf(lvalue)) return v;
  for (const Expr *e = lvalue->IgnoreParens();;) {
    if (const auto *member = dyn_cast<MemberExpr>(e)) e = member->getBase()->IgnoreParenImpCasts();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) e = element->getBase()->IgnoreParenImpCasts();
    else if (const auto *x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref)
      e = x->getSubExpr()->IgnoreParenImpCasts();
    else return variableOf(e);
  }
}

MemoryAccess Accesses::accessOf(const Expr *lvalue, bool writes) const {
  MemoryAccess a{lvalue, readAsAnything(lvalue) ? QualType() : lvalue->getType(), writes, false};
  const VarDecl *base = baseOf(lvalue), *root = rootOf(lvalue);
  if (root && !facts.types.isShared(facts.types.of(lvalue))) a.isPrivate = true;
  else if (root || (base && base->getType().isRestrictQualified())) a.object = base->getCanonicalDecl();
  return a;
}

bool Accesses::overlap(const MemoryAccess &a, const MemoryAccess &b) const {
  if (a.isPrivate || b.isPrivate) return false;
  if (a.object && b.object && a.object != b.object) return false;
  return a.type.isNull() || b.type.isNull() || mayAlias(a.type, b.type, facts);
}

void Accesses::access(const Expr *lvalue, bool writes) {
  unknown |= isOrdered(lvalue, facts) && !isa<CompoundLiteralExpr>(lvalue);
  all.push_back(accessOf(lvalue, writes));
  all.back().called = calls > 0;
}

// A function of the C library without pointers among its arguments reads no memory that matters. The bodies of this
// file's functions are looked at.
void Accesses::call(const CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee(), *definition;
  if (LoopBody(e, facts).opaque) {
    unknown = true;
    return;
  }
  if (!f || f->hasAttr<ConstAttr>()) return;
  if (f->hasBody(definition)) {
    calls++;
    if (called.insert(definition).second) walk(definition->getBody());
    calls--;
    return;
  }
  for (const Expr *argument : e->arguments()) {
    const Expr *inner = argument->IgnoreParenImpCasts();
    if ((argument->getType()->isPointerType() || inner->getType()->isArrayType()) && !isa<StringLiteral>(inner))
      unknown = true;
  }
}

static bool readsAnyShared(const Stmt *s, const LoopFacts &facts) {
  if (!s) return false;
  if (const auto *e = dyn_cast<Expr>(s); e && e->isLValue() && facts.types.isShared(facts.types.of(e))) return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return readsAnyShared(child, facts); });
}

bool Accesses::waits(const Expr *condition) const { return !condition || readsAnyShared(condition, facts); }

bool Accesses::enter(Stmt *s) {
  if (isa<UnaryExprOrTypeTraitExpr>(s)) return false;
  if (const auto *e = dyn_cast<ImplicitCastExpr>(s); e && e->getCastKind() == CK_LValueToRValue)
    access(e->getSubExpr()->IgnoreParens(), false);
  if (const auto *e = dyn_cast<BinaryOperator>(s); e && e->isAssignmentOp()) access(e->getLHS(), true);
  if (const auto *e = dyn_cast<UnaryOperator>(s); e && e->isIncrementDecrementOp()) access(e->getSubExpr(), true);
  if (const auto *e = dyn_cast<CallExpr>(s)) call(e);

  // A loop that may wait for another thread, which may wait for what this one has not sent yet.
  if (const auto *x = dyn_cast<WhileStmt>(s)) unknown |= waits(x->getCond());
  if (const auto *x = dyn_cast<DoStmt>(s)) unknown |= waits(x->getCond());
  if (const auto *x = dyn_cast<ForStmt>(s)) unknown |= !x->getCond() || (!x->getInc() && waits(x->getCond()));
  unknown |= isa<GCCAsmStmt, AtomicExpr>(s);
  return true;
}
