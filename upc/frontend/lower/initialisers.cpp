// SPDX-License-Identifier: BSD-3-Clause
// Lists of initialisers, and compound literals.
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "tokens/clang_versions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

// Says nothing of its own: an element or a member that the user did not write.
static bool isImplicit(const Expr *init) { return !init || isa<ImplicitValueInitExpr, NoInitExpr>(init); }

// The types of a struct's members that an initialiser may name, in order; of a union's the one that it names.
static std::vector<QualType> memberTypes(const InitListExpr *e) {
  std::vector<QualType> types;
  const RecordType *record = e->getType()->getAs<RecordType>();
  if (record && record->getDecl()->isUnion()) {
    if (e->getInitializedFieldInUnion()) types.push_back(e->getInitializedFieldInUnion()->getType());
  } else if (record) {
    for (const FieldDecl *field : record->getDecl()->fields())
      if (!isUnnamedBitField(field)) types.push_back(field->getType());
  }
  return types;
}

// The values. A nested list may stand anywhere: [1] = {a, b}, [1].p = c.
static void replaceValues(const InitListExpr *e, Copy &copy, const Context &in) {
  if (const InitListExpr *semantic = e->isSemanticForm() ? nullptr : e->getSemanticForm()) e = semantic;
  std::vector<QualType> members = memberTypes(e);
  const ArrayType *array = in.unit.context.getAsArrayType(e->getType());
  for (unsigned i = 0; i < e->getNumInits(); i++) {
    const Expr *init = e->getInit(i);
    if (isImplicit(init)) continue;
    if (const auto *nested = dyn_cast<InitListExpr>(init); nested && !in.unit.types.isPts(nested->getType())) {
      replaceValues(nested, copy, in);
      continue;
    }
    QualType type = array ? array->getElementType() : i < members.size() ? members[i] : init->getType();
    replace(copy, init, lowerAs(type, init, in), in.unit);
  }
}

// What only the list as it was written has: designators, and values that a later designator overrides, which need not
// be evaluated.
static void replaceWritten(const InitListExpr *written, Copy &copy, const Context &in) {
  for (const Expr *init : written->inits()) {
    if (const auto *designated = dyn_cast_or_null<DesignatedInitExpr>(init)) {
      for (unsigned i = 1; i < designated->getNumSubExprs(); i++)
        replace(copy, designated->getSubExpr(i), lowerExpression(designated->getSubExpr(i), in), in.unit);
      init = designated->getInit();
    }
    if (isImplicit(init)) continue;
    bool used = copy.replaces(in.unit.index(init->getBeginLoc()), in.unit.index(init->getEndLoc()));
    if (const auto *nested = dyn_cast<InitListExpr>(init)) replaceWritten(nested, copy, in);
    else if (!used && in.unit.types.touchesShared(init)) replace(copy, init, c::primary("{0}"), in.unit);
  }
}

c::Expression lowerInitialiserList(const InitListExpr *e, const Context &in) {
  if (in.unit.types.isPts(e->getType())) // {p}
    return e->getNumInits() ? lowerAs(e->getType(), e->getInit(0), in) : c::name("URT_NULL");
  Copy copy = copyOf(e, in.unit);
  replaceValues(e, copy, in);
  replaceWritten(e->isSyntacticForm() || !e->getSyntacticForm() ? e : e->getSyntacticForm(), copy, in);
  return c::primary(std::move(copy).code());
}

// A compound literal at file scope lives as long as the program, also where start-up makes it.
static c::Expression lastingLiteral(const CompoundLiteralExpr *e, const Context &in) {
  std::string name = "upc_literal" + in.unit.fresh();
  auto declared = [&](const std::string &name) { return in.unit.types.declare(e->getType(), name, true); };
  c::Expression literal = c::name(name), value = c::name("upc_value");
  c::Block block = {c::declare("static " + declared(name)),
                    c::declare(declared("upc_value"), lowerExpression(e->getInitializer(), in))};
  block.add(c::call("__builtin_memcpy", {c::addressOf(literal), c::addressOf(value), c::sizeOfType("upc_value")}));
  return c::dereference(block.yielding(c::addressOf(literal)));
}

c::Expression lowerCompoundLiteral(const CompoundLiteralExpr *e, const Context &in) {
  if (in.atStartUp && e->isFileScope()) return lastingLiteral(e, in);
  Types &types = in.unit.types;
  c::Expression value = lowerExpression(e->getInitializer(), in);
  if (types.isPts(e->getType())) return c::dereference(c::compoundLiteral("urt_ptr_t[1]", {value}));
  Copy copy = copyOf(e, in.unit);
  TypeLoc written = e->getTypeSourceInfo()->getTypeLoc();
  int open = in.unit.index(e->getLParenLoc()), init = in.unit.index(e->getInitializer()->getBeginLoc());
  if (types.bearing(written.getType())) copy.replace(open + 1, init - 2, types.declare(written.getType(), ""));
  else lowerTypeName(written, copy, in);
  replace(copy, e->getInitializer(), value, in.unit);
  return {std::move(copy).code(), c::Precedence::Postfix};
}
