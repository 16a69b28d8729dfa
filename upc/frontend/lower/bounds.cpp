// SPDX-License-Identifier: BSD-3-Clause
//   x[col[j]]    URT_GET(double, urt_add(.., urt_inside(col[j], 100, "a.upc:3: x, dimension 0"), ..))
#include "lower/bounds.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "tokens/clang_versions.h"

using namespace clang;

// The array that a subscript counts in, if it is one and no pointer.
static const Expr *arrayOf(const ArraySubscriptExpr *e) {
  const auto *decay = dyn_cast<ImplicitCastExpr>(e->getBase()->IgnoreParens());
  return decay && decay->getCastKind() == CK_ArrayToPointerDecay ? decay->getSubExpr()->IgnoreParens() : nullptr;
}

std::optional<c::Expression> extentOf(const ArraySubscriptExpr *e, const Context &in) {
  const Expr *array = arrayOf(e);
  const auto *type = array ? in.unit.context.getAsConstantArrayType(in.unit.types.of(array)) : nullptr;
  if (!type || type->getSize() == 0) return std::nullopt;
  return c::primary(in.unit.types.dimension(type->getSize()));
}

// C: where a message says that the subscript is, "a.upc:12: A, dimension 1".
static c::Expression placeOf(const Expr *subscript, const std::string &array, unsigned dimension, const Context &in) {
  auto [file, line] = in.unit.place(subscript->getBeginLoc());
  return c::string(file.str() + ":" + std::to_string(line) + ": " + array + ", dimension " + std::to_string(dimension));
}

c::Expression checkedSubscript(const ArraySubscriptExpr *e, const Context &in) {
  c::Expression index = asLong(lowerExpression(e->getIdx(), in));
  auto extent = in.unit.options.checkBounds && in.accessed ? extentOf(e, in) : std::nullopt;
  if (!extent) return index;
  unsigned dimension = 0;
  const Expr *array = arrayOf(e);
  for (; const auto *x = dyn_cast<ArraySubscriptExpr>(array); dimension++) {
    array = arrayOf(x);
    if (!array) array = x->getBase()->IgnoreParens(); // a pointer to arrays
  }
  std::string name = "an array";
  if (const auto *ref = dyn_cast<DeclRefExpr>(array->IgnoreParenImpCasts())) name = ref->getDecl()->getName().str();
  if (const auto *member = dyn_cast<MemberExpr>(array->IgnoreParenImpCasts()))
    name = member->getMemberDecl()->getName().str();
  return c::call("urt_inside", {index, *extent, placeOf(e->getIdx(), name, dimension, in)});
}

c::Expression checkedSubscript(const VarDecl *array, unsigned k, const Expr *subscript, const Context &in) {
  c::Expression index = asLong(lowerExpression(subscript, in));
  if (!in.unit.options.checkBounds || !in.accessed) return index;
  const ArrayType *type = in.unit.context.getAsArrayType(Types::declaredArray(array));
  for (unsigned i = 0; i < k; i++) type = in.unit.context.getAsArrayType(type->getElementType());
  c::Expression extent = c::primary(in.unit.types.dimension(cast<ConstantArrayType>(type)->getSize()));
  return c::call("urt_inside", {index, extent, placeOf(subscript, array->getName().str(), k, in)});
}

c::Expression takenAddress(const Expr *argument, const c::Expression &address, const Context &in) {
  const auto *taken = dyn_cast<UnaryOperator>(argument->IgnoreParenImpCasts());
  if (!taken || taken->getOpcode() != UO_AddrOf || !isShared(taken->getSubExpr(), in) ||
      taken->HasSideEffects(in.unit.context))
    return address;
  std::optional<c::Expression> inside;
  auto require = [&](const Expr *subscript, const c::Expression &extent) {
    c::Expression index = c::cast("urt_size_t", lowerExpression(subscript, in.asAddress()));
    c::Expression one = c::binary(index, "<", extent);
    inside = inside ? c::binary(*inside, "&&", one) : one;
  };
  std::vector<const Expr *> indices;
  if (const VarDecl *array = multiBlockedElement(taken->getSubExpr(), indices, in.unit)) {
    const ArrayType *type = in.unit.context.getAsArrayType(Types::declaredArray(array));
    for (const Expr *index : indices) {
      require(index, c::primary(in.unit.types.dimension(cast<ConstantArrayType>(type)->getSize())));
      type = in.unit.context.getAsArrayType(type->getElementType());
    }
  } else {
    const auto *x = dyn_cast<ArraySubscriptExpr>(taken->getSubExpr()->IgnoreParens());
    for (; x; x = arrayOf(x) ? dyn_cast<ArraySubscriptExpr>(arrayOf(x)) : nullptr)
      if (auto extent = extentOf(x, in)) require(x->getIdx(), *extent);
  }
  return inside ? c::call("urt_taken", {address, *inside}) : address;
}
