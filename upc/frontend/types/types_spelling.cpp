// SPDX-License-Identifier: BSD-3-Clause
// How a type is written: in C, where pointers-to-shared are urt_ptr_t and sharing is left out, and in messages.
#include "types/types.h"
#include "tokens/extension.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Type.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

bool Types::spelledOut(QualType type) const {
  const ArrayType *array = context.getAsArrayType(type);
  if (isShared(type)) return array;
  if (!array) {
    const auto *pointer = type->getAs<PointerType>();
    return pointer && spelledOut(pointer->getPointeeType());
  }
  const auto *fixed = dyn_cast<ConstantArrayType>(array);
  return (fixed && dependsOnThreads(fixed->getSize())) || spelledOut(array->getElementType());
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

// What a function declares by names of C's ordinary name space: variables, parameters, typedefs, enumerators.
static std::vector<const NamedDecl *> ordinaryNames(const DeclContext *f) {
  std::vector<const NamedDecl *> names;
  for (const Decl *d : f->decls())
    if (const auto *e = dyn_cast<EnumDecl>(d)) names.insert(names.end(), e->enumerator_begin(), e->enumerator_end());
    else if (isa<ValueDecl, TypedefNameDecl>(d)) names.push_back(cast<NamedDecl>(d));
  return names;
}

// Notes the typedefs that are not seen by their names everywhere in the function.
void Types::findShadowedTypedefs(const FunctionDecl *f) {
  llvm::DenseMap<DeclarationName, const TypedefNameDecl *> own; // the function's
  const std::vector<const NamedDecl *> names = ordinaryNames(f);
  for (const NamedDecl *d : names)
    if (const auto *name = dyn_cast<TypedefNameDecl>(d)) own.try_emplace(d->getDeclName(), name);
  for (const NamedDecl *d : names) {
    if (!d->getIdentifier()) continue;
    if (const TypedefNameDecl *other = own.lookup(d->getDeclName()); other && other != d)
      shadowedTypedefs.insert(other->getCanonicalDecl());
    for (const NamedDecl *outer : context.getTranslationUnitDecl()->lookup(d->getDeclName()))
      if (isa<TypedefNameDecl>(outer) && !outer->isImplicit()) shadowedTypedefs.insert(outer->getCanonicalDecl());
  }
}

// A function may have a struct s, or a variable s, while the file has another struct s, or a typedef.
std::string Types::shadowedNames() {
  std::string typedefs;
  const TranslationUnitDecl *file = context.getTranslationUnitDecl();
  for (const Decl *d : file->decls())
    if (const auto *f = dyn_cast<FunctionDecl>(d); f && f->isThisDeclarationADefinition()) {
      findShadowedTypedefs(f);
      for (const Decl *inner : f->decls())
        if (const auto *tag = dyn_cast<RecordDecl>(inner); tag && tag->getIdentifier())
          for (const NamedDecl *outer : file->lookup(tag->getDeclName()))
            if (const auto *record = dyn_cast<RecordDecl>(outer);
                record && shadowed.insert(record->getCanonicalDecl()).second)
              typedefs += "typedef " + std::string(record->getKindName()) + " " + record->getName().str() + " " +
                          fileName(record) + "; ";
    }
  return typedefs;
}

std::string Types::otherName(const TypedefNameDecl *name) const {
  bool needed = shadowedTypedefs.count(name->getCanonicalDecl()) && !spelledOut(name->getUnderlyingType());
  if (!needed || name->getPreviousDecl() || !name->getDeclContext()->isFileContext()) return "";
  return "typedef " + name->getName().str() + " " + fileName(name) + ";";
}

const ThreadsSizes::Size *Types::threadsSize(const llvm::APInt &size) const {
  uint64_t first = stream.threadsMark + 1, n = size.getZExtValue();
  const auto &sizes = stream.threadsSizes->sizes;
  return !threads && n >= first && n - first < sizes.size() ? &sizes[n - first] : nullptr;
}

bool Types::dependsOnThreads(QualType array) const {
  for (const ArrayType *a = context.getAsArrayType(array); a; a = context.getAsArrayType(a->getElementType()))
    if (const auto *fixed = dyn_cast<ConstantArrayType>(a); fixed && dependsOnThreads(fixed->getSize())) return true;
  return false;
}

std::string Types::dimension(const llvm::APInt &size) const {
  if (const ThreadsSizes::Size *known = threadsSize(size))
    return "urt_extent(" + known->text + ", " + known->place + ")";
  uint64_t n = size.getZExtValue();
  if (!multipleOfThreads(size)) return std::to_string(n);
  std::string power;
  for (; n % stream.threadsMark == 0; n /= stream.threadsMark) power += " * urt_threads";
  return "(" + std::to_string(n) + "L" + power + ")";
}

bool Types::mentionsThreads(const Expr *e, bool orSizes) const {
  for (int i = stream.index(e->getBeginLoc()), last = stream.index(e->getEndLoc()); i >= 0 && i <= last; i++) {
    const Token &token = stream.source[i];
    const IdentifierInfo *info = token.isAnnotation() || token.isLiteral() ? nullptr : token.getIdentifierInfo();
    if (info && !stream.plainCAt(i) &&
        (info->getName() == "THREADS" || (orSizes && info->getName().ends_with("sizeof"))))
      return true;
  }
  return false;
}

std::string Types::elementCount(QualType type, QualType *scalar) {
  std::string count;
  while (const ArrayType *array = context.getAsArrayType(type)) {
    std::string one = "1";
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) one = dimension(fixed->getSize());
    else if (const auto *variable = dyn_cast<VariableArrayType>(array))
      one = "(" + renderSize(variable->getSizeExpr()) + ")";
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

std::string Types::declarePointer(QualType type, const std::string &q, const std::string &name) {
  QualType inner = type->castAs<PointerType>()->getPointeeType();
  if (isShared(inner)) return q + joined("urt_ptr_t", name);
  std::string pointer = "*" + q + (type.isLocalRestrictQualified() ? "__restrict " : "") + name;
  QualType bare = inner;
  auto keepsName = [&](QualType t) { return isa<TypedefType>(t.getTypePtr()) && !spelledOut(t); };
  for (QualType next; !keepsName(bare) && (next = bare.getSingleStepDesugaredType(context)) != bare;) bare = next;
  bool wrap = isa<ArrayType, FunctionType>(bare.getTypePtr());
  return declare(inner, wrap ? "(" + pointer + ")" : pointer);
}

std::string Types::declareFunction(const FunctionProtoType *type, const std::string &name) {
  std::string parameters;
  for (QualType p : type->param_types()) parameters += (parameters.empty() ? "" : ", ") + declare(p, "");
  if (type->isVariadic()) parameters += parameters.empty() ? "..." : ", ...";
  return declare(type->getReturnType(), name + "(" + (parameters.empty() ? "void" : parameters) + ")");
}

std::string Types::declareRecord(const RecordDecl *record, const std::string &name) {
  if (shadowed.count(record->getCanonicalDecl())) return joined(fileName(record), name);
  std::string tag = record->getIdentifier() ? record->getName().str() : anonymousName(record);
  return joined(std::string(record->getKindName()) + " " + tag, name);
}

std::string Types::declare(QualType type, const std::string &name, bool dropConst) {
  std::string q = qualifiers(type.getLocalQualifiers(), dropConst);
  const Type *t = type.getTypePtr();
  if (const Qualifier *own = qualifier(type); own && !context.getAsArrayType(type)) return q + joined(own->inC, name);
  if (const auto *x = dyn_cast<TypedefType>(t)) {
    const bool isSeen = !shadowedTypedefs.count(x->getDecl()->getCanonicalDecl());
    const bool isOfFunction = x->getDecl()->getDeclContext()->isFunctionOrMethod();
    if (isShared(x->desugar()) || spelledOut(x->desugar()) || (dropConst && x->desugar().isConstQualified()) ||
        (!isSeen && isOfFunction))
      return q + declare(x->desugar(), name, dropConst);
    return q + joined(isSeen ? x->getDecl()->getName().str() : fileName(x->getDecl()), name);
  }
  if (isa<PointerType>(t)) return declarePointer(type, q, name);
  if (isa<DecayedType>(t) && !multiBlockedParameter(type).isNull()) {
    usesRecords = true;
    return q + joined("upc_stride_declared_t *", name);
  }
  if (const auto *x = dyn_cast<AdjustedType>(t))
    return declare(x->getAdjustedType().withFastQualifiers(type.getLocalFastQualifiers()), name, dropConst);
  if (const auto *x = dyn_cast<ConstantArrayType>(t))
    return q + declare(x->getElementType(), name + "[" + dimension(x->getSize()) + "]", dropConst);
  if (const auto *x = dyn_cast<IncompleteArrayType>(t)) return q + declare(x->getElementType(), name + "[]", dropConst);
  if (const auto *x = dyn_cast<VariableArrayType>(t))
    return q + declare(x->getElementType(), name + "[" + (x->getSizeExpr() ? renderSize(x->getSizeExpr()) : "*") + "]",
                       dropConst);
  if (const auto *x = dyn_cast<FunctionProtoType>(t)) return declareFunction(x, name);
  if (const auto *x = dyn_cast<FunctionNoProtoType>(t)) return declare(x->getReturnType(), name + "()");
  if (const auto *x = dyn_cast<RecordType>(t)) return q + declareRecord(x->getDecl(), name);
  if (const auto *x = dyn_cast<EnumType>(t)) {
    const EnumDecl *e = x->getDecl();
    return q + (e->getIdentifier() ? joined("enum " + e->getName().str(), name) : declare(e->getIntegerType(), name));
  }
  if (const auto *x = dyn_cast<AtomicType>(t))
    return q + joined("_Atomic(" + declare(x->getValueType(), "") + ")", name);
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
  std::string word = s.qualifier ? std::string(s.qualifier->name) + " " : "";
  if (s.implied) return word;
  bool strict = s.strict && word.empty(); // one with a qualifier of an extension always is
  std::string text = strict ? "strict shared " : s.relaxed ? "relaxed shared " : "shared ";
  if (s.multiBlocked()) {
    for (const Bracket &b : s.layout->brackets)
      text += b.kind == Bracket::Empty ? "[]" : b.kind == Bracket::Star ? "[*]" : "[" + std::to_string(b.value) + "]";
    return text + (s.layout->grid.empty() ? " " : " (" + s.layout->grid + ") ") + word;
  }
  if (s.star) return text + "[*] " + word;
  if (s.block == 1) return text + word;
  return text + (s.block ? "[" + std::to_string(s.block) + "] " : "[] ") + word;
}

// What follows a base type in a declaration without a name: "int" and "*shared *", "int" and "[4]".
static std::string withDeclarator(const std::string &base, const std::string &declarator) {
  return base + (declarator.empty() || declarator[0] == '[' ? "" : " ") + declarator;
}

// From the outside to the inside, as declarators are read: a pointer to the type comes before what is there already.
std::string Types::describe(QualType type, const std::string &declarator, const Sharing &s) {
  auto next = [&](QualType inner, const std::string &text) { return describe(inner, text, sharing(inner)); };
  if (const ArrayType *array = context.getAsArrayType(type)) { // s is that of its elements, which may not know it
    std::string size;
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) size = std::to_string(fixed->getSize().getZExtValue());
    else if (isa<VariableArrayType>(array)) size = "*";
    return describe(array->getElementType(), declarator + "[" + size + "]", s);
  }
  std::string qualified = (s.shared ? describeLayout(s) : "") + qualifiers(type.getQualifiers(), false);
  if (type->getAs<PointerType>()) {
    QualType inner = pointee(type);
    if (!qualified.empty() && (declarator.empty() || declarator[0] == '[')) qualified.pop_back(); // its space
    std::string pointer = "*" + qualified + declarator;
    bool wrap = context.getAsArrayType(inner) || inner->isFunctionType();
    return next(inner, wrap ? "(" + pointer + ")" : pointer);
  }
  if (const auto *function = type->getAs<FunctionProtoType>()) {
    std::string parameters;
    for (QualType p : function->param_types()) parameters += (parameters.empty() ? "" : ", ") + describe(p);
    if (function->isVariadic()) parameters += ", ...";
    return next(function->getReturnType(), declarator + "(" + (parameters.empty() ? "void" : parameters) + ")");
  }
  std::string plain = QualType(type->getUnqualifiedDesugaredType(), 0).getCanonicalType().getAsString();
  return withDeclarator(qualified + plain, declarator);
}

std::string Types::describe(QualType type) { return describe(type, "", sharing(type)); }
