// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables: what may be one, where it may lie, and that only its own accesses reach its value.
#include "check/checker.h"
#include "tasks/sync_variables.h"
#include "types/syntax_visitor.h"

using namespace clang;

static std::string word(const Qualifier *q) { return "'" + std::string(q->name) + "'"; }

// Is a word written before an array type that has a name?
static bool qualifiesArray(QualType type, const Types &types, ASTContext &context) {
  for (;;) {
    const Layout *l = types.tagOf(type.getTypePtr());
    if (l && !l->resolved && l->qualifier && context.getAsArrayType(type)) return true;
    QualType next = type.getSingleStepDesugaredType(context);
    if (next == type || isa<ArrayType>(type.getTypePtr())) return false;
    type = next;
  }
}

void checkSyncType(QualType type, const Sharing &s, SourceLocation at, Checker &checker) {
  Types &types = checker.types;
  ASTContext &context = checker.context;
  bool both = false;
  checker.tags(type, [&](const Layout &l) { both |= l.qualifier && l.qualifier != s.qualifier; });
  if (both) return checker.error(at, "a variable is one of 'upc_syncvar' or of 'upc_singlevar', not of both");
  if (qualifiesArray(type, types, context))
    return checker.error(at, word(s.qualifier) +
                                 " qualifies the type of an element; write the brackets behind the name");
  if (s.multiBlocked()) return checker.error(at, "a multi-blocked array cannot be one of synchronisation variables");
  QualType value = types.unshared(context.getBaseElementType(type));
  if (context.getBaseElementType(type).getCanonicalType().isConstQualified())
    return checker.error(at, "a synchronisation variable cannot be const: values are written to it");
  if (!value->isArithmeticType() && !value->isPointerType() && !value->isAtomicType())
    return checker.error(at, word(s.qualifier) + " qualifies arithmetic types and pointers, and this is '" +
                                 types.describe(value) + "'");
  if (context.getTypeSizeInChars(value).getQuantity() > 16)
    checker.error(at, "a synchronisation variable holds at most 16 bytes, and '" + types.describe(value) +
                          "' has more");
}

// These take a pointer and do not look at the bytes there, or know what is there.
static bool takesSync(StringRef function) {
  return function.starts_with("upc_syncvar_") || function.starts_with("upc_singlevar_") ||
         function == "upc_threadof" || function == "upc_phaseof" || function == "upc_addrfield" ||
         function == "upc_resetphase" || function == "upc_affinitysize" || function == "upc_free" ||
         function == "upc_all_free" || function == "upc_memset";
}

namespace {

class SyncVariables : public SyntaxVisitor {
public:
  explicit SyncVariables(Checker &checker) : checker(checker), types(checker.types) {}

private:
  Checker &checker;
  Types &types;

  void error(SourceLocation at, const std::string &message) { checker.error(at, message); }

  void enterDeclaration(Decl *d) override {
    if (const auto *f = dyn_cast<FieldDecl>(d)) member(f);
    else if (const auto *f = dyn_cast<FunctionDecl>(d)) parameters(f);
    else if (const auto *v = dyn_cast<VarDecl>(d); v && !isa<ParmVarDecl>(v)) variable(v);
  }

  void member(const FieldDecl *f) {
    if (!types.holdsQualifier(f->getType())) return;
    if (f->getParent()->isUnion())
      error(f->getLocation(), "a union cannot hold a synchronisation variable: its members share their storage");
    if (f->isBitField()) error(f->getLocation(), "a bit-field cannot be a synchronisation variable");
  }

  // A private object, or a parameter.
  void noneInside(const ValueDecl *d) {
    if (types.holdsQualifier(d->getType()) && !types.isShared(d->getType()))
      error(d->getLocation(), "'" + d->getName().str() +
                                  "' is private and has synchronisation variables in it, which must lie in shared "
                                  "memory; make it shared");
  }

  void parameters(const FunctionDecl *f) {
    for (const ParmVarDecl *p : f->parameters()) {
      noneInside(p);
      if (types.sharing(p->getType()).implied)
        error(p->getLocation(), "a parameter cannot be a synchronisation variable; make '" + p->getName().str() +
                                    "' a pointer to one");
    }
  }

  void variable(const VarDecl *v) {
    bool shared = types.isShared(v->getType());
    if (!shared) noneInside(v);
    if (v->getInit() && types.holdsQualifier(v->getType()) && (!shared || !v->getType()->isScalarType()))
      error(v->getLocation(), "'" + v->getName().str() +
                                  "' has several synchronisation variables and cannot be initialised; they are empty "
                                  "at the start");
  }

  bool enter(Stmt *s) override {
    if (const auto *e = dyn_cast<MemberExpr>(s)) ofMember(e);
    else if (const auto *e = dyn_cast<ImplicitCastExpr>(s)) noCopy(e);
    else if (const auto *e = dyn_cast<CompoundAssignOperator>(s)) writtenOnce(e->getLHS(), e->getOperatorLoc());
    else if (const auto *e = dyn_cast<UnaryOperator>(s)) unary(e);
    else if (const auto *e = dyn_cast<CallExpr>(s)) call(e);
    return true;
  }

  void ofMember(const MemberExpr *e) {
    if (!types.qualifier(e->getMemberDecl()->getType())) return;
    QualType base = types.of(e->getBase());
    if (!types.isShared(e->isArrow() ? types.pointee(base) : base))
      error(e->getMemberLoc(), "'" + e->getMemberDecl()->getName().str() +
                                   "' is a synchronisation variable, and this object is private; it must be shared");
  }

  void noCopy(const ImplicitCastExpr *e) {
    QualType type = e->getSubExpr()->getType();
    if (e->getCastKind() == CK_LValueToRValue && type->isRecordType() && types.holdsQualifier(type))
      error(e->getBeginLoc(),
            "a struct with synchronisation variables in it cannot be copied; read them one by one");
  }

  void writtenOnce(const Expr *e, SourceLocation at) {
    if (isSingle(types.qualifier(types.of(e))))
      error(at, "a variable of 'upc_singlevar' is written once, and this reads it and writes it again");
  }

  void unary(const UnaryOperator *e) {
    if (e->isIncrementDecrementOp()) writtenOnce(e->getSubExpr(), e->getOperatorLoc());
    if ((e->getOpcode() == UO_Real || e->getOpcode() == UO_Imag) && types.qualifier(types.of(e->getSubExpr())))
      error(e->getOperatorLoc(), "a synchronisation variable is read as a whole; take the part of its value");
  }

  void call(const CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    if (f && f->getIdentifier() && (f->getName().starts_with("__upc_") || takesSync(f->getName()))) return;
    if (const auto *proto = dyn_cast_or_null<FunctionProtoType>(types.callee(e)))
      for (unsigned i = 0; i < e->getNumArgs() && i < proto->getNumParams(); i++)
        argument(f, proto->getParamType(i), e->getArg(i));
  }

  void argument(const FunctionDecl *f, QualType parameter, const Expr *argument) {
    QualType from = types.of(Checker::bare(argument));
    if (!types.isPts(parameter) || !types.pointee(parameter)->isVoidType()) return;
    if (!types.isPts(from) || !types.holdsQualifier(types.pointee(from))) return;
    error(argument->getBeginLoc(), "'" + (f ? f->getName().str() : "this function") +
                                       "' would take the bytes of a synchronisation variable, which has a state "
                                       "besides its value; read or write the variable");
  }
};

} // namespace

void checkSyncVariables(Decl *d, Checker &checker) { SyncVariables(checker).walk(d); }
