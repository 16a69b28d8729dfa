// SPDX-License-Identifier: BSD-3-Clause
// Conversions (6.4.3): where a value is assigned, passed, returned, cast, or initialises an object.
#include "check/checker.h"
#include "tokens/clang_versions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/FormatString.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;

bool Checker::VisitReturnStmt(ReturnStmt *s) {
  if (s->getRetValue() && !returns.isNull()) conversion(returns, s->getRetValue());
  return true;
}

// Finds the arguments that printf reads or writes through, those of %s and %n. They are counted from the format on.
struct Followed : analyze_format_string::FormatStringHandler {
  llvm::SmallSet<unsigned, 8> arguments;
  bool HandlePrintfSpecifier(const analyze_printf::PrintfSpecifier &s, const char *, unsigned,
                             const TargetInfo &) override {
    auto kind = s.getConversionSpecifier().getKind();
    using Kind = analyze_format_string::ConversionSpecifier;
    if (kind == Kind::sArg || kind == Kind::SArg || kind == Kind::nArg) arguments.insert(s.getArgIndex());
    return true;
  }
};

// printf cannot read a string through a pointer-to-shared, but %p prints one. scanf cannot write through one. Other
// compilers warn at most, and pass what represents the pointer; so do we (call() of lower/expressions.cpp).
void Checker::formatted(const CallExpr *e, const FormatAttr *format) {
  std::string name = e->getDirectCallee()->getName().str();
  unsigned first = format->getFirstArg() - 1, at = format->getFormatIdx() - 1;
  bool reads = format->getType()->getName().ends_with("scanf");
  Followed followed;
  const auto *text = at < e->getNumArgs() ? dyn_cast<StringLiteral>(e->getArg(at)->IgnoreParenCasts()) : nullptr;
  if (!reads && text && text->getCharByteWidth() == 1)
    analyze_format_string::ParsePrintfString(followed, text->getString().begin(), text->getString().end(),
                                             context.getLangOpts(), context.getTargetInfo(), false);
  for (unsigned i = first; i < e->getNumArgs(); i++)
    if (QualType type = types.of(bare(e->getArg(i)));
        types.isPts(type) && (reads || followed.arguments.count(i - first)))
      warn(options.format, e->getArg(i)->getBeginLoc(),
           "'" + name + "' cannot " + (reads ? "write" : "read") + " through the pointer-to-shared '" +
               types.describe(type) +
               (reads ? "'; read into a private object and assign it" : "'; give it a private copy (upc_memget)"));
}

// Built-in functions of Clang that take any type, and know no pointer-to-shared. The C that is made of it is a struct.
// `accessed`: the function accesses what the argument points to. False: it has been refused.
bool Checker::privateArgument(const std::string &function, const Expr *argument, bool accessed) {
  QualType type = types.of(bare(argument));
  bool shared = types.isPts(type) || (argument->isGLValue() && types.isShared(type));
  bool leads = accessed && type->isPointerType() && types.isPts(types.pointee(type));
  if (shared || leads)
    error(argument->getBeginLoc(), function + " is for private objects without pointers-to-shared, and this is '" +
                                       types.describe(type) + "'" +
                                       (accessed ? "; upc_atomic.h has atomics for shared ones" : ""));
  return !shared && !leads;
}

// Those that take a pointer-to-shared like any other value.
static bool takesShared(unsigned builtin) {
  return builtin == Builtin::BI__builtin_constant_p || builtin == Builtin::BI__builtin_classify_type ||
         builtin == Builtin::BI__builtin_va_start;
}

void Checker::ofAnyType(const CallExpr *e, unsigned builtin) {
  if (takesShared(builtin)) return;
  StringRef name = e->getDirectCallee()->getName();
  bool accesses = name.starts_with("__sync_") || name.starts_with("__builtin_nontemporal_");
  for (const Expr *argument : e->arguments())
    if (!privateArgument("'" + name.str() + "'", argument, accesses)) return;
}

bool Checker::VisitAtomicExpr(AtomicExpr *e) {
  for (unsigned i = 0; i < e->getNumSubExprs(); i++)
    if (!privateArgument("an atomic built-in", e->getSubExprs()[i], /*accessed=*/true)) break;
  return true;
}

bool Checker::VisitCallExpr(CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee();
  if (unsigned builtin = f ? f->getBuiltinID() : 0; builtin && context.BuiltinInfo.hasCustomTypechecking(builtin))
    return ofAnyType(e, builtin), true;
  if (f && f->getIdentifier() && f->getName().starts_with("__upc_")) return section(e), true;
  sectionsOf(e);
  if (stream.assigned.count(e->getBeginLoc())) assigned(e);
  if (const auto *format = f ? f->getAttr<FormatAttr>() : nullptr; format && format->getFirstArg() > 0)
    formatted(e, format);
  if (const auto *proto = dyn_cast_or_null<FunctionProtoType>(types.callee(e)))
    for (unsigned i = 0; i < e->getNumArgs() && i < proto->getNumParams(); i++)
      conversion(proto->getParamType(i), e->getArg(i));
  return true;
}

bool Checker::VisitCompoundLiteralExpr(CompoundLiteralExpr *e) {
  if (types.isShared(e->getType())) error(e->getBeginLoc(), "a compound literal cannot be shared");
  initialiser(e->getType(), e->getInitializer());
  return true;
}

bool Checker::VisitCStyleCastExpr(CStyleCastExpr *e) {
  if (ours.count(e)) return true;
  QualType to = e->getType();
  const Expr *sub = e->getSubExpr();
  while (const auto *c = dyn_cast<ImplicitCastExpr>(sub)) {
    if (c->getCastKind() != CK_BitCast && c->getCastKind() != CK_NoOp) break;
    sub = c->getSubExpr();
  }
  layouts(to, e->getBeginLoc());
  QualType from = types.of(sub);
  if (types.isShared(to) && !to->isVoidType()) // old programs write (shared pointer_t)e
    report(context.getDiagnostics(), e->getBeginLoc(),
           "a cast to the shared type '" + types.describe(to) + "' has no meaning: a value is private",
           /*warning=*/to->isPointerType());
  if (types.isPts(to) && !isNull(sub) && !types.isPts(from)) {
    if (from->isPointerType() || from->isIntegerType())
      error(e->getBeginLoc(), std::string(from->isPointerType() ? "a private pointer" : "an integer other than 0") +
                                  " cannot be cast to the pointer-to-shared '" + types.describe(to) + "'" +
                                  asMember(sub));
  } else if (const Qualifier *one = to->isPointerType() && from->isPointerType()
                                        ? differing(types.pointee(to), types.pointee(from)) : nullptr) {
    error(e->getBeginLoc(), "'" + types.describe(from) + "' cannot be cast to '" + types.describe(to) +
                                "': one of them points to " + one->object);
  } else if (to->isPointerType() && from->isPointerType() && sharesMore(types.pointee(to), types.pointee(from))) {
    error(e->getBeginLoc(), "'" + types.describe(from) + "' cannot be cast to '" + types.describe(to) +
                                "': what is private there would be shared here");
  }
  return true;
}

// Does `to` have a pointer-to-shared at some depth at which `from` has a private pointer?
bool Checker::sharesMore(QualType to, QualType from) {
  to = context.getBaseElementType(to), from = context.getBaseElementType(from);
  if (!to->isPointerType() || !from->isPointerType() || from->isVoidPointerType()) return false;
  return (types.isPts(to) && !types.isPts(from)) || sharesMore(types.pointee(to), types.pointee(from));
}

// May a pointer of type `from` be used as one of type `to` without a cast?
bool Checker::blocksFit(QualType to, QualType from) {
  return !blocksDiffer(to, from);
}

// Is it a multi-blocked array, or one with too few subscripts, that C makes a pointer of?
bool Checker::decaysMultiBlocked(const Expr *e) const {
  const auto *decay = dyn_cast<ImplicitCastExpr>(e);
  if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return false;
  e = e->IgnoreParenImpCasts();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) e = x->getBase()->IgnoreParenImpCasts();
  const auto *ref = dyn_cast<DeclRefExpr>(e);
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  return v && types.sharing(Types::declaredArray(v)).multiBlocked();
}

// What to write if a private pointer to a struct was declared where a pointer-to-shared is needed. "": they point to
// different types.
static std::string declaration(QualType pts, const std::string &text, QualType pointer) {
  const auto *to = pts->getAs<PointerType>(), *from = pointer->getAs<PointerType>();
  const RecordDecl *needed = to ? to->getPointeeType()->getAsRecordDecl() : nullptr;
  const RecordDecl *given = from ? from->getPointeeType()->getAsRecordDecl() : nullptr;
  if (!needed || !given || needed->getCanonicalDecl() != given->getCanonicalDecl()) return "";
  return "; a pointer for it is declared '" + text + "name'";
}

// The same of a member, which a list in shared memory mostly has: `next`. "": it is none.
std::string Checker::asMember(const Expr *e) const {
  const auto *member = dyn_cast_or_null<MemberExpr>(e ? e->IgnoreParenImpCasts() : nullptr);
  QualType type = member ? member->getMemberDecl()->getType() : QualType();
  if (!member || types.isPts(type) || !type->isPointerType() || !type->getPointeeType()->isRecordType()) return "";
  return "; declare the member 'shared " + types.describe(type->getPointeeType()) + " *" +
         member->getMemberDecl()->getNameAsString() + "'";
}

// The qualifier of an extension that one of two pointers' targets has, and the other has not; null if there is none.
const Qualifier *Checker::differing(QualType a, QualType b) const {
  if (a.isNull() || b.isNull() || a->isVoidType() || b->isVoidType()) return nullptr;
  const Qualifier *p = types.qualifier(a), *q = types.qualifier(b);
  return p == q ? nullptr : p ? p : q;
}

void Checker::conversion(QualType to, const Expr *e, const Expr *target) {
  if (isNull(e)) return;
  const Expr *inner = bare(e);
  QualType from = types.of(inner);
  bool tp = types.isPts(to), fp = types.isPts(from);
  SourceLocation at = inner->getBeginLoc();
  const std::string member = asMember(fp ? target : inner);
  if (QualType array = types.multiBlockedParameter(to); !array.isNull()) return multiBlockedArgument(array, inner);
  if (fp && decaysMultiBlocked(inner)) return; // VisitDeclRefExpr refuses the name
  if (tp && fp) {
    if (const Qualifier *one = differing(types.pointee(to), types.pointee(from)))
      error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) +
                    "': one of them points to " + one->object);
    else if (!blocksFit(to, from))
      warn(options.blockSize, at,
           "'" + types.describe(from) + "' becomes '" + types.describe(to) +
               "' without a cast: their block sizes differ");
    else if (!types.pointee(to)->isVoidType() && !types.pointee(from)->isVoidType() &&
             !types.agree(types.pointee(to), types.pointee(from), false))
      error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) +
                    "': what they lead to is shared differently");
    else if (!types.pointee(to)->isVoidType())
      reference(to, from, at);
  } else if (tp && (from->isPointerType() || from->isIntegerType() || from->isArrayType())) {
    error(at, "the private '" + types.describe(from) + "' does not convert to the pointer-to-shared '" +
                  types.describe(to) + "'" + (member.empty() ? declaration(to, types.describe(to), from) : member));
  } else if (fp && to->isIntegerType() && !to->isBooleanType()) {
    error(at, "the pointer-to-shared '" + types.describe(from) + "' does not convert to '" + types.describe(to) +
                  "' without a cast");
  } else if (fp && to->isPointerType()) {
    error(at, "the pointer-to-shared '" + types.describe(from) + "' does not convert to the private '" +
                  types.describe(to) + "' without a cast" +
                  (member.empty() ? declaration(from, types.describe(from), to) : member));
  } else if (to->isPointerType() && from->isPointerType() && !to->isVoidPointerType() && !from->isVoidPointerType() &&
             !types.agree(types.pointee(to), types.pointee(from), true)) {
    error(at, "'" + types.describe(from) + "' does not convert to '" + types.describe(to) +
                  "': what they lead to is shared differently");
  }
}

// 6.5.16.1 of C: the type pointed to keeps its qualifiers, here strict and relaxed. `shared void *` is exempt: nothing
// is accessed through it.
void Checker::reference(QualType to, QualType from, SourceLocation at) {
  Sharing a = types.sharing(types.pointee(to)), b = types.sharing(types.pointee(from));
  if ((b.strict && !a.strict) || (b.relaxed && !a.relaxed))
    report(context.getDiagnostics(), at,
           "'" + types.describe(from) + "' becomes '" + types.describe(to) + "', whose accesses are not " +
               (b.strict ? "strict" : "relaxed") + " by its type; cast it if that is meant",
           /*warning=*/true);
}

void Checker::initialiser(QualType type, const Expr *init) {
  const auto *list = dyn_cast<InitListExpr>(init);
  if (!list) return conversion(type, init);
  if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  if (types.isPts(type)) {
    if (list->getNumInits()) initialiser(type, list->getInit(0));
    return;
  }
  const ArrayType *array = context.getAsArrayType(type);
  std::vector<QualType> fields;
  if (const auto *record = type->getAs<RecordType>()) {
    if (record->getDecl()->isUnion()) {
      if (list->getInitializedFieldInUnion()) fields.push_back(list->getInitializedFieldInUnion()->getType());
    } else {
      for (const FieldDecl *f : record->getDecl()->fields())
        if (!isUnnamedBitField(f)) fields.push_back(f->getType());
    }
  }
  for (unsigned i = 0; i < list->getNumInits(); i++)
    if (list->getInit(i) && !isa<ImplicitValueInitExpr>(list->getInit(i)))
      initialiser(array               ? array->getElementType()
                  : i < fields.size() ? fields[i]
                                      : list->getInit(i)->getType(),
                  list->getInit(i));
}
