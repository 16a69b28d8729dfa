// SPDX-License-Identifier: BSD-3-Clause
// Expressions: conversions, casts, calls, operators on pointers-to-shared. Shared accesses are in lower_access.cpp.
#include "lower/lower.h"
#include "types/operators.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

static const Expr *withoutPointerCasts(const Expr *e) {
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp) break;
    e = cast->getSubExpr();
  }
  return e;
}

bool Lower::isNull(const Expr *e) const {
  return e->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

std::string Lower::children(const Stmt *s) {
  std::vector<Replacement> r;
  if (isa<PredefinedExpr, StringLiteral>(s)) return spanOf(s);
  for (const Stmt *child : s->children()) {
    if (!child) continue;
    if (const auto *e = dyn_cast<Expr>(child)) replace(r, e, expr(e));
    else replace(r, child, stmt(child));
  }
  return spanOf(s, r);
}

// Between pointers-to-shared (UPC 1.3, 6.4.3): another block or element size resets the phase, `shared void *` keeps it.
std::string Lower::castPts(QualType from, QualType to, const std::string &value) {
  QualType a = types.pointee(from), b = types.pointee(to);
  if (b->isVoidType()) return value;
  long before = types.sharing(a).block, after = types.sharing(b).block;
  if (a->isVoidType()) return after <= 1 ? "urt_rephase(" + value + ")" : value;
  if (before <= 1) return value;
  auto size = [&](QualType t) {
    t = context.getBaseElementType(t);
    return t->isIncompleteType() || t->isFunctionType() ? -1 : context.getTypeSizeInChars(t).getQuantity();
  };
  if (before == after && size(a) == size(b) && (size(a) >= 0 || a.getCanonicalType() == b.getCanonicalType())) return value;
  return "urt_rephase(" + value + ")";
}

std::string Lower::convert(QualType to, const Expr *e) {
  if (types.isPts(to)) {
    if (isNull(e)) return "URT_NULL";
    const Expr *inner = withoutPointerCasts(e);
    if (types.sharing(types.pointee(to)).multiBlocked())
      if (const auto *array = dyn_cast<DeclRefExpr>(inner->IgnoreParenImpCasts())) return "&" + blockRecord(cast<VarDecl>(array->getDecl()));
    QualType from = types.of(inner);
    return types.isPts(from) ? castPts(from, to, expr(inner)) : expr(e);
  }
  const Expr *inner = e->IgnoreParenImpCasts();
  if (to->isBooleanType() && types.isPts(types.of(inner))) return truth(e);
  return expr(e);
}

std::string Lower::truth(const Expr *e) {
  const Expr *inner = withoutPointerCasts(e);
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(inner))
    if (cast->getCastKind() == CK_PointerToBoolean) inner = cast->getSubExpr();
  return types.isPts(types.of(inner)) ? "urt_nonnull(" + expr(inner) + ")" : expr(e);
}

std::string Lower::expr(const Expr *e) {
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e)) {
    const Expr *sub = x->getSubExpr();
    switch (x->getCastKind()) {
    case CK_LValueToRValue: return sharedLvalue(sub) ? load(sub) : expr(sub);
    case CK_ArrayToPointerDecay: return sharedLvalue(sub) ? address(sub) : expr(sub);
    case CK_NullToPointer: return types.isPts(e->getType()) ? "URT_NULL" : expr(sub);
    case CK_PointerToBoolean: return truth(sub);
    case CK_BitCast: return types.isPts(e->getType()) ? convert(e->getType(), sub) : expr(sub);
    default: return expr(sub);
    }
  }
  if (isa<ParenExpr>(e)) {
    Operand operand;
    if (const auto *op = operatorOf(e, stream, types, operand)) return op->word == "bupc_assert_type" ? std::to_string(op->value) : sizeOperator(op->word, operand);
  }
  if (const auto *x = dyn_cast<FullExpr>(e)) return expr(x->getSubExpr());
  if (const auto *x = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) return sizeOf(x);
  if (const auto *x = dyn_cast<CStyleCastExpr>(e)) return castExpr(x);
  if (const auto *x = dyn_cast<CallExpr>(e)) return call(x);
  if (const auto *x = dyn_cast<UnaryOperator>(e)) return unary(x);
  if (const auto *x = dyn_cast<BinaryOperator>(e)) return binary(x);
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e)) return conditional(x);
  if (const auto *x = dyn_cast<InitListExpr>(e)) return initList(x);
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e)) return "(" + expr(x->getResultExpr()) + ")";
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return "(" + expr(x->getChosenSubExpr()) + ")";
  if (const auto *x = dyn_cast<TypeTraitExpr>(e); x && x->getTrait() == BTT_TypeCompatible) // __builtin_types_compatible_p
    return x->getValue() && types.agree(x->getArg(0)->getType(), x->getArg(1)->getType(), /*top=*/false) ? "1" : "0";
  if (const auto *x = dyn_cast<OpaqueValueExpr>(e)) return expr(x->getSourceExpr());
  if (const auto *x = dyn_cast<ParenExpr>(e)) return "(" + expr(x->getSubExpr()) + ")";
  if (const auto *x = dyn_cast<StmtExpr>(e)) return "(" + stmt(x->getSubStmt()) + ")";
  if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(e) && e->isLValue() && sharedLvalue(e)) return load(e); // its value is not used
  if (const auto *x = dyn_cast<CompoundLiteralExpr>(e)) {
    int open = index(x->getLParenLoc()), init = index(x->getInitializer()->getBeginLoc());
    std::vector<Replacement> r;
    if (atStart && x->isFileScope()) return lasting(x);
    if (types.isPts(e->getType())) return "(*(urt_ptr_t[1]){" + expr(x->getInitializer()) + "})";
    if (types.bearing(x->getTypeSourceInfo()->getType())) r.push_back({open + 1, init - 2, types.declare(x->getTypeSourceInfo()->getType(), "")});
    else typeName(x->getTypeSourceInfo()->getTypeLoc(), r);
    replace(r, x->getInitializer(), expr(x->getInitializer()));
    return spanOf(e, r);
  }
  if (const auto *x = dyn_cast<VAArgExpr>(e)) {
    std::vector<Replacement> r;
    replace(r, x->getSubExpr(), expr(x->getSubExpr()));
    if (types.bearing(e->getType())) {
      int comma = index(x->getSubExpr()->getEndLoc()) + 1, close = index(x->getRParenLoc());
      r.push_back({comma + 1, close - 1, types.declare(e->getType(), "")});
    }
    return spanOf(e, r);
  }
  return children(e);
}

std::string Lower::castExpr(const CStyleCastExpr *e) {
  QualType to = e->getType();
  const Expr *sub = withoutPointerCasts(e->getSubExpr());
  QualType from = types.of(sub);
  if (types.isPts(to)) {
    if (isNull(sub)) return "URT_NULL";
    if (types.isPts(from)) return "(" + castPts(from, to, expr(sub)) + ")";
    return "URT_NULL"; // refused by the analysis
  }
  if (types.isPts(from) && !to->isVoidType()) {
    std::string type = "(" + types.spell(to) + ")";
    if (to->isBooleanType()) return "(" + type + "urt_nonnull(" + expr(sub) + "))";
    if (!to->isPointerType()) return "(" + type + "urt_integer(" + expr(sub) + "))";
    if (const auto *address = dyn_cast<UnaryOperator>(sub->IgnoreParens()))
      if (address->getOpcode() == UO_AddrOf) {
        std::vector<const Expr *> indices;
        if (const VarDecl *array = multiBlockedElement(address->getSubExpr(), indices))
          return "(" + type + ownBlock(array, indices, e->getBeginLoc()) + ")";
      }
    return "(" + type + "urt_local(" + expr(sub) + "))";
  }
  std::vector<Replacement> r;
  int open = index(e->getLParenLoc()), close = index(e->getRParenLoc());
  if (types.bearing(e->getTypeInfoAsWritten()->getType())) r.push_back({open + 1, close - 1, types.declare(to, "")});
  else typeName(e->getTypeInfoAsWritten()->getTypeLoc(), r);
  replace(r, e->getSubExpr(), expr(e->getSubExpr()));
  return spanOf(e, r);
}

std::string Lower::unary(const UnaryOperator *e) {
  const Expr *sub = e->getSubExpr();
  switch (e->getOpcode()) {
  case UO_AddrOf:
    if (sharedLvalue(sub)) return address(sub);
    break;
  case UO_Deref: case UO_Real: case UO_Imag:
    if (sharedLvalue(e)) return load(e);
    break;
  case UO_LNot: return "(!" + truth(sub) + ")";
  case UO_PreInc: case UO_PreDec: case UO_PostInc: case UO_PostDec: {
    QualType type = types.of(sub);
    bool post = e->isPostfix(), pts = types.isPts(type);
    if (!pts && !sharedLvalue(sub)) break;
    std::string step = e->isIncrementOp() ? "1" : "-1";
    if (pts) return update(sub, "=" + offsetPointer("upc_t", step, type), post);
    return update(sub, e->isIncrementOp() ? "++" : "--", post);
  }
  default: break;
  }
  return children(e);
}

std::string Lower::difference(const Expr *p, const Expr *q) {
  QualType scalar, target = types.pointee(types.of(p));
  std::string count = types.elementCount(target, &scalar);
  std::string d = "urt_diff(" + expr(p) + ", " + expr(q) + ", sizeof(" + types.spell(scalar) + "), " +
                  std::to_string(types.sharing(target).block) + ")";
  return count == "1" ? d : "(" + d + " / (long)(" + count + "))";
}

std::string Lower::binary(const BinaryOperator *e) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  QualType lt = types.of(l), rt = types.of(r);
  bool lp = types.isPts(lt), rp = types.isPts(rt);
  std::vector<Replacement> pieces;
  switch (e->getOpcode()) {
  case BO_Assign:
    if (sharedLvalue(l)) return store(l, convert(lt, r));
    replace(pieces, l, expr(l));
    replace(pieces, r, convert(lt, r));
    return spanOf(e, pieces);
  case BO_LAnd: case BO_LOr:
    replace(pieces, l, truth(l));
    replace(pieces, r, truth(r));
    return spanOf(e, pieces);
  case BO_EQ: case BO_NE:
    if (!lp && !rp) break;
    return std::string(e->getOpcode() == BO_EQ ? "" : "!") + "urt_eq(" + (isNull(l) ? "URT_NULL" : expr(l)) + ", " +
           (isNull(r) ? "URT_NULL" : expr(r)) + ")";
  case BO_LT: case BO_GT: case BO_LE: case BO_GE:
    if (lp && rp) return "(" + difference(l, r) + " " + BinaryOperator::getOpcodeStr(e->getOpcode()).str() + " 0)";
    break;
  case BO_Sub:
    if (lp && rp) return difference(l, r);
    if (lp) return offsetPointer(expr(l), r, true, lt);
    break;
  case BO_Add:
    if (lp) return offsetPointer(expr(l), r, false, lt);
    if (rp) return offsetPointer(expr(r), l, false, rt);
    break;
  case BO_Comma: return "(" + expr(l) + ", " + expr(r) + ")";
  default: break;
  }
  if (e->isCompoundAssignmentOp()) {
    if (lp) return update(l, "=" + offsetPointer("upc_t", r, e->getOpcode() == BO_SubAssign, lt), false);
    if (sharedLvalue(l)) return update(l, e->getOpcodeStr().str() + " (" + expr(r) + ")", false);
  }
  return children(e);
}

std::string Lower::conditional(const AbstractConditionalOperator *e) {
  QualType type = types.of(e);
  if (const auto *x = dyn_cast<BinaryConditionalOperator>(e)) {
    if (!types.isPts(type) && !types.isPts(types.of(x->getCommon()))) {
      std::vector<Replacement> r;
      replace(r, x->getCommon(), expr(x->getCommon()));
      replace(r, x->getFalseExpr(), expr(x->getFalseExpr()));
      return spanOf(e, r);
    }
    std::string name = "upc_c" + std::to_string(serial++);
    return "({ urt_ptr_t " + name + " = " + convert(type, x->getCommon()) + "; urt_nonnull(" + name + ") ? " + name + " : " +
           convert(type, x->getFalseExpr()) + "; })";
  }
  std::vector<Replacement> r;
  replace(r, e->getCond(), truth(e->getCond()));
  replace(r, e->getTrueExpr(), convert(type, e->getTrueExpr()));
  replace(r, e->getFalseExpr(), convert(type, e->getFalseExpr()));
  return "(" + spanOf(e, r) + ")";
}

std::string Lower::call(const CallExpr *e) {
  if (const FunctionDecl *f = e->getDirectCallee(); f && f->getIdentifier()) {
    StringRef name = f->getName();
    if (name == "upc_barrier" || name == "upc_notify" || name == "upc_wait")
      return "urt_" + name.substr(4).str() + "(" +
             (e->getArg(0)->EvaluateKnownConstInt(context) == 0 ? "0, 0)" : "1, " + expr(e->getArg(1)->IgnoreParens()) + ")");
    if (name == "upc_fence") return "urt_fence()";
    if (name == "__upc_section") return section(e);
    if (name == "__upc_array") return arrayHandle(types.sectionArray(e));
  }
  const auto *proto = dyn_cast_or_null<FunctionProtoType>(types.callee(e));
  const auto *format = e->getDirectCallee() ? e->getDirectCallee()->getAttr<FormatAttr>() : nullptr;
  unsigned printedFrom = format ? format->getFirstArg() : 0;
  std::vector<Replacement> r;
  replace(r, e->getCallee(), expr(e->getCallee()));
  for (unsigned i = 0; i < e->getNumArgs(); i++) {
    const Expr *argument = e->getArg(i);
    bool printed = printedFrom && i + 1 >= printedFrom && types.isPts(types.of(argument)); // by %p
    replace(r, argument, printed ? "(void *)urt_integer(" + expr(argument) + ")" : proto && i < proto->getNumParams() ? convert(proto->getParamType(i), argument) : expr(argument));
  }
  return spanOf(e, r);
}
