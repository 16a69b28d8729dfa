// SPDX-License-Identifier: BSD-3-Clause
#include "types.h"
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

Sharing Types::sharing(QualType type) const {
  Sharing s;
  bool settled = false;
  long elements = 1; // of the arrays walked through
  for (;;) {
    const Type *t = type.getTypePtr();
    if (const Layout *tag = tagOf(t)) {
      if (!settled) {
        s.shared |= tag->shared;
        s.strict |= tag->strict;
        s.relaxed |= tag->relaxed;
        if (tag->resolved) {
          s.laidOut = true, s.block = tag->block, settled = true;
        } else if (!tag->brackets.empty() || !tag->grid.empty()) {
          if (!s.laidOut) s.layout = tag;
          s.laidOut = true;
        }
      }
      type = cast<BTFTagAttributedType>(t)->getWrappedType();
    } else if (const auto *array = dyn_cast<ArrayType>(t)) {
      if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) elements *= (long)fixed->getSize().getZExtValue();
      type = array->getElementType();
    } else {
      QualType next = type.getSingleStepDesugaredType(context);
      if (next == type) break;
      type = next;
    }
  }
  if (settled || !s.layout || s.layout->brackets.empty()) return s;
  const Bracket &b = s.layout->brackets[0];
  if (s.layout->multiBlocked()) s.block = 0; // an element's address stays in its block
  else if (b.kind == Bracket::Empty) s.block = 0;
  else if (b.kind == Bracket::Value) s.block = b.value;
  else if (elements == 1) s.star = true;
  else if (elements % threadsMark == 0) s.block = elements / threadsMark; // c·THREADS elements
  else if (threads) s.block = (elements + threads - 1) / threads;
  else s.star = true;
  return s;
}

bool Types::isPts(QualType type) const {
  if (type.isNull()) return false;
  const auto *pointer = type->getAs<PointerType>();
  return pointer && sharing(pointer->getPointeeType()).shared;
}

// A value has the type of the object it was read from, without the object's sharing.
QualType Types::unshared(QualType type) const {
  while (isShared(type) && !isa<ArrayType>(type.getTypePtr())) {
    QualType next = type.getSingleStepDesugaredType(context);
    if (const auto *tagged = dyn_cast<BTFTagAttributedType>(type.getTypePtr())) next = tagged->getWrappedType();
    if (next == type) break;
    type = next;
  }
  return type;
}

// The array of a section was parsed as `(__typeof__(array) *)0`, so that anything may stand there (annotate.cpp).
const Expr *Types::sectionArray(const CallExpr *section) {
  const auto *null = cast<CStyleCastExpr>(section->getArg(0)->IgnoreImpCasts());
  const Type *pointee = null->getTypeAsWritten()->getAs<PointerType>()->getPointeeType().getTypePtr();
  return cast<TypeOfExprType>(pointee)->getUnderlyingExpr()->IgnoreParenImpCasts();
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
  int flags = s.strict * 2 + s.relaxed;
  auto [at, fresh] = resolvedLayouts.try_emplace({block, flags}, 0);
  if (fresh) {
    Layout layout;
    layout.shared = layout.resolved = true;
    layout.strict = s.strict, layout.relaxed = s.relaxed, layout.block = block;
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

// ---- Expressions

QualType Types::of(const Expr *e) {
  auto found = memo.find(e);
  if (found != memo.end()) return found->second;
  QualType type = compute(e);
  memo[e] = type;
  return type;
}

QualType Types::compute(const Expr *e) {
  if (const auto *x = dyn_cast<ParenExpr>(e)) return of(x->getSubExpr());
  if (const auto *x = dyn_cast<DeclRefExpr>(e)) return of(x->getDecl());
  if (const auto *x = dyn_cast<MemberExpr>(e)) {
    QualType base = of(x->getBase()), field = x->getMemberDecl()->getType();
    Sharing s = sharing(x->isArrow() ? pointee(base) : base);
    return s.shared && (x->isArrow() || x->getBase()->isLValue()) ? share(field, s, 0) : field;
  }
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) {
    QualType base = of(x->getBase());
    if (base->getAs<PointerType>()) return pointee(base);
    Sharing s = sharing(base); // a vector's element
    return s.shared ? share(e->getType(), s, 0) : e->getType();
  }
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    QualType sub = of(x->getSubExpr());
    switch (x->getOpcode()) {
    case UO_Deref: return isPts(sub) ? pointee(sub) : e->getType();
    case UO_AddrOf: {
      Sharing s = sharing(sub);
      return s.shared ? context.getPointerType(share(sub, s, s.block)) : e->getType();
    }
    case UO_PreInc: case UO_PreDec: case UO_PostInc: case UO_PostDec: case UO_Extension: return sub;
    case UO_Real: case UO_Imag: {
      Sharing s = sharing(sub);
      return s.shared ? share(e->getType(), s, 0) : e->getType();
    }
    default: return e->getType();
    }
  }
  if (const auto *x = dyn_cast<BinaryOperator>(e)) {
    if (x->isAssignmentOp()) return of(x->getLHS());
    if (x->getOpcode() == BO_Comma) return of(x->getRHS());
    if (x->isAdditiveOp() && e->getType()->isPointerType())
      return of(x->getLHS()->getType()->isPointerType() ? x->getLHS() : x->getRHS());
    return e->getType();
  }
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e)) {
    if (!e->getType()->isPointerType()) return e->getType();
    const Expr *arms[] = {x->getTrueExpr(), x->getFalseExpr()};
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
  if (const auto *x = dyn_cast<OpaqueValueExpr>(e)) return x->getSourceExpr() ? of(x->getSourceExpr()) : e->getType();
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e)) {
    QualType sub = of(x->getSubExpr());
    switch (x->getCastKind()) {
    case CK_LValueToRValue: return unshared(sub);
    case CK_NoOp: return sub;
    case CK_ArrayToPointerDecay: return isShared(sub) ? context.getPointerType(element(sub)) : e->getType();
    default: return e->getType();
    }
  }
  if (const auto *x = dyn_cast<StmtExpr>(e)) {
    if (const auto *last = dyn_cast_or_null<Expr>(x->getSubStmt()->body_empty() ? nullptr : x->getSubStmt()->body_back()))
      return of(last);
    return e->getType();
  }
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e)) return of(x->getResultExpr());
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return of(x->getChosenSubExpr());
  return e->getType();
}

// ---- Spelling

bool Types::spelledOut(QualType type) const {
  if (isShared(type) && context.getAsArrayType(type)) return true;
  for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType())
    if (const auto *fixed = dyn_cast<ConstantArrayType>(a); fixed && stream.threadsSizes.count(fixed->getSize().getZExtValue()))
      return true; // its size depends on THREADS
  return false;
}

bool Types::bearing(QualType type) const {
  const Type *t = type.getTypePtr();
  if (tagOf(t)) return true;
  if (const auto *x = dyn_cast<TypedefType>(t)) return isShared(x->desugar()) || spelledOut(x->desugar());
  if (const auto *x = dyn_cast<PointerType>(t)) return isShared(x->getPointeeType()) || bearing(x->getPointeeType());
  if (const auto *x = dyn_cast<AdjustedType>(t)) return bearing(x->getAdjustedType());
  if (const auto *x = dyn_cast<ArrayType>(t)) return bearing(x->getElementType());
  if (const auto *x = dyn_cast<FunctionProtoType>(t)) {
    for (QualType parameter : x->param_types())
      if (bearing(parameter)) return true;
    return bearing(x->getReturnType());
  }
  if (const auto *x = dyn_cast<FunctionType>(t)) return bearing(x->getReturnType());
  if (const auto *x = dyn_cast<TypeOfExprType>(t))
    if (const_cast<Types *>(this)->touchesShared(x->getUnderlyingExpr())) return true;
  if (isa<RecordType, EnumType, BuiltinType>(t)) return false;
  QualType next = type.getSingleStepDesugaredType(context);
  return next != type && bearing(next);
}

bool Types::holdsPts(QualType type) const {
  if (isPts(type)) return true;
  if (const ArrayType *array = context.getAsArrayType(type)) return holdsPts(array->getElementType());
  if (const auto *record = type->getAs<RecordType>())
    for (const FieldDecl *field : record->getDecl()->fields())
      if (holdsPts(field->getType())) return true;
  return false;
}

std::string Types::anonymousName(const RecordDecl *record) {
  record = cast<RecordDecl>(record->getCanonicalDecl());
  int number = anonymous.try_emplace(record, (int)anonymous.size()).first->second;
  return "upc_anonymous_" + std::to_string(number);
}

// A polynomial in THREADS, read off its value at threadsMark. What the mark divides is c·THREADS (or c·THREADS^2), however
// large c is; anything else has digits from -mark/2 up.
std::string Types::dimension(const llvm::APInt &size) const {
  long n = (long)size.getZExtValue();
  if (threads || !stream.threadsSizes.count(n)) return std::to_string(n);
  std::string text, power;
  for (; n && n % threadsMark == 0; n /= threadsMark) power += " * urt_threads";
  if (!power.empty()) return "(" + std::to_string(n) + "L" + power + ")";
  for (; n; n /= threadsMark, power += " * urt_threads") {
    long digit = n % threadsMark;
    if (digit > threadsMark / 2) digit -= threadsMark;
    n -= digit;
    if (digit) text = std::to_string(digit) + "L" + power + (text.empty() ? "" : " + " + text);
  }
  return "(" + text + ")";
}

std::string Types::declareAs(TypeSourceInfo *written, const std::string &name, bool dropConst) {
  std::vector<const Expr *> sizes;
  for (TypeLoc loc = written->getTypeLoc(); !loc.isNull(); loc = loc.getNextTypeLoc())
    if (auto array = loc.getAs<ArrayTypeLoc>()) sizes.push_back(array.getSizeExpr());
  std::swap(sizes, writtenSizes);
  std::string text = declare(written->getType(), name, dropConst);
  std::swap(sizes, writtenSizes);
  return text;
}

bool Types::mentionsThreads(const Expr *e, bool orSizes) const {
  for (int i = stream.index(e->getBeginLoc()), last = stream.index(e->getEndLoc()); i >= 0 && i <= last; i++) {
    const Token &token = stream.source[i];
    const IdentifierInfo *info = token.isAnnotation() || token.isLiteral() ? nullptr : token.getIdentifierInfo();
    if (info && (info->getName() == "THREADS" || (orSizes && info->getName().ends_with("sizeof")))) return true;
  }
  return false;
}

std::string Types::elementCount(QualType type, QualType *scalar) {
  std::string count;
  while (const ArrayType *array = context.getAsArrayType(type)) {
    std::string one = "1";
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) one = dimension(fixed->getSize());
    else if (const auto *variable = dyn_cast<VariableArrayType>(array)) one = "(" + renderSize(variable->getSizeExpr()) + ")";
    if (isdigit((unsigned char)one.back())) one += "L"; // products are long
    count += (count.empty() ? "" : " * ") + one;
    type = array->getElementType();
  }
  if (scalar) *scalar = type;
  return count.empty() ? "1" : count == "1L" ? "1" : count;
}

static std::string joined(const std::string &base, const std::string &name) {
  return name.empty() ? base : base + " " + name;
}

static std::string qualifiers(Qualifiers q, bool dropConst) {
  std::string s;
  if (q.hasConst() && !dropConst) s += "const ";
  if (q.hasVolatile()) s += "volatile ";
  return s;
}

std::string Types::declare(QualType type, const std::string &name, bool dropConst) {
  std::string q = qualifiers(type.getLocalQualifiers(), dropConst);
  const Type *t = type.getTypePtr();
  if (const auto *x = dyn_cast<TypedefType>(t)) {
    if (isShared(x->desugar()) || spelledOut(x->desugar()) || (dropConst && x->desugar().isConstQualified())) return q + declare(x->desugar(), name, dropConst);
    return q + joined(x->getDecl()->getName().str(), name);
  }
  if (const auto *x = dyn_cast<PointerType>(t)) {
    QualType inner = x->getPointeeType();
    if (isShared(inner)) return q + joined(sharing(inner).multiBlocked() ? "upc_stride_declared_t *" : "urt_ptr_t", name);
    std::string pointer = "*" + q + (type.isLocalRestrictQualified() ? "__restrict " : "") + name;
    QualType bare = inner;
    for (QualType next; !isa<TypedefType>(bare.getTypePtr()) && (next = bare.getSingleStepDesugaredType(context)) != bare;) bare = next;
    bool wrap = isa<ArrayType, FunctionType>(bare.getTypePtr());
    return declare(inner, wrap ? "(" + pointer + ")" : pointer);
  }
  if (const auto *x = dyn_cast<AdjustedType>(t)) return declare(x->getAdjustedType().withFastQualifiers(type.getLocalFastQualifiers()), name, dropConst);
  if (const auto *x = dyn_cast<ConstantArrayType>(t)) {
    std::string size = dimension(x->getSize());
    if (!writtenSizes.empty()) {
      if (const Expr *e = writtenSizes.front(); e && mentionsThreads(e)) size = renderSize(e);
      writtenSizes.erase(writtenSizes.begin());
    }
    return q + declare(x->getElementType(), name + "[" + size + "]", dropConst);
  }
  if (const auto *x = dyn_cast<IncompleteArrayType>(t)) return q + declare(x->getElementType(), name + "[]", dropConst);
  if (const auto *x = dyn_cast<VariableArrayType>(t))
    return q + declare(x->getElementType(), name + "[" + (x->getSizeExpr() ? renderSize(x->getSizeExpr()) : "*") + "]", dropConst);
  if (const auto *x = dyn_cast<FunctionProtoType>(t)) {
    std::string parameters;
    writtenSizes.clear();
    for (QualType p : x->param_types()) parameters += (parameters.empty() ? "" : ", ") + declare(p, "");
    if (x->isVariadic()) parameters += parameters.empty() ? "..." : ", ...";
    return declare(x->getReturnType(), name + "(" + (parameters.empty() ? "void" : parameters) + ")");
  }
  if (const auto *x = dyn_cast<FunctionNoProtoType>(t)) return declare(x->getReturnType(), name + "()");
  if (const auto *x = dyn_cast<RecordType>(t)) {
    const RecordDecl *record = x->getDecl();
    std::string tag = record->getIdentifier() ? record->getName().str() : anonymousName(record);
    return q + joined(std::string(record->getKindName()) + " " + tag, name);
  }
  if (const auto *x = dyn_cast<EnumType>(t)) {
    const EnumDecl *e = x->getDecl();
    return q + (e->getIdentifier() ? joined("enum " + e->getName().str(), name) : declare(e->getIntegerType(), name));
  }
  if (const auto *x = dyn_cast<AtomicType>(t)) return q + joined("_Atomic(" + declare(x->getValueType(), "") + ")", name);
  if (const auto *x = dyn_cast<VectorType>(t))
    return q + joined("__attribute__((__vector_size__(" + std::to_string(x->getNumElements()) + " * sizeof(" +
                      declare(x->getElementType(), "") + ")))) " + declare(x->getElementType(), ""), name);
  if (isa<BuiltinType, ComplexType>(t)) {
    PrintingPolicy policy(context.getLangOpts());
    return q + joined(QualType(t, 0).getAsString(policy), name);
  }
  QualType next = QualType(t, 0).getSingleStepDesugaredType(context);
  if (next.getTypePtr() == t) return q + joined(QualType(t, 0).getAsString(), name);
  next.addFastQualifiers(type.getLocalFastQualifiers());
  return declare(next, name, dropConst);
}

// ---- Messages

std::string Types::describeLayout(const Sharing &s) const {
  std::string text = s.strict ? "strict shared " : "shared ";
  if (s.multiBlocked()) {
    for (const Bracket &b : s.layout->brackets)
      text += b.kind == Bracket::Empty ? "[]" : b.kind == Bracket::Star ? "[*]" : "[" + std::to_string(b.value) + "]";
    return text + (s.layout->grid.empty() ? " " : " (" + s.layout->grid + ") ");
  }
  if (s.star) return text + "[*] ";
  if (s.block == 1) return text;
  return text + (s.block ? "[" + std::to_string(s.block) + "] " : "[] ");
}

std::string Types::describe(QualType type) {
  if (type->getAs<PointerType>()) {
    QualType inner = pointee(type);
    std::string base = describe(inner);
    return base + (base.back() == '*' ? "*" : " *");
  }
  Sharing s = sharing(type);
  std::string plain = QualType(type->getUnqualifiedDesugaredType(), 0).getCanonicalType().getAsString();
  return (s.shared ? describeLayout(s) : "") + (type.isConstQualified() ? "const " : "") + plain;
}
