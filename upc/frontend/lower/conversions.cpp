// SPDX-License-Identifier: BSD-3-Clause
// Conversions: casts, and what C converts implicitly.
#include "lower/accesses.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

// Without the conversions between pointer types that Clang has added.
static const Expr *withoutPointerCasts(const Expr *e) {
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp) break;
    e = cast->getSubExpr();
  }
  return e;
}

c::Expression lowerAs(QualType to, const Expr *e, const Context &in) {
  Types &types = in.unit.types;
  if (types.isPts(to)) {
    if (isNull(e, in.unit)) return c::name("URT_NULL");
    const Expr *inner = withoutPointerCasts(e);
    if (!types.multiBlockedParameter(to).isNull())
      if (const auto *array = dyn_cast<DeclRefExpr>(inner->IgnoreParenImpCasts()))
        return c::addressOf(arrayRecord(cast<VarDecl>(array->getDecl()), in));
    QualType from = types.of(inner);
    if (types.isPts(from)) return convertPointer(from, to, lowerExpression(inner, in), in);
  } else if (to->isBooleanType() && types.isPts(types.of(e->IgnoreParenImpCasts()))) {
    return lowerCondition(e, in);
  }
  return lowerExpression(e, in);
}

c::Expression lowerCondition(const Expr *e, const Context &in) {
  const Expr *inner = withoutPointerCasts(e);
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(inner))
    if (cast->getCastKind() == CK_PointerToBoolean) inner = cast->getSubExpr();
  if (!in.unit.types.isPts(in.unit.types.of(inner))) return lowerExpression(e, in);
  return c::call("urt_nonnull", {lowerExpression(inner, in)});
}

c::Expression lowerImplicitCast(const ImplicitCastExpr *e, const Context &in) {
  const Expr *sub = e->getSubExpr();
  bool pointer = in.unit.types.isPts(e->getType());
  switch (e->getCastKind()) {
  case CK_LValueToRValue: return isShared(sub, in) ? load(sub, in) : lowerExpression(sub, in);
  case CK_ArrayToPointerDecay: return isShared(sub, in) ? address(sub, in) : lowerExpression(sub, in);
  case CK_NullToPointer: return pointer ? c::name("URT_NULL") : lowerExpression(sub, in);
  case CK_PointerToBoolean: return lowerCondition(sub, in);
  case CK_BitCast: return pointer ? lowerAs(e->getType(), sub, in) : lowerExpression(sub, in);
  default: return lowerExpression(sub, in);
  }
}

// A pointer-to-shared as a private pointer, an integer or a truth value.
static c::Expression castPointer(const CStyleCastExpr *e, const Expr *pointer, const Context &in) {
  QualType to = e->getType();
  std::string type = in.unit.types.spell(to);
  if (to->isBooleanType()) return c::cast(type, c::call("urt_nonnull", {lowerExpression(pointer, in)}));
  if (!to->isPointerType()) return c::cast(type, c::call("urt_integer", {lowerExpression(pointer, in)}));
  const auto *taken = dyn_cast<UnaryOperator>(pointer->IgnoreParens());
  if (taken && taken->getOpcode() == UO_AddrOf) {
    std::vector<const Expr *> indices;
    if (const VarDecl *array = multiBlockedElement(taken->getSubExpr(), indices, in.unit))
      return c::cast(type, ownElement(array, indices, e->getBeginLoc(), in));
  }
  auto [file, line] = in.unit.place(e->getBeginLoc());
  c::Expression place = c::string(file.str() + ":" + std::to_string(line));
  const char *function = in.unit.options.checkBounds ? "urt_own" : "urt_local";
  return c::cast(type, c::call(function, {lowerExpression(pointer, in), place}));
}

c::Expression lowerCast(const CStyleCastExpr *e, const Context &in) {
  Types &types = in.unit.types;
  QualType to = e->getType();
  const Expr *sub = withoutPointerCasts(e->getSubExpr());
  QualType from = types.of(sub);
  if (types.isPts(to)) {
    if (isNull(sub, in.unit) || !types.isPts(from)) return c::name("URT_NULL"); // the check stage refuses others
    return convertPointer(from, to, lowerExpression(sub, in), in);
  }
  if (types.isPts(from) && !to->isVoidType()) return castPointer(e, sub, in);
  Copy copy = copyOf(e, in.unit);
  int open = in.unit.index(e->getLParenLoc()), close = in.unit.index(e->getRParenLoc());
  if (types.bearing(e->getTypeInfoAsWritten()->getType())) copy.replace(open + 1, close - 1, types.declare(to, ""));
  else lowerTypeName(e->getTypeInfoAsWritten()->getTypeLoc(), copy, in);
  replace(copy, e->getSubExpr(), lowerExpression(e->getSubExpr(), in), in.unit);
  return {std::move(copy).code(), c::Precedence::Cast};
}
