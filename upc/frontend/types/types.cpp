// SPDX-License-Identifier: BSD-3-Clause
// The sharing of a type is found by following its sugar: typedefs, arrays and tags, from the outside to the elements.
// In `typedef shared [4] int row[8]; row A[2];` A gets its block size from the tag of the int: 4.
// Types of expressions are computed from those of their operands and kept, since Clang's own have lost some tags.
#include "types/types.h"
#include "tokens/extension.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Type.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

// ---- Sharing

const Layout *Types::tagOf(const Type *type) const {
  const auto *tagged = dyn_cast<BTFTagAttributedType>(type);
  if (!tagged) return nullptr;
  StringRef tag = tagged->getAttr()->getBTFTypeTag();
  int id;
  if (!tag.consume_front("upc.") || tag.getAsInteger(10, id)) return nullptr;
  return &stream.layouts[id];
}

// Is it a value, such as S + 1, and no object? Clang's type of it may have the tag of S. To Clang, *p of a
// shared void * is no lvalue either, but it has the sharing of what p points to.
static bool isValue(const Expr *e) { return e->isPRValue() && !e->getType()->isVoidType(); }

bool Types::dropsQualifiers(const Type *type) {
  const auto *ofExpression = dyn_cast<TypeOfExprType>(type);
  const auto *ofType = dyn_cast<TypeOfType>(type);
  if (ofExpression && isValue(ofExpression->getUnderlyingExpr())) return true;
  return isa<AutoType>(type) || (ofExpression && ofExpression->getKind() == TypeOfKind::Unqualified) ||
         (ofType && ofType->getKind() == TypeOfKind::Unqualified);
}

// What is found on the way from a type to the elements of its arrays.
struct Types::Walk {
  Sharing s;
  long elements = 1;                     // of the arrays
  bool isArray = false, complete = true; // complete: all of their dimensions are known
  bool unqualified = false;              // what comes is behind a type that drops qualifiers
  bool written = false;                  // a tag says `shared`, and not a synchronisation variable alone
  bool settled = false;                  // a tag holds the block size itself; what comes says nothing more

  void tag(const Layout &tag) {
    if (settled || unqualified) return;
    s.shared |= tag.shared;
    s.strict |= tag.strict;
    s.relaxed |= tag.relaxed;
    if (tag.qualifier) s.qualifier = tag.qualifier;
    else written |= tag.shared;
    if (tag.resolved) {
      s.laidOut = true, s.block = tag.block, settled = true;
    } else if (!tag.brackets.empty() || !tag.grid.empty()) {
      if (!s.laidOut) s.layout = &tag;
      s.laidOut = true;
    }
  }

  void array(const ArrayType *array) {
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) elements *= (long)fixed->getSize().getZExtValue();
    else complete = false;
    isArray = true;
  }
};

Sharing Types::sharing(QualType type) const {
  Walk walk;
  for (;;) {
    const Type *t = type.getTypePtr();
    if (const Layout *tag = tagOf(t)) {
      walk.tag(*tag);
      type = cast<BTFTagAttributedType>(t)->getWrappedType();
    } else if (const auto *array = dyn_cast<ArrayType>(t)) {
      walk.array(array);
      type = array->getElementType();
    } else {
      walk.unqualified |= dropsQualifiers(t);
      QualType next = type.getSingleStepDesugaredType(context);
      if (next == type) break;
      type = next;
    }
  }
  return withBlockSize(walk);
}

// The sharing that was found, with the block size that its layout means for an array of so many elements.
Sharing Types::withBlockSize(const Walk &walk) const {
  Sharing s = walk.s;
  s.implied = s.shared && !walk.written && !walk.settled;
  if (s.implied) s.block = 0;
  if (walk.settled) return s;
  if (s.multiBlocked()) { // an element of such an array has its layout's tag, and is `shared [] T`
    s.block = 0;
    if (!walk.isArray) s.layout = nullptr;
    return s;
  }
  if (!s.layout || s.layout->brackets.empty()) return s;
  const Bracket &b = s.layout->brackets[0];
  if (b.kind == Bracket::Empty) s.block = 0;
  else if (b.kind == Bracket::Value) s.block = b.value;
  else if (walk.elements == 1 || !walk.complete) s.star = true;
  else if (threads) s.block = (walk.elements + threads - 1) / threads;
  else if (walk.elements % stream.threadsMark == 0) s.block = walk.elements / stream.threadsMark; // c·THREADS elements
  else s.star = true;
  return s;
}

QualType Types::multiBlockedParameter(QualType type) const {
  if (type.isNull()) return type;
  for (QualType next;; type = next) {
    if (const auto *decayed = dyn_cast<DecayedType>(type.getTypePtr()))
      return sharing(decayed->getOriginalType()).multiBlocked() ? decayed->getOriginalType() : QualType();
    next = type.getSingleStepDesugaredType(context);
    if (next == type) return QualType();
  }
}

QualType Types::ofOperand(const Expr *e) {
  QualType type = of(e), array = multiBlockedParameter(type);
  return array.isNull() ? type : array;
}

bool Types::isPts(QualType type) const {
  if (type.isNull()) return false;
  const auto *pointer = type->getAs<PointerType>();
  return pointer && sharing(pointer->getPointeeType()).shared;
}

bool Types::agree(QualType a, QualType b, bool top) const {
  const auto *fa = a->getAs<FunctionProtoType>(), *fb = b->getAs<FunctionProtoType>();
  if (fa && fb) {
    if (fa->getNumParams() != fb->getNumParams() || !agree(fa->getReturnType(), fb->getReturnType(), true))
      return false;
    for (unsigned i = 0; i < fa->getNumParams(); i++)
      if (!agree(fa->getParamType(i), fb->getParamType(i), true)) return false;
    return true;
  }
  Sharing sa = sharing(a), sb = sharing(b);
  if (top && (sa.shared != sb.shared || sa.qualifier != sb.qualifier)) return false;
  if (top && sa.shared && sa.block != sb.block && !sa.star && !sb.star) return false;
  a = context.getBaseElementType(a), b = context.getBaseElementType(b);
  const auto *pa = a->getAs<PointerType>(), *pb = b->getAs<PointerType>();
  if (!pa || !pb || pa->isVoidPointerType() || pb->isVoidPointerType()) {
    if (pa && pb) return isShared(pa->getPointeeType()) == isShared(pb->getPointeeType());
    return true;
  }
  return agree(pa->getPointeeType(), pb->getPointeeType(), true);
}

bool Types::sameReference(QualType a, QualType b) const {
  const auto *fa = a->getAs<FunctionProtoType>(), *fb = b->getAs<FunctionProtoType>();
  if (fa && fb) {
    bool same = sameReference(fa->getReturnType(), fb->getReturnType());
    for (unsigned i = 0; i < fa->getNumParams() && i < fb->getNumParams(); i++)
      same &= sameReference(fa->getParamType(i), fb->getParamType(i));
    return same;
  }
  Sharing sa = sharing(a), sb = sharing(b);
  if (sa.strict != sb.strict || sa.relaxed != sb.relaxed) return false;
  const auto *pa = context.getBaseElementType(a)->getAs<PointerType>(),
             *pb = context.getBaseElementType(b)->getAs<PointerType>();
  return !pa || !pb || sameReference(pa->getPointeeType(), pb->getPointeeType());
}

uint64_t Types::blockElements(QualType type) const {
  uint64_t count = 1;
  const Layout &layout = *sharing(type).layout;
  size_t k = 0;
  for (QualType t = type; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t));
       t = a->getElementType(), k++) {
    const Bracket b = k < layout.brackets.size() ? layout.brackets[k] : Bracket();
    if (b.kind == Bracket::Star || (b.kind == Bracket::Empty && dependsOnThreads(a->getSize()))) return 0;
    count *= b.kind == Bracket::Value ? b.value : a->getSize().getZExtValue();
  }
  return count;
}

// ceil(count / (block * THREADS)) blocks. THREADS counts as 1 if it is not known and not a factor of the count.
uint64_t Types::localElements(QualType type) const {
  uint64_t count = 1, block = sharing(type).block;
  for (QualType t = type; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t));
       t = a->getElementType())
    count *= a->getSize().getZExtValue();
  if (!block || !type->isArrayType()) return count;
  uint64_t round = block * (threads ? threads : count % stream.threadsMark ? 1 : stream.threadsMark);
  return (count + round - 1) / round * block;
}

uint64_t Types::bytes(QualType type) const {
  if (const Qualifier *own = qualifier(type); own && !type->isArrayType()) return own->bytes;
  if (isPts(type)) return 16;
  if (const auto *array = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type)))
    return array->getSize().getZExtValue() * bytes(array->getElementType());
  if (type->isVoidType() || type->isFunctionType()) return 1;
  return type->isIncompleteType() ? 0 : context.getTypeSizeInChars(type).getQuantity();
}

// The type of a value that is read from a shared object.
QualType Types::unshared(QualType type) const {
  while (isShared(type) && !isa<ArrayType>(type.getTypePtr())) {
    QualType next = type.getSingleStepDesugaredType(context);
    if (const auto *tagged = dyn_cast<BTFTagAttributedType>(type.getTypePtr())) next = tagged->getWrappedType();
    if (next == type) break;
    type = next;
  }
  return type;
}

// The array of a section, which was parsed as `(__typeof__(array) *)0` (Annotator::typeOnly).
const Expr *Types::sectionArray(const CallExpr *section) {
  const auto *null = cast<CStyleCastExpr>(section->getArg(0)->IgnoreImpCasts());
  const Type *pointee = null->getTypeAsWritten()->getAs<PointerType>()->getPointeeType().getTypePtr();
  const auto *type = dyn_cast<TypeOfExprType>(pointee); // null if a type was written
  return type ? type->getUnderlyingExpr()->IgnoreParenImpCasts() : nullptr;
}

bool Types::touchesShared(const Stmt *s) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(s))
    if (ref->getDecl()->getIdentifier() && ref->getDecl()->getName().starts_with("upc_operator_")) return true;
  if (const auto *e = dyn_cast<Expr>(s))
    if (isShared(of(e)) || isPts(of(e))) return true;
  for (const Stmt *child : s->children())
    if (child && touchesShared(child)) return true;
  return false;
}

QualType Types::pointee(QualType pointer) const {
  if (const auto *p = pointer->getAs<PointerType>()) return p->getPointeeType();
  return QualType();
}

QualType Types::share(QualType type, const Sharing &s, long block) {
  const Qualifier *qualifier = s.qualifier ? s.qualifier : sharing(type).qualifier; // a struct's member may have one
  bool strict = s.strict || qualifier;
  auto [at, fresh] = resolvedLayouts.try_emplace({block, strict * 2 + s.relaxed, qualifier}, 0);
  if (fresh) {
    Layout layout;
    layout.shared = layout.resolved = true;
    layout.qualifier = qualifier, layout.strict = strict, layout.relaxed = s.relaxed, layout.block = block;
    at->second = stream.layouts.add(layout);
  }
  auto *attr = BTFTypeTagAttr::CreateImplicit(context, "upc." + std::to_string(at->second));
  return context.getBTFTagAttributedType(attr, type);
}

QualType Types::element(QualType array) const {
  Sharing s = sharing(array);
  const ArrayType *t = context.getAsArrayType(array);
  if (!t) return QualType();
  return s.shared ? const_cast<Types *>(this)->share(t->getElementType(), s, s.block) : t->getElementType();
}

bool Types::holdsQualifier(QualType type) const {
  if (qualifier(type)) return true;
  if (const ArrayType *array = context.getAsArrayType(type)) return holdsQualifier(array->getElementType());
  const auto *record = type->getAs<RecordType>();
  return record && llvm::any_of(record->getDecl()->fields(),
                                [&](const FieldDecl *f) { return holdsQualifier(f->getType()); });
}

// ---- Expressions

QualType Types::of(const Expr *e) {
  auto found = memo.find(e);
  if (found != memo.end()) return found->second;
  QualType type = compute(e);
  if (isValue(e)) type = unshared(type);
  memo[e] = type;
  return type;
}

QualType Types::ofMember(const MemberExpr *e) {
  QualType base = of(e->getBase()), field = e->getMemberDecl()->getType();
  QualType object = e->isArrow() ? pointee(base) : base;
  Sharing s = sharing(object);
  if (s.shared && object.isVolatileQualified()) field = field.withVolatile();
  return s.shared && (e->isArrow() || e->getBase()->isLValue()) ? share(field, s, 0) : field;
}

QualType Types::ofSubscript(const ArraySubscriptExpr *e) {
  QualType base = of(e->getBase());
  if (base->getAs<PointerType>()) return pointee(base);
  Sharing s = sharing(base); // a vector's element
  return s.shared ? share(e->getType(), s, 0) : e->getType();
}

QualType Types::ofUnary(const UnaryOperator *e) {
  QualType sub = of(e->getSubExpr());
  switch (e->getOpcode()) {
  case UO_Deref: return isPts(sub) ? pointee(sub) : e->getType();
  case UO_AddrOf: {
    Sharing s = sharing(sub);
    return s.shared ? context.getPointerType(share(sub, s, s.block)) : e->getType();
  }
  case UO_PreInc: case UO_PreDec: case UO_PostInc: case UO_PostDec: case UO_Extension: return sub;
  case UO_Real: case UO_Imag: {
    Sharing s = sharing(sub);
    return s.shared && e->isLValue() ? share(e->getType(), s, 0) : e->getType();
  }
  default: return e->getType();
  }
}

QualType Types::ofBinary(const BinaryOperator *e) {
  if (e->isAssignmentOp()) return of(e->getLHS());
  if (e->getOpcode() == BO_Comma) return of(e->getRHS());
  if (e->isAdditiveOp() && e->getType()->isPointerType())
    return of(e->getLHS()->getType()->isPointerType() ? e->getLHS() : e->getRHS());
  return e->getType();
}

// Of two pointers-to-shared, one to void decides, as in C. A null pointer constant has no say.
QualType Types::ofConditional(const AbstractConditionalOperator *e) {
  if (!e->getType()->isPointerType()) return e->getType();
  const Expr *arms[] = {e->getTrueExpr(), e->getFalseExpr()};
  QualType generic, other;
  for (const Expr *arm : arms) {
    if (arm->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNotNull)) continue;
    QualType t = of(arm);
    if (isPts(t)) (t->isVoidPointerType() ? generic : other) = t;
  }
  if (e->getType()->isFunctionPointerType() && generic.isNull() && other.isNull())
    return of(isa<FunctionNoProtoType>(e->getType()->getPointeeType()) ? arms[1] : arms[0]);
  return !generic.isNull() ? generic : !other.isNull() ? other : e->getType();
}

QualType Types::ofConversion(const ImplicitCastExpr *e) {
  QualType sub = of(e->getSubExpr());
  switch (e->getCastKind()) {
  case CK_LValueToRValue: return unshared(sub);
  case CK_NoOp: return sub;
  case CK_ArrayToPointerDecay: return isShared(sub) ? context.getPointerType(element(sub)) : e->getType();
  default: return e->getType();
  }
}

// ({ ..; e; })
QualType Types::ofStatement(const StmtExpr *e) {
  const CompoundStmt *body = e->getSubStmt();
  const auto *last = dyn_cast_or_null<Expr>(body->body_empty() ? nullptr : body->body_back());
  return last ? of(last) : e->getType();
}

QualType Types::compute(const Expr *e) {
  if (const auto *x = dyn_cast<ParenExpr>(e)) return of(x->getSubExpr());
  if (const auto *x = dyn_cast<DeclRefExpr>(e)) return of(x->getDecl());
  if (const auto *x = dyn_cast<MemberExpr>(e)) return ofMember(x);
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) return ofSubscript(x);
  if (const auto *x = dyn_cast<UnaryOperator>(e)) return ofUnary(x);
  if (const auto *x = dyn_cast<BinaryOperator>(e)) return ofBinary(x);
  if (const auto *x = dyn_cast<CallExpr>(e);
      x && e->getType()->isPointerType()) { // (c ? f : g)(..): merging f and g drops the tag
    const FunctionType *f = callee(x);
    return f && context.hasSameType(f->getReturnType(), e->getType()) ? f->getReturnType() : e->getType();
  }
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e)) return ofConditional(x);
  if (const auto *x = dyn_cast<OpaqueValueExpr>(e)) return x->getSourceExpr() ? of(x->getSourceExpr()) : e->getType();
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e)) return ofConversion(x);
  if (const auto *x = dyn_cast<StmtExpr>(e)) return ofStatement(x);
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e)) return of(x->getResultExpr());
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return of(x->getChosenSubExpr());
  return e->getType();
}
