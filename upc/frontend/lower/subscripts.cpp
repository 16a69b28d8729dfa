// SPDX-License-Identifier: BSD-3-Clause
// In `shared [4] int A[10][THREADS]`, A[i][j] counts i * THREADS + j elements from A: subscripts {i, j}, counts
// {THREADS, 1}. An element behind a private array, a member or a multi-blocked array has no such form.
#include "lower/subscripts.h"

using namespace clang;

const VarDecl *variableOf(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

bool isThreads(const Expr *e, const LoopFacts &facts) {
  e = e->IgnoreParenImpCasts();
  return isa<IntegerLiteral, DeclRefExpr>(e) && facts.types.mentionsThreads(e);
}

// Is there a size in it whose value Clang may have wrong? It takes a pointer-to-shared for 8 bytes.
static bool hasWrongSize(const Stmt *s, const LoopFacts &facts) {
  if (isa<OffsetOfExpr>(s)) return true; // offsetof(struct s, pointers[2])
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(s)) {
    QualType type = size->isArgumentType() ? size->getArgumentType() : facts.types.of(size->getArgumentExpr());
    type = facts.context.getBaseElementType(type);
    return facts.types.isPts(type) || facts.types.qualifier(type);
  }
  return llvm::any_of(s->children(), [&](const Stmt *child) { return child && hasWrongSize(child, facts); });
}

std::optional<llvm::APSInt> knownValue(const Expr *e, const LoopFacts &facts) {
  if (facts.types.mentionsThreads(e) || hasWrongSize(e, facts)) return std::nullopt;
  return e->getIntegerConstantExpr(facts.context);
}

bool multipleOfThreads(const Expr *e, const LoopFacts &facts, Term &t) {
  e = e->IgnoreParenImpCasts();
  if (isThreads(e, facts)) return ++t.threads == 1;
  if (const auto *mul = dyn_cast<BinaryOperator>(e); mul && mul->getOpcode() == BO_Mul)
    return multipleOfThreads(mul->getLHS(), facts, t) && multipleOfThreads(mul->getRHS(), facts, t) && t.threads == 1;
  auto value = knownValue(e, facts);
  if (!value || !isShort(*value)) return false;
  return t.c *= value->getExtValue(), true;
}

Term elementsOf(QualType type, const LoopFacts &facts) {
  Term count;
  for (; const ArrayType *a = facts.context.getAsArrayType(type); type = a->getElementType()) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    if (!fixed) return {0};
    long n = (long)fixed->getSize().getZExtValue();
    if (facts.types.threadsSize(fixed->getSize())) return {0};
    if (facts.types.multipleOfThreads(fixed->getSize())) n /= facts.stream.threadsMark, count.threads++;
    count.c *= n;
  }
  return count.threads > 1 ? Term{0} : count;
}

bool oneBlockEach(QualType array, const LoopFacts &facts) {
  Term elements = elementsOf(array, facts);
  long block = facts.types.sharing(array).block, threads = facts.types.staticThreads();
  return elements.c && block && elements.c <= (threads ? block * threads : block);
}

std::optional<Subscripted> subscriptsOf(const Expr *access, const LoopFacts &facts, bool orRow) {
  Types &types = facts.types;
  Subscripted s;
  QualType element = types.of(access);
  Term count = elementsOf(element, facts);
  if (!count.c || (facts.context.getAsArrayType(element) && !orRow)) return std::nullopt;
  if (element->isIncompleteType() || element.isVolatileQualified() || element->isAtomicType()) return std::nullopt;
  const Expr *e = access->IgnoreParens();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) {
    s.places.insert(s.places.begin(), x);
    s.subscripts.insert(s.subscripts.begin(), x->getIdx());
    s.counts.insert(s.counts.begin(), count);
    const Expr *base = x->getBase()->IgnoreParens();
    if (!types.isPts(types.of(base))) return std::nullopt; // a member of a shared struct, a private array
    if (const auto *decay = dyn_cast<ImplicitCastExpr>(base); decay && decay->getCastKind() == CK_ArrayToPointerDecay) {
      e = decay->getSubExpr()->IgnoreParens();
      if (isa<ArraySubscriptExpr>(e)) {
        if (!(count = elementsOf(types.of(e), facts)).c) return std::nullopt;
        continue;
      }
      s.array = variableOf(e);
      Sharing sharing = s.array ? types.sharing(s.array->getType()) : Sharing();
      if (!sharing.shared || sharing.multiBlocked() || sharing.implied) return std::nullopt;
    } else {
      if (types.sharing(types.pointee(types.of(base))).multiBlocked()) return std::nullopt;
      if (const VarDecl *v = variableOf(base); v &&
          (isa<ImplicitParamDecl>(v) || types.sharing(Types::declaredArray(v)).multiBlocked()))
        return std::nullopt;
      s.pointer = base;
    }
    return s;
  }
  return std::nullopt;
}
