// SPDX-License-Identifier: BSD-3-Clause
// The visitor that checks UPC's constraints. Each check_*.cpp has the part that it names. Clang calls a Visit function
// for each node of its kind, parents first.
#ifndef UPC_FRONTEND_CHECKER_H
#define UPC_FRONTEND_CHECKER_H

#include "check/check.h"
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "types/operators.h"
#include "types/threads_sizes.h"
#include "types/types.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <map>

// Refuses jumps into the body of upc_forall (check_jumps.cpp).
void checkJumps(const clang::FunctionDecl *f, clang::DiagnosticsEngine &diagnostics, const TokenStream &stream);

// Warns of barriers that the threads may reach different numbers of times (check_barriers.cpp).
void checkBarriers(const clang::FunctionDecl *f, clang::DiagnosticsEngine &diagnostics, const TokenStream &stream);

// Warns of an upc_forall that is not divided, since it stands in another one, or is called there (check_nesting.cpp).
// `known` has what was found of the bodies of functions.
using Dividing = std::map<const clang::Stmt *, bool>;
void checkNesting(const clang::FunctionDecl *f, clang::DiagnosticsEngine &diagnostics, const TokenStream &stream,
                  Dividing &known);

// Warns of calls whose handle is dropped (check_handles.cpp).
void checkHandles(const clang::FunctionDecl *f, clang::DiagnosticsEngine &diagnostics);

// Warns of what another translator gets wrong (check_translator.cpp).
void checkTranslator(clang::Decl *d, Types &types,
                     llvm::function_ref<void(clang::SourceLocation, const std::string &)> warn);

class Checker : public clang::RecursiveASTVisitor<Checker> {
public:
  Checker(clang::ASTContext &context, TokenStream &stream, Types &types, const CheckOptions &options)
      : context(context), stream(stream), types(types), options(options) {}

  // ---- What extensions use
  clang::ASTContext &context;
  TokenStream &stream;
  Types &types;
  const CheckOptions &options;
  void error(clang::SourceLocation at, const std::string &message) { report(context.getDiagnostics(), at, message); }
  void warn(const NamedWarning &warning, clang::SourceLocation at, const std::string &message);
  // Each layout that stands in the type or in that of its elements.
  void tags(clang::QualType type, llvm::function_ref<void(const Layout &)> each);
  static const clang::Expr *bare(const clang::Expr *e) { // without conversions that keep the value
    while (const auto *c = llvm::dyn_cast<clang::ImplicitCastExpr>(e)) {
      if (c->getCastKind() != clang::CK_BitCast && c->getCastKind() != clang::CK_NoOp &&
          c->getCastKind() != clang::CK_PointerToIntegral && c->getCastKind() != clang::CK_IntegralToPointer)
        break;
      e = c->getSubExpr();
    }
    return e;
  }

  // ---- checker.cpp
  bool VisitBinaryOperator(clang::BinaryOperator *e);
  bool VisitCompoundAssignOperator(clang::CompoundAssignOperator *e);
  bool VisitUnaryOperator(clang::UnaryOperator *e);
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *e);
  bool VisitAbstractConditionalOperator(clang::AbstractConditionalOperator *e);
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e);
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *s);
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *e);
  void noAtomic(const clang::Expr *e);
  bool VisitForStmt(clang::ForStmt *s);
  bool VisitChooseExpr(clang::ChooseExpr *e);
  bool VisitGenericSelectionExpr(clang::GenericSelectionExpr *e);
  bool VisitCaseStmt(clang::CaseStmt *s);
  bool VisitDesignatedInitExpr(clang::DesignatedInitExpr *e);
  bool VisitStaticAssertDecl(clang::StaticAssertDecl *d);
  bool TraverseFunctionDecl(clang::FunctionDecl *f);
  void arithmetic(clang::QualType pts, clang::SourceLocation at);
  void comparison(const clang::BinaryOperator *e, clang::QualType a, clang::QualType b);
  clang::QualType elementOf(const clang::Expr *section) const;
  void assigned(const clang::CallExpr *e);
  bool blocksDiffer(clang::QualType a, clang::QualType b) const;
  void gnuExtension(bool &reported, clang::SourceLocation at, const std::string &message);
  void sizeOfVoid(clang::QualType type, clang::SourceLocation at);

  // ---- check_declarations.cpp
  bool VisitNamedDecl(clang::NamedDecl *d);
  bool VisitVarDecl(clang::VarDecl *v);
  bool VisitFieldDecl(clang::FieldDecl *f);
  void operandOfSize(const clang::FieldDecl *f);
  bool VisitRecordDecl(clang::RecordDecl *r);
  bool VisitEnumConstantDecl(clang::EnumConstantDecl *c);
  bool VisitTypedefDecl(clang::TypedefDecl *t);
  void mainFunction(const clang::FunctionDecl *f);
  void result(const clang::FunctionDecl *f);
  void parameter(const clang::ParmVarDecl *p);
  bool declaredAlike(const clang::FunctionDecl *a, const clang::FunctionDecl *b);
  bool VisitFunctionDecl(clang::FunctionDecl *f);
  int threadsFactors(llvm::APInt size);
  int threadsProducts(const clang::Expr *e);
  void sharedArrayType(clang::QualType type, clang::SourceLocation at);
  bool VisitConstantArrayTypeLoc(clang::ConstantArrayTypeLoc loc);
  void redeclared(const clang::NamedDecl *d, clang::QualType before, clang::QualType now);
  bool pointsToRows(clang::QualType type) const;
  bool needsThreads(const clang::Stmt *s) { return ::needsThreads(s, stream, types); }
  void sharedVariable(const clang::VarDecl *v, const Sharing &s);
  bool refusesDimension(const clang::VarDecl *v);
  void sharedDimensions(const clang::VarDecl *v, const Sharing &s);
  void constant(const clang::Expr *e, const std::string &what);
  void constantLengths(const clang::DeclaratorDecl *d);
  void privateVariable(const clang::VarDecl *v);

  // ---- check_layouts.cpp
  void layouts(clang::QualType type, clang::SourceLocation at);
  bool ofExpression(clang::QualType type) const;
  void layout(clang::QualType type, clang::SourceLocation at, bool pointed, bool written = true);
  std::string gridFor(const Layout &l, int stars, clang::QualType type);
  void multiBlocked(clang::QualType type, const Layout &l, clang::SourceLocation at, bool pointed);
  void grid(const clang::FunctionDecl *f);
  bool VisitDeclRefExpr(clang::DeclRefExpr *e);
  bool VisitTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc loc);
  void place(const clang::Expr *e, bool partly);
  void section(const clang::CallExpr *e);
  static bool sameBlocks(const Layout *a, const Layout *b);
  void multiBlockedArgument(clang::QualType array, const clang::Expr *e);

  // ---- check_bounds.cpp
  void notAccessed(const clang::Expr *e);
  void subscript(const clang::ArraySubscriptExpr *e);
  std::vector<long> blocksOf(const clang::VarDecl *v, bool elements) const;
  void oneOfSeveral(const clang::CallExpr *e, unsigned at);
  std::optional<long> intervalNumber(const clang::CallExpr *e, unsigned argument) const;
  void interval(const clang::CallExpr *e, const clang::VarDecl *v, unsigned dimension, long extent);
  void bounds(const clang::CallExpr *e);
  void sectionsOf(const clang::CallExpr *e);
  void warn(clang::SourceLocation at, const std::string &message);

  // ---- check_conversions.cpp
  bool VisitReturnStmt(clang::ReturnStmt *s);
  bool VisitCallExpr(clang::CallExpr *e);
  bool VisitAtomicExpr(clang::AtomicExpr *e);
  void ofAnyType(const clang::CallExpr *e, unsigned builtin);
  bool privateArgument(const std::string &function, const clang::Expr *argument, bool accessed);
  void formatted(const clang::CallExpr *e, const clang::FormatAttr *format);
  bool VisitCompoundLiteralExpr(clang::CompoundLiteralExpr *e);
  bool VisitCStyleCastExpr(clang::CStyleCastExpr *e);
  bool blocksFit(clang::QualType to, clang::QualType from);
  bool sharesMore(clang::QualType to, clang::QualType from);
  const Qualifier *differing(clang::QualType a, clang::QualType b) const;
  bool decaysMultiBlocked(const clang::Expr *e) const;
  std::string asMember(const clang::Expr *e) const;
  void conversion(clang::QualType to, const clang::Expr *e, const clang::Expr *target = nullptr); // that is assigned to
  void reference(clang::QualType to, clang::QualType from, clang::SourceLocation at);
  void initialiser(clang::QualType type, const clang::Expr *init);

private:
  bool voidSizeReported = false, voidArithmeticReported = false;
  clang::QualType returns;
  llvm::SmallPtrSet<const clang::CStyleCastExpr *, 16> ours; // casts that the annotating pass put
  llvm::SmallPtrSet<const clang::Expr *, 16> named;    // subscripts whose element is not accessed
  llvm::SmallPtrSet<const clang::Expr *, 16> ofBlocks; // sections whose intervals count blocks for sure
  llvm::SmallPtrSet<const clang::DeclRefExpr *, 16> placed;  // multi-blocked arrays that may stand where they do

  bool isNull(const clang::Expr *e) const {
    return e->isNullPointerConstant(context, clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
  }
};

#endif
