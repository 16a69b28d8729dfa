// SPDX-License-Identifier: BSD-3-Clause
// sizeof, _Alignof and UPC's three operators like them.
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "tokens/clang_versions.h"
#include "types/operators.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

static c::Expression asSize(const c::Expression &e) { return c::cast("urt_size_t", e); }
static c::Expression layoutOf(const VarDecl *v, const Context &in) { return c::member(arrayRecord(v, in), "layout"); }

// The elements of a multi-blocked parameter, which its record knows.
static const ParmVarDecl *multiBlockedParameter(const Expr *operand, const Sharing &s) {
  return dyn_cast_or_null<ParmVarDecl>(s.multiBlocked() && operand ? namedVariable(operand) : nullptr);
}

static c::Expression allElements(QualType type, QualType &scalar, const Context &in) {
  return c::withPrecedence(c::Precedence::Product, in.unit.types.elementCount(type, &scalar));
}

// The struct, union or enum whose body stands in a type as it is written.
static const TagDecl *definedIn(QualType type, const Context &in) {
  for (;;) {
    if (const TagDecl *tag = ownedTag(type.getTypePtr())) return tag;
    if (isa<TypedefType, TypeOfExprType>(type.getTypePtr())) return nullptr; // it stands elsewhere
    const auto *array = dyn_cast<ArrayType>(type.getTypePtr());
    QualType next = array ? array->getElementType() : type.getSingleStepDesugaredType(in.unit.context);
    if (next == type) return nullptr;
    type = next;
  }
}

// sizeof(scalar), the element of the shared type of `operand`; if that is null, of a type that is written here. C needs
// the body of a struct as well if it stands in that type. `word`: or _Alignof.
static c::Expression sizeOfElement(QualType type, QualType scalar, const Expr *operand, const Context &in,
                                   const char *word = "sizeof") {
  const TagDecl *tag = operand ? nullptr : definedIn(type, in);
  if (!tag) return {word + Code("(" + in.unit.types.spell(scalar) + ")"), c::Precedence::Unary};
  Copy copy = copyOf(tag, in.unit);
  replaceInDeclaration(tag, copy, in);
  Code attributes = attributesOf(tag, in, in.unit.index(tag->getEndLoc()));
  return {word + ("(" + std::move(copy).code() + attributes + ")"), c::Precedence::Unary};
}

// The bytes of a shared object, or of the array that a multi-blocked parameter is.
static c::Expression sharedSize(QualType type, const Expr *operand, const Context &in) {
  QualType scalar;
  c::Expression count = allElements(type, scalar, in), each = sizeOfElement(type, scalar, operand, in);
  if (const ParmVarDecl *p = multiBlockedParameter(operand, in.unit.types.sharing(type)))
    return c::binary(c::member(layoutOf(p, in), "elements"), "*", each);
  return in.unit.context.getAsArrayType(type) ? c::binary(asSize(count), "*", each) : each;
}

// sizeof(type) where C may need another spelling of the type than the user's.
static c::Expression sizeOfWritten(const UnaryExprOrTypeTraitExpr *e, QualType type, const Context &in) {
  Copy copy = copyOf(e, in.unit);
  int keyword = in.unit.index(e->getOperatorLoc()), close = in.unit.index(e->getRParenLoc());
  if (in.unit.types.bearing(type)) copy.replace(keyword + 2, close - 1, in.unit.types.declare(type, ""));
  else lowerTypeName(e->getArgumentTypeInfo()->getTypeLoc(), copy, in);
  return {std::move(copy).code(), c::Precedence::Unary};
}

c::Expression lowerSizeOf(const UnaryExprOrTypeTraitExpr *e, const Context &in) {
  Types &types = in.unit.types;
  const Expr *operand = e->isArgumentType() ? nullptr : e->getArgumentExpr();
  QualType scalar, type = operand ? types.ofOperand(operand) : e->getArgumentType();
  Sharing s = types.sharing(type);
  if (e->getKind() != UETT_SizeOf) {
    if (!s.shared && operand) return copyWithChildren(e, in);
    types.elementCount(type, &scalar);
    return sizeOfElement(type, scalar, operand, in, "_Alignof");
  }
  if (s.shared || multiBlockedParameter(operand, s)) return sharedSize(type, operand, in);
  if (!operand) return sizeOfWritten(e, type, in);
  if (types.isPts(type)) return c::sizeOfType("urt_ptr_t");
  // C evaluates an operand whose size is not constant: not a null pointer that stands for a type.
  if (types.dependsOnThreads(type) && !operand->HasSideEffects(in.unit.context))
    return {"sizeof(" + Code(types.declare(type, "")) + ")", c::Precedence::Unary};
  return copyWithChildren(e, in);
}

// `sizeof` where it was parsed as an operator of ours.
static c::Expression sizeOfOperand(const Operand &of, const Context &in) {
  Types &types = in.unit.types;
  Sharing s = types.sharing(of.type);
  if (s.shared || multiBlockedParameter(of.expression, s)) return sharedSize(of.type, of.expression, in);
  if (types.isPts(of.type)) return c::sizeOfType("urt_ptr_t");
  Code operand;
  if (of.expression) {
    operand = lowerExpression(of.expression, in).code;
  } else if (types.bearing(of.type)) {
    operand = types.declare(of.type, "");
  } else {
    int open = in.unit.index(of.written.getBeginLoc()); // Clang ends a type early where a struct's body stands in it
    Copy copy(open, declarationEnd(open, open, in.unit));
    lowerTypeName(of.written, copy, in);
    operand = std::move(copy).code();
  }
  return {"sizeof(" + operand + ")", c::Precedence::Unary};
}

// upc_blocksizeof and upc_localsizeof of a multi-blocked array that is named.
static c::Expression sizeInLayout(bool block, const VarDecl *array, QualType type, const Context &in) {
  uint64_t known = block ? in.unit.types.blockElements(type) : 0;
  if (known) return asSize(c::number(known));
  c::Expression layout = layoutOf(array, in);
  return block ? c::member(layout, "blockelems") : c::call("upc_stride_layout_bytes", {c::addressOf(layout)});
}

c::Expression lowerSizeOperator(const std::string &word, const Operand &of, const Context &in) {
  if (word == "sizeof") return sizeOfOperand(of, in);
  if (word == "__builtin_offsetof") return lowerExpression(of.expression, in);
  Types &types = in.unit.types;
  Sharing s = types.sharing(of.type);
  QualType scalar;
  c::Expression count = allElements(of.type, scalar, in), each = sizeOfElement(of.type, scalar, of.expression, in);
  if (word == "upc_elemsizeof") return each;
  bool block = word == "upc_blocksizeof";
  const VarDecl *array = s.multiBlocked() && of.expression ? namedVariable(of.expression) : nullptr;
  if (array) return sizeInLayout(block, array, of.type, in);
  if (block) return asSize(c::number(s.multiBlocked() ? types.blockElements(of.type) : s.block));
  bool all = !in.unit.context.getAsArrayType(of.type) || s.block == 0;
  return c::binary(asSize(all ? count : c::number(types.localElements(of.type))), "*", each);
}
