// SPDX-License-Identifier: BSD-3-Clause
#include "forall.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace {

const VarDecl *variable(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

bool plainIndex(const VarDecl *v) {
  return v && v->hasLocalStorage() && v->getType()->isIntegerType() && !v->getType().isVolatileQualified() && !v->getType()->isBooleanType();
}

// What a loop's body does that matters here.
class Body : public RecursiveASTVisitor<Body> {
public:
  Body(const TokenStream &stream) : stream(stream) {}
  llvm::SmallPtrSet<const VarDecl *, 16> changed; // assigned, stepped, or with their address taken
  bool awkward = false;                            // cannot stand twice, or leaves the loop

  bool VisitBinaryOperator(BinaryOperator *e) {
    if (e->isAssignmentOp()) change(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->isIncrementDecrementOp() || e->getOpcode() == UO_AddrOf) change(e->getSubExpr());
    return true;
  }
  bool VisitLabelStmt(LabelStmt *) { return awkward = true, true; }
  bool VisitGotoStmt(GotoStmt *) { return awkward = true, true; }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) { return awkward = true, true; }
  bool VisitSwitchCase(SwitchCase *) { return awkward |= switches == 0, true; }
  bool VisitBreakStmt(BreakStmt *) { return awkward |= depth == 0, true; }
  bool VisitGCCAsmStmt(GCCAsmStmt *) { return awkward = true, true; }
  bool VisitVarDecl(VarDecl *v) { return awkward |= v->isStaticLocal(), true; }
  bool TraverseForStmt(ForStmt *s) {
    if (stream.forallAffinity.count(s->getForLoc().getRawEncoding())) awkward = true; // its loop would double again
    return inner([&] { return RecursiveASTVisitor::TraverseForStmt(s); });
  }
  bool TraverseWhileStmt(WhileStmt *s) { return inner([&] { return RecursiveASTVisitor::TraverseWhileStmt(s); }); }
  bool TraverseDoStmt(DoStmt *s) { return inner([&] { return RecursiveASTVisitor::TraverseDoStmt(s); }); }
  bool TraverseSwitchStmt(SwitchStmt *s) {
    switches++;
    bool ok = inner([&] { return RecursiveASTVisitor::TraverseSwitchStmt(s); });
    return switches--, ok;
  }

private:
  const TokenStream &stream;
  int depth = 0, switches = 0;
  template <class F> bool inner(F walk) {
    depth++;
    bool ok = walk();
    depth--;
    return ok;
  }
  void change(const Expr *e) {
    if (const VarDecl *v = variable(e)) changed.insert(v);
  }
};

// The same value at every iteration: constants and variables no iteration changes.
bool invariant(const Expr *e, const Body &body, Types &types) {
  if (types.isShared(types.of(e))) return false;
  if (isa<CallExpr, StmtExpr, ArraySubscriptExpr, MemberExpr, AtomicExpr>(e)) return false;
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && (x->getOpcode() == UO_Deref || x->isIncrementDecrementOp())) return false;
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->isAssignmentOp()) return false;
  if (const auto *x = dyn_cast<DeclRefExpr>(e))
    if (const auto *v = dyn_cast<VarDecl>(x->getDecl()))
      if (body.changed.count(v) || v->getType().isVolatileQualified() || (!v->hasLocalStorage() && v->getName() != "MYTHREAD")) return false;
  for (const Stmt *child : e->children())
    if (const auto *x = dyn_cast_or_null<Expr>(child); x && !invariant(x, body, types)) return false;
  return true;
}

// i, i + c, c + i, i - c
bool shifted(const Expr *e, const VarDecl *index, ASTContext &context, long &shift) {
  e = e->IgnoreParenImpCasts();
  if (variable(e) == index) return shift = 0, true;
  const auto *sum = dyn_cast<BinaryOperator>(e);
  if (!sum || !sum->isAdditiveOp()) return false;
  const Expr *l = sum->getLHS(), *r = sum->getRHS();
  if (sum->getOpcode() == BO_Add && variable(r) == index) std::swap(l, r);
  if (variable(l) != index) return false;
  auto c = r->getIntegerConstantExpr(context);
  if (!c || c->getSignificantBits() > 31) return false;
  shift = sum->getOpcode() == BO_Add ? c->getExtValue() : -c->getExtValue();
  return true;
}

// A[index expression] of an array of scalars or of a pointer to them: A, the subscript and the block size.
const VarDecl *subscripted(const Expr *e, Types &types, ASTContext &context, const Expr *&subscript, long &block) {
  const auto *x = dyn_cast<ArraySubscriptExpr>(e->IgnoreParens());
  if (!x) return nullptr;
  const VarDecl *base = variable(x->getBase());
  QualType pointer = types.of(x->getBase());
  if (!base || !types.isPts(pointer) || isa<ImplicitParamDecl>(base)) return nullptr;
  QualType element = types.pointee(pointer);
  Sharing s = types.sharing(element);
  if (s.multiBlocked() || s.block < 1 || context.getAsArrayType(element) || element->isIncompleteType()) return nullptr;
  if (!types.isShared(base->getType()) && (!types.isPts(base->getType()) || !base->hasLocalStorage())) return nullptr;
  subscript = x->getIdx();
  block = s.block;
  return base;
}

class Accesses : public RecursiveASTVisitor<Accesses> {
public:
  Accesses(ForallLoop &loop, const Body &body, Types &types, const TokenStream &stream, ASTContext &context)
      : loop(loop), body(body), types(types), stream(stream), context(context) {}
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *e) {
    const VarDecl *v = localElement(e, loop, types, context);
    if (v && !body.changed.count(v) && !strict(e) && std::find(loop.local.begin(), loop.local.end(), v) == loop.local.end()) loop.local.push_back(v);
    return true;
  }

private:
  ForallLoop &loop;
  const Body &body;
  Types &types;
  const TokenStream &stream;
  ASTContext &context;
  bool strict(const Expr *e) {
    Sharing s = types.sharing(types.of(e));
    return s.strict || (!s.relaxed && stream.strictAt(stream.index(e->getBeginLoc())));
  }
};

} // namespace

const VarDecl *localElement(const Expr *e, const ForallLoop &loop, Types &types, ASTContext &context) {
  const Expr *subscript;
  long block, shift;
  const VarDecl *v = subscripted(e, types, context, subscript, block);
  return v && block == loop.block && shifted(subscript, loop.index, context, shift) && shift == loop.shift ? v : nullptr;
}

bool recogniseForall(const ForStmt *s, const Expr *increment, const Expr *affinity, Types &types, const TokenStream &stream,
                     ASTContext &context, ForallLoop &loop) {
  // i = lo
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(s->getInit())) {
    if (!declaration->isSingleDecl()) return false;
    loop.index = dyn_cast<VarDecl>(declaration->getSingleDecl());
  } else if (const auto *assign = dyn_cast_or_null<BinaryOperator>(s->getInit())) {
    if (assign->getOpcode() != BO_Assign) return false;
    loop.index = variable(assign->getLHS());
  }
  if (!plainIndex(loop.index)) return false;
  // i++
  increment = increment ? increment->IgnoreParenImpCasts() : nullptr;
  if (const auto *step = dyn_cast_or_null<UnaryOperator>(increment)) {
    if (!step->isIncrementOp() || variable(step->getSubExpr()) != loop.index) return false;
  } else if (const auto *step = dyn_cast_or_null<BinaryOperator>(increment)) {
    auto by = step->getOpcode() == BO_AddAssign ? step->getRHS()->getIntegerConstantExpr(context) : std::nullopt;
    if (!by || *by != 1 || variable(step->getLHS()) != loop.index) return false;
  } else {
    return false;
  }
  Body body(stream);
  body.TraverseStmt(const_cast<Stmt *>(s->getBody()));
  if (body.awkward || body.changed.count(loop.index)) return false;
  // i < hi
  const auto *condition = dyn_cast_or_null<BinaryOperator>(s->getCond() ? s->getCond()->IgnoreParens() : nullptr);
  if (!condition || (condition->getOpcode() != BO_LT && condition->getOpcode() != BO_LE) || variable(condition->getLHS()) != loop.index) return false;
  loop.inclusive = condition->getOpcode() == BO_LE;
  loop.end = condition->getRHS();
  const Expr *bound = loop.end->IgnoreParenImpCasts();
  if (!bound->getType()->isIntegerType() || !invariant(loop.end, body, types)) return false;
  // i + c, or &A[i + c]
  if (affinity->getType()->isIntegerType()) {
    if (!shifted(affinity, loop.index, context, loop.shift)) return false;
  } else {
    const auto *address = dyn_cast<UnaryOperator>(affinity);
    const Expr *subscript;
    if (!address || address->getOpcode() != UO_AddrOf) return false;
    loop.base = subscripted(address->getSubExpr(), types, context, subscript, loop.block);
    if (!loop.base || body.changed.count(loop.base) || !shifted(subscript, loop.index, context, loop.shift)) return false;
  }
  Accesses(loop, body, types, stream, context).TraverseStmt(const_cast<Stmt *>(s->getBody()));
  return true;
}
