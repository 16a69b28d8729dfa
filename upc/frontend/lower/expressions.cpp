// SPDX-License-Identifier: BSD-3-Clause
// An expression of C is copied with its operands replaced. Only operators on shared objects and pointers-to-shared,
// calls that take addresses, and UPC's own operators become other C. Parentheses are added where a replacement binds
// less tightly than what it replaces.
#include "lower/expressions.h"
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/declarations.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "lower/statements.h"
#include "tokens/clang_versions.h"
#include "tokens/extension.h"
#include "types/operators.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using c::Precedence;

bool isNull(const Expr *e, const Unit &unit) {
  return e->isNullPointerConstant(unit.context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

bool isShared(const Expr *lvalue, const Context &in) { return in.unit.types.isShared(in.unit.types.of(lvalue)); }

// ---- What is kept of the user's text

static Precedence precedenceOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_Mul: case BO_Div: case BO_Rem: return Precedence::Product;
  case BO_Add: case BO_Sub: return Precedence::Sum;
  case BO_Shl: case BO_Shr: return Precedence::Shift;
  case BO_LT: case BO_GT: case BO_LE: case BO_GE: return Precedence::Relation;
  case BO_EQ: case BO_NE: return Precedence::Equality;
  case BO_And: return Precedence::And;
  case BO_Xor: return Precedence::Xor;
  case BO_Or: return Precedence::Or;
  case BO_LAnd: return Precedence::LogicalAnd;
  case BO_LOr: return Precedence::LogicalOr;
  case BO_Comma: return Precedence::Comma;
  default: return Precedence::Assignment;
  }
}

Precedence precedenceOf(const Expr *e) {
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e)) return precedenceOf(x->getSubExpr());
  if (const auto *x = dyn_cast<FullExpr>(e)) return precedenceOf(x->getSubExpr());
  if (const auto *x = dyn_cast<OpaqueValueExpr>(e); x && x->getSourceExpr()) return precedenceOf(x->getSourceExpr());
  if (const auto *x = dyn_cast<BinaryOperator>(e)) return precedenceOf(x->getOpcode());
  if (isa<AbstractConditionalOperator>(e)) return Precedence::Conditional;
  if (isa<CStyleCastExpr>(e)) return Precedence::Cast;
  if (const auto *x = dyn_cast<UnaryOperator>(e)) return x->isPostfix() ? Precedence::Postfix : Precedence::Unary;
  if (isa<UnaryExprOrTypeTraitExpr, AddrLabelExpr>(e)) return Precedence::Unary;
  if (isa<CallExpr, MemberExpr, ArraySubscriptExpr, CompoundLiteralExpr, ExtVectorElementExpr, AtomicExpr>(e))
    return Precedence::Postfix;
  if (isa<DeclRefExpr, ParenExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral, ImaginaryLiteral,
          PredefinedExpr, StmtExpr, InitListExpr, GenericSelectionExpr, ChooseExpr, VAArgExpr, OffsetOfExpr,
          TypeTraitExpr, ShuffleVectorExpr, ConvertVectorExpr>(e))
    return Precedence::Primary;
  return Precedence::Comma; // unknown here: parentheses wherever it is moved to
}

void replace(Copy &copy, const Expr *e, const c::Expression &lowered, const Unit &unit) {
  copy.replace(unit.index(e->getBeginLoc()), unit.index(e->getEndLoc()), lowered.within(precedenceOf(e)));
}

c::Expression copyWithChildren(const Expr *e, const Context &in) {
  Copy copy = copyOf(e, in.unit);
  if (!isa<PredefinedExpr, StringLiteral>(e))
    for (const Stmt *child : e->children()) {
      if (!child) continue;
      if (const auto *x = dyn_cast<Expr>(child)) replace(copy, x, lowerExpression(x, in), in.unit);
      else replace(copy, child, lowerStatement(child, in).code, in.unit);
    }
  return {std::move(copy).code(), precedenceOf(e)};
}

// ---- Operators

// x++ and its like of a pointer-to-shared or a shared object.
static c::Expression increment(const UnaryOperator *e, const Context &in) {
  const Expr *sub = e->getSubExpr();
  QualType type = in.unit.types.of(sub);
  if (in.unit.types.isPts(type))
    return update(sub, [&](const c::Expression &object, bool) {
      return c::assign(object, "=", advanced(object, c::number(e->isIncrementOp() ? 1 : -1), type, in));
    }, e->isPostfix(), in);
  std::string operation = e->isIncrementOp() ? "++" : "--";
  return update(sub, [&](const c::Expression &object, bool yieldsOld) {
    return yieldsOld ? c::postfix(object, operation) : c::prefix(operation, object);
  }, e->isPostfix(), in);
}

static c::Expression unary(const UnaryOperator *e, const Context &in) {
  const Expr *sub = e->getSubExpr();
  switch (e->getOpcode()) {
  case UO_AddrOf:
    if (isShared(sub, in)) return address(sub, in.asAddress());
    break;
  case UO_Deref: case UO_Real: case UO_Imag:
    if (isShared(e, in)) return load(e, in);
    break;
  case UO_LNot: return c::prefix("!", lowerCondition(sub, in));
  case UO_PreInc: case UO_PreDec: case UO_PostInc: case UO_PostDec:
    if (in.unit.types.isPts(in.unit.types.of(sub)) || isShared(sub, in)) return increment(e, in);
    break;
  default: break;
  }
  return copyWithChildren(e, in);
}

// An operand of == or != that is compared with a pointer-to-shared.
static c::Expression comparedPointer(const Expr *e, const Context &in) {
  return isNull(e, in.unit) ? c::name("URT_NULL") : lowerExpression(e, in);
}

// l OP= r of a pointer-to-shared or a shared object.
static c::Expression compoundAssignment(const BinaryOperator *e, const Context &in) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  QualType type = in.unit.types.of(l);
  bool pointer = in.unit.types.isPts(type);
  std::string operation = e->getOpcodeStr().str();
  if (sharedBitField(l)) { // as in storeBitField
    std::string name = "upc_x" + in.unit.fresh();
    QualType of = in.unit.types.of(r).getUnqualifiedType();
    c::Block block = {c::declare(in.unit.types.declare(of, name), lowerExpression(r, in))};
    return block.yielding(update(l, [&](const c::Expression &object, bool) {
      return c::assign(object, operation, c::name(name));
    }, false, in));
  }
  return update(l, [&](const c::Expression &object, bool) {
    if (!pointer) return c::assign(object, operation, lowerExpression(r, in));
    return c::assign(object, "=", advancedBy(object, r, e->getOpcode() == BO_SubAssign, type, in));
  }, false, in);
}

static c::Expression binary(const BinaryOperator *e, const Context &in) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  QualType lt = in.unit.types.of(l), rt = in.unit.types.of(r);
  bool lp = in.unit.types.isPts(lt), rp = in.unit.types.isPts(rt);
  Copy copy = copyOf(e, in.unit);
  switch (e->getOpcode()) {
  case BO_Assign:
    if (isShared(l, in)) return store(l, lowerAs(lt, r, in), in);
    replace(copy, l, lowerExpression(l, in), in.unit);
    replace(copy, r, lowerAs(lt, r, in), in.unit);
    return {std::move(copy).code(), Precedence::Assignment};
  case BO_LAnd: case BO_LOr:
    replace(copy, l, lowerCondition(l, in), in.unit);
    replace(copy, r, lowerCondition(r, in), in.unit);
    return {std::move(copy).code(), precedenceOf(e->getOpcode())};
  case BO_EQ: case BO_NE: {
    if (!lp && !rp) break;
    c::Expression equal = c::call("urt_eq", {comparedPointer(l, in), comparedPointer(r, in)});
    return e->getOpcode() == BO_EQ ? equal : c::prefix("!", equal);
  }
  case BO_LT: case BO_GT: case BO_LE: case BO_GE:
    if (lp && rp) return c::binary(difference(l, r, in), e->getOpcodeStr().str(), c::number(0));
    break;
  case BO_Sub:
    if (lp && rp) return difference(l, r, in);
    if (lp) return advancedBy(lowerExpression(l, in), r, true, lt, in);
    break;
  case BO_Add:
    if (lp) return advancedBy(lowerExpression(l, in), r, false, lt, in);
    if (rp) return advancedBy(lowerExpression(r, in), l, false, rt, in);
    break;
  case BO_Comma: return c::comma(lowerExpression(l, in), lowerExpression(r, in));
  default: break;
  }
  if (e->isCompoundAssignmentOp() && (lp || isShared(l, in))) return compoundAssignment(e, in);
  return copyWithChildren(e, in);
}

// a ?: b
static c::Expression elvis(const BinaryConditionalOperator *e, QualType type, const Context &in) {
  Types &types = in.unit.types;
  if (!types.isPts(type) && !types.isPts(types.of(e->getCommon()))) {
    Copy copy = copyOf(e, in.unit);
    replace(copy, e->getCommon(), lowerExpression(e->getCommon(), in), in.unit);
    replace(copy, e->getFalseExpr(), lowerExpression(e->getFalseExpr(), in), in.unit);
    return {std::move(copy).code(), Precedence::Conditional};
  }
  std::string name = "upc_c" + in.unit.fresh();
  c::Expression first = c::name(name);
  c::Block block = {c::declare("urt_ptr_t " + name, lowerAs(type, e->getCommon(), in))};
  return block.yielding(c::conditional(c::call("urt_nonnull", {first}), first, lowerAs(type, e->getFalseExpr(), in)));
}

static c::Expression conditional(const AbstractConditionalOperator *e, const Context &in) {
  QualType type = in.unit.types.of(e);
  if (const auto *x = dyn_cast<BinaryConditionalOperator>(e)) return elvis(x, type, in);
  Copy copy = copyOf(e, in.unit);
  replace(copy, e->getCond(), lowerCondition(e->getCond(), in), in.unit);
  replace(copy, e->getTrueExpr(), lowerAs(type, e->getTrueExpr(), in), in.unit);
  replace(copy, e->getFalseExpr(), lowerAs(type, e->getFalseExpr(), in), in.unit);
  return {std::move(copy).code(), Precedence::Conditional};
}

// ---- Calls

// The name of a call as the program has written it: upc_stride_sum(1) is upc_stride_combine_int(1, UPC_ADD).
static std::string writtenName(const CallExpr *e, const Context &in) {
  enum { Add = 0x1, Min = 0x80, Max = 0x100 }; // of upc_types.h
  StringRef name = e->getDirectCallee()->getName();
  Expr::EvalResult op;
  if (name.starts_with("upc_stride_combine_") && e->getArg(1)->EvaluateAsInt(op, in.unit.context))
    switch (op.Val.getInt().getZExtValue()) {
    case Add: return "upc_stride_sum";
    case Min: return "upc_stride_min";
    case Max: return "upc_stride_max";
    }
  return name.str();
}

// What waits for other threads, or may end the job, as a copy in checked mode, notes its place for messages:
// URT_CALLED("file.upc:12: upc_lock").
static c::Expression note(const CallExpr *e, const Context &in) {
  Place place = in.unit.place(e->getBeginLoc());
  std::string text = place.file.str() + ":" + std::to_string(place.line) + ": " + writtenName(e, in);
  return c::call("URT_CALLED", {c::string(text)});
}

// A section among the arguments of a call. It is made with every call, and never waits.
static bool makesSection(const FunctionDecl *f) {
  return f->getName().starts_with("upc_stride_section") || f->getName().starts_with("__upc_");
}

// f(x), or the f that _Generic picks, as upc_stride_sum(x) does.
static bool isByName(const CallExpr *e) {
  const Expr *callee = e->getCallee()->IgnoreImpCasts();
  if (const auto *choice = dyn_cast<GenericSelectionExpr>(callee)) callee = choice->getResultExpr()->IgnoreImpCasts();
  return isa<DeclRefExpr>(callee);
}

// A call of the program, by name, that notes its place: not one in a header of ours.
static bool isNoted(const CallExpr *e, const Context &in) {
  const FunctionDecl *f = e->getDirectCallee();
  const SourceManager &sm = in.unit.context.getSourceManager();
  if (!f || !f->getIdentifier() || !isByName(e)) return false;
  if (sm.isInSystemHeader(sm.getExpansionLoc(e->getBeginLoc()))) return false;
  StringRef name = f->getName();
  const AddedFunctions *added = functionsOf(name);
  bool ofUpc = name.starts_with("upc_") || added;
  if (in.unit.options.instrument && ofUpc && !makesSection(f)) return true;
  if (in.unit.options.notesAccesses && name.starts_with("upc_sync")) return true;
  return name.starts_with("upc_mem") || name.starts_with("upc_all_") || name.starts_with("upc_atomic_") ||
         (added && name.starts_with(added->waits)) ||
         name == "upc_lock" || name == "upc_lock_attempt" || name == "upc_unlock" || name == "upc_lock_free" ||
         name == "upc_alloc" || name == "upc_global_alloc" || name == "upc_free" ||
         (name.starts_with("upc_stride_") && !makesSection(f));
}

// Does it call a function, which may note a place of its own?
static bool calls(const Stmt *s) {
  if (!s) return false;
  if (const auto *e = dyn_cast<CallExpr>(s)) {
    const FunctionDecl *f = e->getDirectCallee();
    if (!f || !f->getIdentifier() || !(f->getBuiltinID() || makesSection(f))) return true;
  }
  return llvm::any_of(s->children(), calls);
}

// The value of an argument, from a variable that `first` declares if its evaluation calls a function.
static c::Expression evaluated(const Expr *argument, QualType type, const c::Expression &value, c::Block &first,
                               const Context &in) {
  if (!calls(argument)) return value;
  std::string name = "upc_a" + in.unit.fresh();
  first.add(c::declare(in.unit.types.declare(type, name, /*dropConst=*/true), value));
  return c::name(name);
}

// upc_barrier and its like, a section, an array in brackets: what the annotation has made calls.
static std::optional<c::Expression> callOfUpc(const CallExpr *e, const Context &in) {
  const FunctionDecl *f = e->getDirectCallee();
  if (!f || !f->getIdentifier()) return std::nullopt;
  StringRef name = f->getName();
  if (name == "upc_barrier" || name == "upc_notify" || name == "upc_wait") {
    bool named = e->getArg(0)->EvaluateKnownConstInt(in.unit.context) != 0;
    c::Block first;
    c::Expression value = c::number(0);
    if (const Expr *tag = e->getArg(1)->IgnoreParens(); named)
      value = evaluated(tag, in.unit.context.IntTy, lowerExpression(tag, in), first, in);
    c::Expression call = c::call("urt_" + name.substr(4).str(), {c::number(named), value});
    if (first.empty()) return c::comma(note(e, in), call);
    first.add(note(e, in));
    return first.yielding(call);
  }
  if (name == "upc_fence") return c::call("urt_fence", {});
  if (Types::isSection(e)) return lowerSection(e, in);
  if (name == "__upc_array") return arrayHandle(Types::sectionArray(e), in);
  return std::nullopt;
}

static c::Expression call(const CallExpr *e, const Context &in) {
  if (auto special = callOfUpc(e, in)) return *special;
  Types &types = in.unit.types;
  const auto *proto = dyn_cast_or_null<FunctionProtoType>(types.callee(e));
  const auto *format = e->getDirectCallee() ? e->getDirectCallee()->getAttr<FormatAttr>() : nullptr;
  unsigned printedFrom = format ? format->getFirstArg() : 0;
  bool withSections = proto && llvm::any_of(proto->param_types(), [](QualType type) {
    const auto *record = type->getAs<RecordType>();
    return record && record->getDecl()->getName() == "upc_stride_section";
  });
  Copy copy = copyOf(e, in.unit);
  c::Expression callee = lowerExpression(e->getCallee(), in);
  // A call among the arguments notes a place of its own. So the note follows the arguments that call a function. If
  // none does, it stands before the function's name.
  bool notes = proto && isNoted(e, in), after = notes && llvm::any_of(e->arguments(), calls);
  c::Block first;
  replace(copy, e->getCallee(), notes && !after ? c::comma(note(e, in), callee) : callee, in.unit);
  for (unsigned i = 0; i < e->getNumArgs(); i++) {
    const Expr *argument = e->getArg(i);
    bool printed = printedFrom && i + 1 >= printedFrom && types.isPts(types.of(argument)); // by %p
    c::Expression value = proto && i < proto->getNumParams() && !printed ? lowerAs(proto->getParamType(i), argument, in)
                                                                         : lowerExpression(argument, in);
    if (withSections) value = takenAddress(argument, value, in);
    if (after && i < proto->getNumParams()) value = evaluated(argument, proto->getParamType(i), value, first, in);
    replace(copy, argument, printed ? c::cast("void *", c::call("urt_integer", {value})) : value, in.unit);
  }
  c::Expression made = {std::move(copy).code(), Precedence::Postfix};
  if (!after) return made;
  first.add(note(e, in));
  return first.yielding(made);
}

static c::Expression variableArgument(const VAArgExpr *e, const Context &in) {
  Copy copy = copyOf(e, in.unit);
  replace(copy, e->getSubExpr(), lowerExpression(e->getSubExpr(), in), in.unit);
  if (in.unit.types.bearing(e->getType())) {
    int comma = in.unit.index(e->getSubExpr()->getEndLoc()) + 1, close = in.unit.index(e->getRParenLoc());
    copy.replace(comma + 1, close - 1, in.unit.types.declare(e->getType(), ""));
  } else {
    lowerTypeName(e->getWrittenTypeInfo()->getTypeLoc(), copy, in);
  }
  return c::primary(std::move(copy).code());
}

// offsetof(type, member[subscript])
static c::Expression offsetOf(const OffsetOfExpr *e, const Context &in) {
  Copy copy = copyOf(e, in.unit);
  lowerTypeName(e->getTypeSourceInfo()->getTypeLoc(), copy, in);
  for (unsigned i = 0; i < e->getNumExpressions(); i++)
    replace(copy, e->getIndexExpr(i), lowerExpression(e->getIndexExpr(i), in), in.unit);
  return c::primary(std::move(copy).code());
}

static c::Expression typesCompatible(const TypeTraitExpr *e, const Context &in) {
  return c::number(isTrue(e) &&
                   in.unit.types.agree(e->getArg(0)->getType(), e->getArg(1)->getType(), /*top=*/false));
}

// `i - 1` in a[i - 1], where i is a variable of type int.
static const BinaryOperator *lessThanVariable(const ArraySubscriptExpr *e, const Context &in) {
  if (in.unit.context.getLangOpts().getSignedOverflowBehavior() != LangOptions::SOB_Undefined) return nullptr;
  const auto *difference = dyn_cast<BinaryOperator>(e->getIdx()->IgnoreParenImpCasts());
  if (e->getLHS() != e->getBase() || !difference || difference->getOpcode() != BO_Sub) return nullptr;
  const Expr *variable = difference->getLHS()->IgnoreParenImpCasts();
  bool isInt = in.unit.context.hasSameUnqualifiedType(variable->getType(), in.unit.context.IntTy);
  if (!isa<DeclRefExpr>(variable) || !isInt || isShared(variable, in)) return nullptr;
  return isa<IntegerLiteral>(difference->getRHS()->IgnoreParenImpCasts()) ? difference : nullptr;
}

// An element in private memory. Its subscript i - 1 becomes (long)i - 1, which is the same number. Clang loses the
// relation of a[i - 1] to a[i] where it widens an int to the size of an address. Then it does not see that a loop which
// writes a[i] and reads a[i - 1] reads what it wrote before, and takes 3.5 times as long.
static c::Expression privateElement(const ArraySubscriptExpr *e, const Context &in) {
  const BinaryOperator *difference = lessThanVariable(e, in);
  if (!difference) return copyWithChildren(e, in);
  Copy copy = copyOf(e, in.unit);
  replace(copy, e->getBase(), lowerExpression(e->getBase(), in), in.unit);
  replace(copy, difference->getLHS(), c::cast("long", lowerExpression(difference->getLHS(), in)), in.unit);
  return {std::move(copy).code(), Precedence::Postfix};
}

static c::Expression parentheses(const ParenExpr *e, const Context &in) {
  Operand operand;
  if (const auto *operation = operatorOf(e, in.unit.stream, in.unit.types, operand)) {
    if (extensionWord(operation->word).constant) return c::number((long)operation->value);
    return lowerSizeOperator(operation->word, operand, in);
  }
  return c::parenthesised(lowerExpression(e->getSubExpr(), in));
}

// An enumerator of a function, which start-up does not know.
static const EnumConstantDecl *constantOfFunction(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e);
  const auto *constant = ref ? dyn_cast<EnumConstantDecl>(ref->getDecl()) : nullptr;
  return constant && constant->getParentFunctionOrMethod() ? constant : nullptr;
}

// Of a variable that stands outside of its function (variables.cpp); null for others.
static const std::string *nameOfMoved(const Expr *e, const Unit &unit) {
  const auto *ref = dyn_cast<DeclRefExpr>(e);
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  auto found = v ? unit.moved.find(v->getCanonicalDecl()) : unit.moved.end();
  return found == unit.moved.end() ? nullptr : &found->second;
}

c::Expression lowerExpression(const Expr *e, const Context &in) {
  if (const auto *x = dyn_cast<ImplicitCastExpr>(e)) return lowerImplicitCast(x, in);
  if (const auto *x = dyn_cast<ParenExpr>(e)) return parentheses(x, in);
  if (const auto *x = dyn_cast<FullExpr>(e)) return lowerExpression(x->getSubExpr(), in);
  if (const auto *x = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) return lowerSizeOf(x, in);
  if (const auto *x = dyn_cast<CStyleCastExpr>(e)) return lowerCast(x, in);
  if (const auto *x = dyn_cast<CallExpr>(e)) return call(x, in);
  if (const auto *x = dyn_cast<UnaryOperator>(e)) return unary(x, in);
  if (const auto *x = dyn_cast<BinaryOperator>(e)) return binary(x, in);
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e)) return conditional(x, in);
  if (const auto *x = dyn_cast<InitListExpr>(e)) return lowerInitialiserList(x, in);
  if (const auto *x = dyn_cast<CompoundLiteralExpr>(e)) return lowerCompoundLiteral(x, in);
  if (const auto *x = dyn_cast<GenericSelectionExpr>(e))
    return c::parenthesised(lowerExpression(x->getResultExpr(), in));
  if (const auto *x = dyn_cast<ChooseExpr>(e)) return c::parenthesised(lowerExpression(x->getChosenSubExpr(), in));
  if (const auto *x = dyn_cast<TypeTraitExpr>(e); x && x->getTrait() == BTT_TypeCompatible)
    return typesCompatible(x, in);
  if (const auto *x = dyn_cast<OpaqueValueExpr>(e)) return lowerExpression(x->getSourceExpr(), in);
  if (const auto *x = dyn_cast<StmtExpr>(e)) return c::primary("(" + lowerStatement(x->getSubStmt(), in).code + ")");
  if (const auto *x = dyn_cast<VAArgExpr>(e)) return variableArgument(x, in);
  if (const auto *x = dyn_cast<OffsetOfExpr>(e)) return offsetOf(x, in);
  if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(e) && e->isLValue() && isShared(e, in))
    return load(e, in); // its value is not used
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) return privateElement(x, in);
  if (const auto *x = in.atStartUp ? constantOfFunction(e) : nullptr)
    return c::cast(in.unit.types.spell(x->getType()),
                   c::number((long)x->getInitVal().extOrTrunc(64).getZExtValue()));
  if (const std::string *name = nameOfMoved(e, in.unit)) return c::name(*name);
  return copyWithChildren(e, in);
}
