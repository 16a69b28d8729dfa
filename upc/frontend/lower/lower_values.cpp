// SPDX-License-Identifier: BSD-3-Clause
// Initialisers, and the operators that are sizes.
#include "lower/lower.h"
#include "types/clang_versions.h"
#include "types/operators.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

void Lower::initLeaves(const InitListExpr *e, std::vector<Replacement> &r) {
  if (const InitListExpr *semantic = e->isSemanticForm() ? nullptr : e->getSemanticForm()) e = semantic;
  const RecordType *record = e->getType()->getAs<RecordType>();
  std::vector<QualType> wanted;
  if (record && record->getDecl()->isUnion()) {
    if (e->getInitializedFieldInUnion()) wanted.push_back(e->getInitializedFieldInUnion()->getType());
  } else if (record) {
    for (const FieldDecl *field : record->getDecl()->fields())
      if (!isUnnamedBitField(field)) wanted.push_back(field->getType());
  }
  const ArrayType *array = context.getAsArrayType(e->getType());
  for (unsigned i = 0; i < e->getNumInits(); i++) {
    const Expr *init = e->getInit(i);
    if (!init || isa<ImplicitValueInitExpr, NoInitExpr>(init)) continue;
    if (const auto *nested = dyn_cast<InitListExpr>(init); nested && !types.isPts(nested->getType())) {
      initLeaves(nested, r); // which may stand anywhere: [1] = {a, b}, [1].p = c
      continue;
    }
    QualType type = array ? array->getElementType() : i < wanted.size() ? wanted[i] : init->getType();
    replace(r, init, convert(type, init));
  }
}

// What the written list alone has: designators, and values that a later designator overrides, which need not be evaluated.
void Lower::initWritten(const InitListExpr *written, std::vector<Replacement> &r) {
  for (const Expr *init : written->inits()) {
    if (const auto *designated = dyn_cast_or_null<DesignatedInitExpr>(init)) {
      for (unsigned i = 1; i < designated->getNumSubExprs(); i++) replace(r, designated->getSubExpr(i), expr(designated->getSubExpr(i)));
      init = designated->getInit();
    }
    if (!init || isa<ImplicitValueInitExpr, NoInitExpr>(init)) continue;
    int first = index(init->getBeginLoc()), last = index(init->getEndLoc());
    bool used = std::any_of(r.begin(), r.end(), [&](const Replacement &one) { return one.first <= last && first <= one.last; });
    if (const auto *nested = dyn_cast<InitListExpr>(init)) initWritten(nested, r);
    else if (!used && types.touchesShared(init)) replace(r, init, "{0}");
  }
}

std::string Lower::initList(const InitListExpr *e) {
  if (types.isPts(e->getType())) return e->getNumInits() ? convert(e->getType(), e->getInit(0)) : "URT_NULL"; // {p}
  std::vector<Replacement> r;
  initLeaves(e, r);
  initWritten(e->isSyntacticForm() || !e->getSyntacticForm() ? e : e->getSyntacticForm(), r);
  return spanOf(e, r);
}

// ---- sizeof and its kin

std::string Lower::sizeOf(const UnaryExprOrTypeTraitExpr *e) {
  int keyword = index(e->getOperatorLoc());
  const Expr *operand = e->isArgumentType() ? nullptr : e->getArgumentExpr();
  QualType type = operand ? types.of(operand) : e->getArgumentType();
  Sharing s = types.sharing(type);
  QualType scalar;
  std::string count = types.elementCount(type, &scalar);
  std::string each = "sizeof(" + types.spell(scalar) + ")";
  if (s.multiBlocked() && operand && e->getKind() == UETT_SizeOf)
    if (const auto *ref = dyn_cast<DeclRefExpr>(operand->IgnoreParenImpCasts()); ref && isa<ParmVarDecl>(ref->getDecl()))
      return "(" + blockRecord(cast<VarDecl>(ref->getDecl())) + ".layout.elements * " + each + ")";
  if (e->getKind() != UETT_SizeOf)
    return s.shared || !operand ? "_Alignof(" + types.spell(scalar) + ")" : children(e);
  if (s.shared) return context.getAsArrayType(type) ? "((urt_size_t)(" + count + ") * " + each + ")" : each;
  if (operand) return types.isPts(type) ? "sizeof(urt_ptr_t)" : children(e);
  std::vector<Replacement> r;
  int close = index(e->getRParenLoc());
  if (types.bearing(type)) r.push_back({keyword + 2, close - 1, types.declare(type, "")});
  else typeName(e->getArgumentTypeInfo()->getTypeLoc(), r);
  return spanOf(e, r);
}

std::string Lower::sizeOperator(const std::string &word, const Operand &of) {
  QualType type = of.type;
  const Expr *operand = of.expression;
  Sharing s = types.sharing(type);
  QualType scalar;
  std::string count = types.elementCount(type, &scalar), each = "sizeof(" + types.spell(scalar) + ")", block = std::to_string(s.block);
  if (word == "sizeof") {
    const auto *ref = s.multiBlocked() && operand ? dyn_cast<DeclRefExpr>(operand->IgnoreParenImpCasts()) : nullptr;
    if (ref && isa<ParmVarDecl>(ref->getDecl()))
      return "(" + blockRecord(cast<VarDecl>(ref->getDecl())) + ".layout.elements * " + each + ")";
    if (s.shared) return context.getAsArrayType(type) ? "((urt_size_t)(" + count + ") * " + each + ")" : each;
    if (types.isPts(type)) return "sizeof(urt_ptr_t)";
    if (operand || types.bearing(type)) return "sizeof(" + (operand ? expr(operand) : types.declare(type, "")) + ")";
    std::vector<Replacement> r;
    typeName(of.written, r);
    int open = index(of.written.getBeginLoc()); // Clang ends a type early where a struct's body stands in it
    return "sizeof(" + text.span(open, declarationEnd(open, open), r) + ")";
  }
  if (word == "upc_elemsizeof") return each;
  if (const auto *ref = s.multiBlocked() && operand ? dyn_cast<DeclRefExpr>(operand->IgnoreParenImpCasts()) : nullptr) {
    if (uint64_t known = word == "upc_blocksizeof" && !isa<ParmVarDecl>(ref->getDecl()) ? types.blockElements(type) : 0)
      return "((urt_size_t)" + std::to_string(known) + ")";
    std::string layout = blockRecord(cast<VarDecl>(ref->getDecl())) + ".layout";
    return word == "upc_blocksizeof" ? layout + ".blockelems" : "upc_stride_layout_bytes(&" + layout + ")";
  }
  if (word == "upc_blocksizeof") return "((urt_size_t)" + block + ")";
  if (!context.getAsArrayType(type) || s.block == 0) return "((urt_size_t)(" + count + ") * " + each + ")";
  return "((urt_size_t)" + std::to_string(types.localElements(type)) + " * " + each + ")";
}
