// SPDX-License-Identifier: BSD-3-Clause
// Constraints of expressions and statements. Numbers in comments of these files are sections of the UPC 1.3 language
// specification.
#include "check/checker.h"
#include "tokens/clang_versions.h"

#include "clang/Basic/DiagnosticSema.h"

using namespace clang;

bool Checker::VisitBinaryOperator(BinaryOperator *e) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  if (e->isAssignmentOp()) noAtomic(l);
  if (e->getOpcode() == BO_Assign) return conversion(types.of(l), r, l), true;
  QualType a = types.of(bare(l)), b = types.of(bare(r));
  bool ap = types.isPts(a), bp = types.isPts(b);
  if (!ap && !bp) return true;
  if (e->isComparisonOp()) {
    if (ap != bp && !isNull(l) && !isNull(r))
      error(e->getOperatorLoc(), std::string("a pointer-to-shared cannot be compared with ") +
                                     ((ap ? b : a)->isPointerType() ? "a private pointer" : "an integer other than 0") +
                                     asMember(ap ? r : l));
    else if (ap != bp && e->isRelationalOp())
      error(e->getOperatorLoc(), "a pointer-to-shared is neither before nor after a null pointer");
    else if (ap && bp) comparison(e, a, b);
  } else if (e->getOpcode() == BO_Sub && ap && bp) {
    if (blocksDiffer(a, b))
      error(e->getOperatorLoc(), "subtracting '" + types.describe(a) + "' and '" + types.describe(b) +
                                     "': their block sizes differ; cast one of them");
    arithmetic(a, e->getOperatorLoc());
  } else if (e->getOpcode() == BO_Sub && (ap ? b : a)->isPointerType()) {
    error(e->getOperatorLoc(), "a pointer-to-shared and a private pointer have no difference");
  } else if (e->isAdditiveOp() || e->isCompoundAssignmentOp()) {
    arithmetic(ap ? a : b, e->getOperatorLoc());
  }
  return true;
}

bool Checker::VisitCompoundAssignOperator(CompoundAssignOperator *e) {
  if (types.isPts(types.of(e->getLHS()))) arithmetic(types.of(e->getLHS()), e->getOperatorLoc());
  return true;
}

bool Checker::VisitUnaryOperator(UnaryOperator *e) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(e->getSubExpr()->IgnoreParens()); ref && e->getOpcode() == UO_AddrOf)
    if (ref->getDecl()->getIdentifier() && ref->getDecl()->getName() == "MYTHREAD" &&
        ref->getDecl()->getDeclContext()->isFileContext())
      error(e->getBeginLoc(), "MYTHREAD is a value and has no address");
  if (e->getOpcode() == UO_AddrOf) notAccessed(e->getSubExpr());
  if (e->isIncrementDecrementOp()) noAtomic(e->getSubExpr());
  if (e->isIncrementDecrementOp() && types.isPts(types.of(e->getSubExpr())))
    arithmetic(types.of(e->getSubExpr()), e->getOperatorLoc());
  return true;
}

bool Checker::VisitArraySubscriptExpr(ArraySubscriptExpr *e) {
  place(e, false);
  subscript(e);
  if (types.isPts(types.of(e->getBase()))) arithmetic(types.of(e->getBase()), e->getBeginLoc());
  return true;
}

bool Checker::VisitAbstractConditionalOperator(AbstractConditionalOperator *e) {
  QualType type = types.of(e);
  if (!e->getType()->isPointerType()) return true;
  const auto *shortened = dyn_cast<BinaryConditionalOperator>(e); // a ?: b
  for (const Expr *arm : {shortened ? shortened->getCommon() : e->getTrueExpr(), e->getFalseExpr()}) {
    QualType t = types.of(bare(arm));
    if (isNull(arm)) continue;
    if (types.isPts(t) != types.isPts(type)) {
      error(arm->getBeginLoc(), std::string("one operand of '?:' is a pointer-to-shared and the other ") +
                                    (t->isIntegerType() ? "an integer" : "a private pointer") +
                                    asMember(types.isPts(t) ? nullptr : arm));
      break;
    }
    if (types.isPts(t) && !blocksFit(type, t)) {
      warn(options.blockSize, arm->getBeginLoc(),
                "the operands of '?:' point to shared objects of different block sizes; cast one of them");
      break;
    }
  }
  return true;
}

bool Checker::VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *e) {
  if (e->isArgumentType()) layouts(e->getArgumentType(), e->getBeginLoc());
  else place(e->getArgumentExpr(), true), notAccessed(e->getArgumentExpr());
  if (e->getKind() == UETT_SizeOf)
    sizeOfVoid(e->isArgumentType() ? e->getArgumentType() : types.of(e->getArgumentExpr()), e->getBeginLoc());
  return true;
}

bool Checker::VisitGCCAsmStmt(GCCAsmStmt *s) {
  for (unsigned i = 0; i < s->getNumOutputs(); i++)
    if (const Expr *e = s->getOutputExpr(i); types.isShared(types.of(e)))
      error(e->getBeginLoc(), "inline assembly cannot write to shared '" + types.describe(types.of(e)) +
                                  "'; write to a private object and assign it");
  return true;
}

bool Checker::VisitImplicitCastExpr(ImplicitCastExpr *e) {
  if (e->getCastKind() == CK_LValueToRValue) noAtomic(e->getSubExpr());
  return true;
}

// Refuses an access to an _Atomic member in shared memory, which would not be atomic.
void Checker::noAtomic(const Expr *e) {
  if (e->getType()->isAtomicType() && types.isShared(types.of(e)))
    error(e->getExprLoc(),
          "this member is _Atomic, and in shared memory: atomics of C are private; upc_atomic.h is for shared objects");
}

bool Checker::VisitForStmt(ForStmt *s) {
  if (!stream.hasAffinity(s->getForLoc()) || !s->getInc()) return true;
  const Expr *last = s->getInc();
  if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma)
    last = comma->getRHS();
  const Expr *field = cast<CStyleCastExpr>(last)->getSubExpr()->IgnoreImpCasts(); // in the annotation's parentheses
  const Expr *written = cast<ParenExpr>(field)->getSubExpr()->IgnoreImpCasts();
  const Expr *affinity = written->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(affinity); address && address->getOpcode() == UO_AddrOf)
    place(address->getSubExpr(), true);
  QualType type = types.of(affinity);
  bool array = types.isShared(type) && type->isArrayType();
  if (!type->isIntegerType() && !types.isPts(type) && !array)
    error(affinity->getBeginLoc(),
          "the affinity of upc_forall must be an integer or a pointer-to-shared, and this is '" + types.describe(type) +
              "'");
  if (type->isIntegerType() && isa<ArraySubscriptExpr>(written) && types.isShared(type))
    report(context.getDiagnostics(), affinity->getBeginLoc(),
           "the affinity is the value of this element; write '&' before it if its owner is meant, "
           "else put it in parentheses",
           /*warning=*/true);
  return true;
}

bool Checker::VisitChooseExpr(ChooseExpr *e) {
  constant(e->getCond(), "the condition of __builtin_choose_expr");
  return true;
}

// Clang selects, and takes a pointer-to-shared for any pointer.
bool Checker::VisitGenericSelectionExpr(GenericSelectionExpr *e) {
  const TypeSourceInfo *taken = e->isResultDependent() ? nullptr : e->getAssocTypeSourceInfos()[e->getResultIndex()];
  const Expr *control = controlling(e);
  if (taken && control && !types.agree(taken->getType(), types.of(control), /*top=*/true))
    error(control->getBeginLoc(), "_Generic does not tell sharing and block sizes apart: '" +
                                      types.describe(types.of(control)) + "' would be taken for '" +
                                      types.describe(taken->getType()) + "'");
  return true;
}

bool Checker::VisitCaseStmt(CaseStmt *s) {
  constant(s->getLHS(), "a case label");
  return true;
}

bool Checker::VisitStaticAssertDecl(StaticAssertDecl *d) {
  const Expr *asserted = assertion(d, stream);
  bool holds, known = !types.dynamicThreads() || !needsThreads(asserted);
  constant(asserted, "an assertion");
  if (known && asserted->EvaluateAsBooleanCondition(holds, context) && !holds) {
    const auto *message = dyn_cast_or_null<StringLiteral>(d->getMessage());
    error(asserted->getBeginLoc(), "static assertion failed" + (message ? ": " + message->getString().str() : ""));
  }
  return true;
}

bool Checker::VisitDesignatedInitExpr(DesignatedInitExpr *e) {
  for (const auto &d : e->designators())
    if (d.isArrayDesignator()) constant(e->getArrayIndex(d), "a designator");
  return true;
}

// An extension of GNU C: an error with -pedantic-upc, else a warning, once in a file.
void Checker::gnuExtension(bool &reported, SourceLocation at, const std::string &message) {
  if (options.pedanticUpc) return error(at, message);
  if (!reported) report(context.getDiagnostics(), at, message, /*warning=*/true);
  reported = true;
}

// C wants a message for private types as well (6.5.3.4). Clang has one, which is off by default.
void Checker::sizeOfVoid(QualType type, SourceLocation at) {
  if (!type->isVoidType() || context.getSourceManager().isInSystemHeader(at)) return;
  const bool clangIsSilent = context.getDiagnostics().isIgnored(diag::ext_sizeof_alignof_void_type, at);
  if (types.isShared(type) || options.pedanticUpc || clangIsSilent)
    gnuExtension(voidSizeReported, at, "'" + types.describe(type) + "' has no size; GNU C takes it for 1 byte");
}

void Checker::arithmetic(QualType pts, SourceLocation at) {
  if (types.pointee(pts)->isVoidType())
    gnuExtension(voidArithmeticReported, at, "arithmetic on the generic '" + types.describe(pts) +
                 "' counts as on a 'shared char *', as in GNU C; cast it to a pointer with an element type");
}

void Checker::warn(const NamedWarning &warning, SourceLocation at, const std::string &message) {
  if (options.pedanticUpc || warning.severity == Severity::Error) error(at, message);
  if (options.pedanticUpc || warning.severity != Severity::Warning) return;
  DiagnosticsEngine &diagnostics = context.getDiagnostics();
  const bool raised = diagnostics.getWarningsAsErrors();
  if (warning.onlyWarns) diagnostics.setWarningsAsErrors(false);
  report(diagnostics, at, message + " [-W" + warning.name + "]", /*warning=*/true);
  diagnostics.setWarningsAsErrors(raised);
}

void Checker::comparison(const BinaryOperator *e, QualType a, QualType b) {
  QualType x = types.pointee(a), y = types.pointee(b);
  if (e->isRelationalOp() && (x->isIncompleteType() || y->isIncompleteType()))
    return error(e->getOperatorLoc(), "'" + types.describe(x->isIncompleteType() ? a : b) +
                                          "' points to an incomplete type, whose objects have no order");
  if (!blocksDiffer(a, b)) return;
  std::string message = "comparing '" + types.describe(a) + "' and '" + types.describe(b) +
                        "': their block sizes differ; cast one of them";
  if (e->isRelationalOp()) error(e->getOperatorLoc(), message); // the order of elements depends on the block size
  else warn(options.blockSize, e->getOperatorLoc(), message);
}

bool Checker::blocksDiffer(QualType a, QualType b) const {
  QualType x = types.pointee(a), y = types.pointee(b);
  return !x->isVoidType() && !y->isVoidType() && types.sharing(x).block != types.sharing(y).block;
}

// Here, in the one file that has the code of RecursiveASTVisitor.
bool Checker::TraverseFunctionDecl(FunctionDecl *f) {
  QualType outer = returns;
  returns = f->getReturnType();
  bool ok = RecursiveASTVisitor::TraverseFunctionDecl(f);
  returns = outer;
  return ok;
}

std::map<std::string, NamedWarning> warningsOfExtensions() {
  std::map<std::string, NamedWarning> warnings;
  for (auto k = Known<Extension>::newest; k; k = k->next)
    if (const char *name = k->object.warning) warnings.emplace(name, NamedWarning{name});
  return warnings;
}

// Is one of the errors in this function's body?
static bool holdsError(const FunctionDecl *f, llvm::ArrayRef<SourceLocation> errors, const SourceManager &sm) {
  if (!f || !f->doesThisDeclarationHaveABody()) return false;
  auto inside = [&](SourceLocation at) {
    SourceLocation place = sm.getExpansionLoc(at), begin = sm.getExpansionLoc(f->getBody()->getBeginLoc());
    return place.isValid() && !sm.isBeforeInTranslationUnit(place, begin) &&
           !sm.isBeforeInTranslationUnit(sm.getExpansionLoc(f->getBody()->getEndLoc()), place);
  };
  return llvm::any_of(errors, inside);
}

void check(ASTContext &context, TokenStream &stream, Types &types, const CheckOptions &options,
           llvm::ArrayRef<SourceLocation> reported) {
  const std::vector<SourceLocation> errors = reported; // those of the checks come on top
  const SourceManager &sm = context.getSourceManager();
  for (SourceLocation error : errors) {
    auto holds = [&](const Decl *d) { return holdsError(dyn_cast<FunctionDecl>(d), error, sm); };
    if (llvm::none_of(context.getTranslationUnitDecl()->decls(), holds)) return;
  }
  Checker checker(context, stream, types, options);
  Dividing dividing;
  for (Decl *d : context.getTranslationUnitDecl()->decls()) {
    int first = stream.index(d->getBeginLoc());
    if (first < stream.firstVisible || stream.fromSystem(sm, d->getLocation())) continue;
    auto *f = dyn_cast<FunctionDecl>(d);
    if (holdsError(f, errors, sm)) continue;
    checker.TraverseDecl(d);
    if (f && !stream.forallAffinity.empty()) {
      checkJumps(f, context.getDiagnostics(), stream);
      checkBarriers(f, context.getDiagnostics(), stream);
      checkNesting(f, context.getDiagnostics(), stream, dividing);
    }
    if (f) checkHandles(f, context.getDiagnostics());
    if (options.translator.severity != Severity::Ignored)
      checkTranslator(d, types, [&](SourceLocation at, const std::string &message) {
        checker.warn(options.translator, at, message);
      });
    for (const Extension *extension : stream.extensions)
      if (extension->check) extension->check(d, checker);
  }
}
